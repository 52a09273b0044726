import type { ConnectionKind } from '#contract/family.ts'
import type { Sex } from '#contract/family-members.ts'
import type { Relationship } from '#contract/relationships.ts'

export type GedcomVersion = '5.5.1' | '7.0'

/** What the key of a person is made of whom the file gives no permanent id. */
export type KeyFacts = { xref: string; firstName: string; lastName: string; dateOfBirth: string }

/** A person as a file describes them, identified by the xref that they have there. */
export type FilePerson = {
  xref: string
  /** The permanent id that the program which wrote the file gave them; empty where it gave none. */
  uid: string
  firstName: string
  lastName: string
  /**
   * How the name stands in the key by which a later import knows the person again. Titles, suffixes and the like were not read at first,
   * and a file that comes again must not bring those people in twice. Undefined where it is the name itself.
   */
  nameInKey?: { firstName: string; lastName: string }
  /** The same of their date of birth, of which the words beside it were read alone at first. */
  dateInKey?: string
  /**
   * What an earlier import would have read into the person's key in other letters: one broken letter made it take a whole file of
   * UTF-8 for Latin-1, say. Undefined where that is the same.
   */
  keyBefore?: KeyFacts
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
  /** The xref of the person through whom they belong to the family. */
  via: string
  isSelf: boolean
  isPlaceholder: boolean
  /** The path of their portrait in the package that the file came in; empty where there is none. */
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
  /** Its path in the package. */
  path: string
  /** The media type that the package states. Never trusted. */
  mimeType: string
  fileName: string
  caption: string
  /** Null in the packages of other programs, which know no stories. */
  story: FileStory | null
  /** The xrefs of the people, in the order in which the file names them. */
  people: string[]
}

/** A family on its way between a file and the database. */
export type FileFamily = { people: FilePerson[]; connections: FileConnection[]; media: FileMedia[] }

/** Tags of our own, for what neither version of GEDCOM can say. Other programs skip them, as the standard asks. */
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
