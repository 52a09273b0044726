import type { Recording } from '#contract/recordings.ts'
import { leadingOf } from './playable-part.ts'

/** What was said just before a part ended is heard, and not its last instant. */
const LAST_SECONDS = 3

/**
 * Where in a story's recordings a note was written, to hear it. A note's time (mm:ss) counts over all recorded parts, one after
 * the other; what came later than all of them is heard at the end of the last. Null where no time was running, nothing can be
 * played, or the part it lies in, or one before it, is still on its way or of a length that is not known.
 */
export function placeOfNote(
  timestamp: string,
  recordings: readonly NotedPart[],
): { partId: string; seconds: number } | null {
  const [minutes = 0, rest = 0] = timestamp.split(':').map(Number)
  let left = minutes * 60 + rest
  if (left === 0) return null

  const told = leadingOf(recordings)
  for (const [index, { id, durationMs, state }] of told.entries()) {
    if (durationMs === null || state === 'receiving') return null
    const seconds = durationMs / 1_000
    const isLast = index === told.length - 1
    if (left < seconds || isLast) {
      return { partId: id, seconds: Math.max(0, Math.min(left, seconds - LAST_SECONDS)) }
    }
    left -= seconds
  }
  return null
}

export type NotedPart = Pick<Recording, 'id' | 'part' | 'trackGroup' | 'durationMs' | 'state'>
