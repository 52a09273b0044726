/** Why a file is refused as a whole. The web app has a sentence for each reason. */
const gedcomRefusals = [
  'NOT_GEDCOM',
  'COMPRESSED',
  'TRUNCATED',
  'TOO_DEEP',
  'LINE_TOO_LONG',
  'TOO_MANY_PEOPLE',
  'BROKEN_PACKAGE',
  'ENCRYPTED_PACKAGE',
  'FOREIGN_PATHS',
  'NO_FAMILY_INSIDE',
  'TOO_MANY_FILES',
  'TOO_LARGE_INSIDE',
] as const
export type GedcomRefusal = (typeof gedcomRefusals)[number]

export class GedcomError extends Error {
  readonly reason: GedcomRefusal

  constructor(reason: GedcomRefusal) {
    super(`the file cannot be read: ${reason}`)
    this.name = 'GedcomError'
    this.reason = reason
  }
}
