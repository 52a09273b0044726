import { textScale } from '../../ui/text-scale.ts'

/**
 * Cards have room for letters of the usual size. Whoever has larger ones has the same cards, and looks at the whole tree from
 * as much nearer.
 */
export const nearer = textScale()
/** On what stands in the tree, so that its own letters and measures are the usual ones. */
export const usualLetters = { zoom: 1 / nearer }
