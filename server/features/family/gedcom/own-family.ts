import type { ConnectionKind } from '#contract/family.ts'
import type { Sex } from '#contract/family-members.ts'
import type { Relationship } from '#contract/relationships.ts'

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

/** The story that a file was added to, where our own export says so. */
export type FileStory = { id: string; title: string; description: string; date: string; speakers: string[] }

/** A photo or a document that came along in a package, with everybody whom it is about. */
export type FileMedia = {
  /** Where it lies in the package. */
  path: string
  /** Its media type, as whoever wrote the package believed. Never trusted. */
  mimeType: string
  fileName: string
  caption: string
  /** Null in the packages of other programs, which know no stories. */
  story: FileStory | null
  /** By xref, the first first. */
  people: string[]
}

/** A family between a file and the database. */
export type FileFamily = { people: FilePerson[]; connections: FileConnection[]; media: FileMedia[] }

/** Lines of our own, for what neither version of GEDCOM can say. Others skip them, as the standard asks. */
export const ownTags = {
  label: '_KINORA_LABEL',
  via: '_KINORA_VIA',
  self: '_KINORA_SELF',
  unknown: '_KINORA_UNKNOWN',
  union: '_KINORA_UNION',
  kind: '_KINORA_KIND',
  story: '_KINORA_STORY',
  title: '_KINORA_TITLE',
  about: '_KINORA_ABOUT',
  date: '_KINORA_DATE',
  speaker: '_KINORA_SPEAKER',
  fileName: '_KINORA_FILE',
} as const
