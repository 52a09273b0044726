import type { ConnectionKind } from '#contract/family.ts'
import type { Relationship, Sex } from '#contract/family-members.ts'

export type GedcomVersion = '5.5.1' | '7.0'

/** A person as a file tells them, by the name they have there. */
export type FilePerson = {
  xref: string
  /** The id that the program which wrote the file gave them for good, where it did. */
  uid: string
  firstName: string
  lastName: string
  birthName: string
  sex: Sex
  dateOfBirth: string
  placeOfBirth: string
  dateOfDeath: string
  placeOfDeath: string
  isDeceased: boolean
  currentLocation: string
  email: string
  phone: string
  bio: string
  relationship: Relationship
  /** By xref. */
  via: string
  isSelf: boolean
  isPlaceholder: boolean
  /** A picture of them: where it lies in the package that the file came in; empty where there is none. */
  portrait: string
}

export type FileConnection = ConnectionKind & {
  from: string
  to: string
  label: string
  startDate: string
  startPlace: string
  endDate: string
}

/** A family between a file and the database. */
export type FileFamily = { people: FilePerson[]; connections: FileConnection[] }

/** Lines of our own, for what neither version of GEDCOM can say. Others skip them, as the standard asks. */
export const ownTags = {
  label: '_KINORA_LABEL',
  via: '_KINORA_VIA',
  self: '_KINORA_SELF',
  unknown: '_KINORA_UNKNOWN',
  union: '_KINORA_UNION',
  kind: '_KINORA_KIND',
} as const
