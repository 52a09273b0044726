/** Addresses outside the procedures. Apart from the schemas, so that a page that needs one does not load zod. */

/** The tus endpoint (https://tus.io/protocols/resumable-upload). Metadata: `filename`, `storyId`. */
export const tusPath = '/media/uploads'

/** The path a chunk is PUT to. */
export const chunkPath = (recordingId: string, index: number) =>
  `/media/recordings/${recordingId}/chunks/${index}`

/** The path a portrait is PUT to. */
export const portraitPath = (memberId: string) => `/media/portraits/${memberId}`

/** The path a GEDCOM file, or a GEDZIP, is POSTed to: looked at, and with `?apply=true` imported. */
export const gedcomPath = '/media/gedcom'

/** The path that the family is fetched from as a GEDZIP: GEDCOM 7 with portraits, photos and documents. */
export const gedzipPath = '/media/gedzip'

/** Of that answer: how many files found no room in the package. */
export const leftOutHeader = 'Kinora-Left-Out'

/** Of that answer: how many files are lost, and missing in the package therefore. */
export const lostHeader = 'Kinora-Lost'

/** The path that pieces of an archive are PUT to, each with its Content-Range. */
export const archiveImportPath = (importId: string) => `/media/imports/${importId}`

/** The path that the tree is fetched from as a PDF, with `?paper=one`, `a4`, `a3` or `letter`. */
export const posterPath = '/media/family-poster'

/** Of that answer: how many people have letters in their names that it cannot print. */
export const unprintableHeader = 'Kinora-Unprintable'
/** Of that answer: the first of those letters, percent-encoded, with spaces between. */
export const unprintableLettersHeader = 'Kinora-Unprintable-Letters'
