import type { Recording } from '#contract/recordings.ts'

/** Where a track lies on the clock of its group. */
export type TrackPlace = Pick<Recording, 'offsetMs' | 'driftPpm'>

/** The same moment of the talk on another track, in seconds; never before its beginning. */
export function sameMoment(seconds: number, from: TrackPlace, to: TrackPlace): number {
  const onGroup = (from.offsetMs ?? 0) / 1000 + seconds * paceOf(from)
  return Math.max(0, (onGroup - (to.offsetMs ?? 0) / 1000) / paceOf(to))
}

function paceOf({ driftPpm }: TrackPlace): number {
  return 1 + (driftPpm ?? 0) / 1e6
}
