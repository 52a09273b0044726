import type { Recording } from '#contract/recordings.ts'

/** The position of a track on the common clock of its group. */
export type TrackPlace = Pick<Recording, 'offsetMs' | 'driftPpm'>

/** Converts a position, in seconds, to the same moment of the talk on another track; never negative. */
export function sameMoment(seconds: number, from: TrackPlace, to: TrackPlace): number {
  const onGroup = (from.offsetMs ?? 0) / 1000 + seconds * paceOf(from)
  return Math.max(0, (onGroup - (to.offsetMs ?? 0) / 1000) / paceOf(to))
}

function paceOf({ driftPpm }: TrackPlace): number {
  return 1 + (driftPpm ?? 0) / 1e6
}
