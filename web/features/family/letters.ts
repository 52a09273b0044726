import { textScale } from '../../ui/text-scale.ts'

/**
 * The zoom factor that stands in for a larger browser font. Cards only have room for text of the default size, so
 * instead of larger text in the cards the whole tree is scaled by as much.
 */
export const nearer = textScale()
/** Applied to elements within the tree, so that they are not enlarged by the browser font on top of the zoom. */
export const usualLetters = { zoom: 1 / nearer }
