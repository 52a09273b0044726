/** Addresses outside the procedures. They are separate from the schemas, so that a page that needs one does not load zod. */

/** The tus endpoint (https://tus.io/protocols/resumable-upload). Metadata: `filename`, `storyId`. */
export const tusPath = '/media/uploads'

/** The path a chunk is PUT to. */
export const chunkPath = (recordingId: string, index: number) =>
  `/media/recordings/${recordingId}/chunks/${index}`

/** The path a portrait is PUT to. */
export const portraitPath = (memberId: string) => `/media/portraits/${memberId}`

/** The path a GEDCOM file, or a GEDZIP, is POSTed to: for a preview, or with `?apply=true` to import it. */
export const gedcomPath = '/media/gedcom'

/** The path that the family is downloaded from as a GEDZIP: GEDCOM 7 with portraits, photos and documents. */
export const gedzipPath = '/media/gedzip'

/** Response header of `gedzipPath`: how many files did not fit into the package. */
export const leftOutHeader = 'Kinora-Left-Out'

/** Response header of `gedzipPath`: how many files are lost and therefore missing from the package. */
export const lostHeader = 'Kinora-Lost'

/** The path that chunks of an archive are PUT to, each with its Content-Range. */
export const archiveImportPath = (importId: string) => `/media/imports/${importId}`

/** The path that the tree is downloaded from as a PDF, with `?paper=one`, `a4`, `a3` or `letter`. */
export const posterPath = '/media/family-poster'

/** Response header of `posterPath`: how many people have letters in their names that the PDF cannot print. */
export const unprintableHeader = 'Kinora-Unprintable'
/** Response header of `posterPath`: the first of those letters, percent-encoded and separated by spaces. */
export const unprintableLettersHeader = 'Kinora-Unprintable-Letters'
