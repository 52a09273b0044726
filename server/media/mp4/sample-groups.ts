import { insist } from './declined.ts'
import type { Fields } from './fields.ts'

/**
 * Groups (8.9) that only help a decoder that begins in the middle: how far before to begin, and where it may, which the
 * flags of the samples say as well. Others may hold keys or say that samples hang on another track.
 */
const HARMLESS = new Set(['roll', 'prol', 'rap ', 'sync'])

/** Reads the type of a group. */
export function insistHarmlessGroup(fields: Fields): void {
  insist(HARMLESS.has(fields.text(4)), 'samples of an unknown group')
}
