import { insist } from './declined.ts'
import type { Fields } from './fields.ts'

/**
 * Sample groups (8.9) that only help a decoder that begins in the middle: how far before it has to begin, and where it may begin,
 * which the flags of the samples say as well. Groups of other types may hold keys or say that samples depend on another track.
 */
const HARMLESS = new Set(['roll', 'prol', 'rap ', 'sync'])

/** Declines sample groups that may be needed to decode the samples. */
export function insistHarmlessGroup(fields: Fields): void {
  insist(HARMLESS.has(fields.text(4)), 'samples of an unknown group')
}
