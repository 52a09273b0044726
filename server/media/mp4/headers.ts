import { versioned } from './boxes.ts'
import { insist } from './declined.ts'
import type { Fields } from './fields.ts'
import { type Parts, u32, u64, versionedBox } from './write-boxes.ts'

/** A movie or media header without its dates; `rest` is what follows the duration. Durations in units of `timescale`. */
export type ClockHeader = { timescale: number; duration: number; rest: Buffer }
/** A track header without its dates; the duration in the movie's timescale. */
export type TrackHeader = { id: number; flags: number; duration: number; rest: Buffer }

const LENGTHS = { mvhd: 80, mdhd: 4, tkhd: 60 }
const MAX_32 = 0xffff_ffff

/** mvhd (8.2.2) or mdhd (8.4.2). */
export function readClockHeader(type: 'mvhd' | 'mdhd', body: Buffer): ClockHeader {
  const { version, flags, fields } = versioned(body)
  insist(version <= 1 && flags === 0, `an unknown kind of ${type}`)
  fields.take(version === 1 ? 16 : 8)
  const timescale = fields.u32()
  insist(timescale > 0, `no timescale in ${type}`)
  const duration = readDuration(fields, version)
  insist(fields.left === LENGTHS[type], `an unknown length of ${type}`)
  return { timescale, duration, rest: fields.rest() }
}

/** tkhd (8.3.2). */
export function readTrackHeader(body: Buffer): TrackHeader {
  const { version, flags, fields } = versioned(body)
  insist(version <= 1, 'an unknown kind of tkhd')
  fields.take(version === 1 ? 16 : 8)
  const id = fields.u32()
  insist(id > 0, 'a track without a number')
  fields.take(4)
  const duration = readDuration(fields, version)
  insist(fields.left === LENGTHS.tkhd, 'an unknown length of tkhd')
  return { id, flags, duration, rest: fields.rest() }
}

/** A duration of all ones means that it was unknown. */
function readDuration(fields: Fields, version: number): number {
  if (version === 0) return fields.u32()
  const [high, low] = [fields.u32(), fields.u32()]
  if (high === MAX_32 && low === MAX_32) return MAX_32
  const duration = high * (MAX_32 + 1) + low
  insist(Number.isSafeInteger(duration), 'a duration beyond 2^53')
  return duration
}

/** Writes a header without the dates of creation: when a film was recorded is only its owner's business. */
export function writeClockHeader(type: 'mvhd' | 'mdhd', { timescale, duration, rest }: ClockHeader): Parts {
  if (duration < MAX_32) return versionedBox(type, 0, 0, u32(0, 0, timescale, duration), rest)
  return versionedBox(type, 1, 0, u32(0, 0, 0, 0, timescale), u64(duration), rest)
}

export function writeTrackHeader({ id, flags, duration, rest }: TrackHeader): Parts {
  if (duration < MAX_32) return versionedBox('tkhd', 0, flags, u32(0, 0, id, 0, duration), rest)
  return versionedBox('tkhd', 1, flags, u32(0, 0, 0, 0, id, 0), u64(duration), rest)
}
