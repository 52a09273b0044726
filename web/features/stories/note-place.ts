import type { Recording } from '#contract/recordings.ts'
import { leadingOf } from './playable-part.ts'

/** A note at the very end of a part plays its last seconds, not only its last instant. */
const LAST_SECONDS = 3

/**
 * The place in a story's recordings at which a note was written, to play it from there. A note's time (mm:ss) counts over all recordings
 * in sequence; if it lies beyond the end, the end of the last recording is used. Null if the note has no time, if there is no recording,
 * or if its recording, or one before it, is still being received or has no known length.
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
