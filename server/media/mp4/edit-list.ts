import { childrenOf, onlyBox, versioned } from './boxes.ts'
import { insist } from './declined.ts'
import type { Fields } from './fields.ts'
import type { TrackTables } from './track-tables.ts'
import { box, type Parts, u32, u64, versionedBox } from './write-boxes.ts'

const NORMAL_RATE = 0x1_0000
const MAX_32 = 0xffff_ffff

/**
 * How a fragmented track is presented: after a delay, in the movie's timescale, and from a time within its own media, in its
 * media's timescale.
 */
export type Showing = { delay: number; mediaTime: number }

/**
 * Reads the edit list (8.6.6) of a fragmented file: at most a delay, then all of the media from some time on. The length of the
 * media is not known when a recording begins, and is therefore 0 in the edit list.
 */
export function readShowing(edts: Buffer | null): Showing {
  if (!edts) return { delay: 0, mediaTime: 0 }

  const { version, flags, fields } = versioned(onlyBox(childrenOf(edts), 'elst'))
  insist(version <= 1 && flags === 0, 'an unknown kind of elst')
  const count = fields.u32()
  insist(count === 1 || count === 2, 'an edit list that is more than a delay')
  const edits = Array.from({ length: count }, () => {
    const duration = version === 1 ? fields.u64() : fields.u32()
    const mediaTime = version === 1 ? readLongTime(fields) : fields.i32()
    insist(fields.u32() === NORMAL_RATE, 'an edit at another speed')
    return { duration, mediaTime }
  })
  const [first, shown = first] = edits
  insist(first !== undefined && shown !== undefined, 'an empty edit list')
  insist(shown.mediaTime >= 0 && shown.duration === 0, 'an edit list that is more than a delay')
  insist(count === 1 || first.mediaTime === -1, 'an edit list that is more than a delay')
  return { delay: count === 2 ? first.duration : 0, mediaTime: shown.mediaTime }
}

function readLongTime(fields: Fields): number {
  const time = fields.i32() * (MAX_32 + 1) + fields.u32()
  insist(Number.isSafeInteger(time), 'a time beyond 2^53')
  return time
}

/** A track whose first sample is placed at time 0 of its media, with the timescales of its media and of the source's movie. */
type Placed = { tables: TrackTables; showing: Showing; timescale: number; movieTimescale: number }

/** Seconds from the beginning of the film to the first moment of the track's media. */
export function beginningOf({ tables, showing, timescale, movieTimescale }: Placed): number {
  return showing.delay / movieTimescale + Math.max(0, tables.beginning - showing.mediaTime) / timescale
}

export type Edits = { edts: Parts; duration: number }

/**
 * The edit list of the copy, whose media begins at 0 wherever the recording's media began: an empty edit as long as the delay, then
 * all of the media. No edit list where the whole track is shown from the beginning. Durations are in `timescaleOfCopy`.
 */
export function editsOf(track: Placed, delaySeconds: number, timescaleOfCopy: number): Edits {
  const { tables, showing, timescale } = track
  const mediaTime = Math.max(0, showing.mediaTime - tables.beginning)
  const delay = Math.round(delaySeconds * timescaleOfCopy)
  insist(mediaTime < tables.end, 'an edit past the end')
  const shown = Math.ceil(((tables.end - mediaTime) * timescaleOfCopy) / timescale)
  if (delay === 0 && mediaTime === 0) return { edts: [], duration: shown }

  const edits = [...(delay > 0 ? [[delay, -1]] : []), [shown, mediaTime]] as [number, number][]
  const isLong = edits.some(([duration, time]) => duration > MAX_32 || time > 0x7fff_ffff)
  const entries = edits.map(([duration, time]) => edit(isLong, duration, time))
  const elst = versionedBox('elst', isLong ? 1 : 0, 0, u32(edits.length), ...entries)
  return { edts: box('edts', ...elst), duration: delay + shown }
}

function edit(isLong: boolean, duration: number, mediaTime: number): Buffer {
  const bits = mediaTime < 0 ? MAX_32 : mediaTime
  if (!isLong) return u32(duration, bits, NORMAL_RATE)
  const time = mediaTime < 0 ? u32(MAX_32, MAX_32) : u64(mediaTime)
  return Buffer.concat([u64(duration), time, u32(NORMAL_RATE)])
}
