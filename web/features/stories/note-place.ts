import type { PlayablePart } from './playable-part.ts'

/** What was said just before a part ended is heard, and not its last instant. */
const LAST_SECONDS = 3

/**
 * Where in a story's recordings a note was written, to hear it. A note's time (mm:ss) counts over all recorded parts, one after
 * the other; what came later than all of them is heard at the end of the last. Null where no time was running, nothing can be
 * played, or the length of a part before it is not known.
 */
export function placeOfNote(
  timestamp: string,
  parts: readonly Pick<PlayablePart, 'id' | 'seconds' | 'state'>[],
): { partId: string; seconds: number } | null {
  const [minutes = 0, rest = 0] = timestamp.split(':').map(Number)
  let left = minutes * 60 + rest
  if (left === 0) return null

  const recorded = parts.filter(({ state }) => state !== null)
  for (const [index, { id, seconds }] of recorded.entries()) {
    if (seconds === null) return null
    const isLast = index === recorded.length - 1
    if (left < seconds || isLast) {
      return { partId: id, seconds: Math.max(0, Math.min(left, seconds - LAST_SECONDS)) }
    }
    left -= seconds
  }
  return null
}
