import type { PictureFailure } from '#contract/book-pictures.ts'
import type { PictureStyle } from '#contract/picture-styles.ts'

export const styleNames: Record<PictureStyle, string> = {
  watercolour: 'Watercolour',
  pencil: 'Pencil',
  ink: 'Ink',
  pastel: 'Chalk pastel',
  woodcut: 'Woodcut',
  gouache: 'Gouache, as in picture books',
}

/** Why no picture was drawn; the page is unchanged. */
export const failureWords: Record<PictureFailure, string> = {
  UNREACHABLE: 'The image model could not be reached.',
  BUSY: 'The image model has too much to do at the moment.',
  REFUSED:
    'The image model refused to draw this. The person who looks after this Kinora can see why in its log.',
  UNREADABLE: 'What the image model answered was no picture that can be shown.',
  STORAGE_FULL: 'Your storage has no room for another picture.',
}
