import type { Chunks } from './chunks.ts'
import { Column, type Room } from './columns.ts'
import { insist } from './declined.ts'

/** Stretches of a file in their order; `from` is inclusive, `to` is exclusive. */
export type Stretches = { from: Column; to: Column }

export type Layout = {
  stretches: Stretches
  /** The co64 table of each track (8.7.5). Its places count from the first byte of the media until `moveBy` is called. */
  places: Buffer[]
  mediaBytes: number
}

/**
 * Places the chunks of all tracks one behind another, in the order in which they were recorded, and leaves out what lay between
 * them. Declines overlapping chunks: each byte is copied at most once, so that a copy is never longer than its source.
 */
export function layOut(tracks: Chunks[], room: Room): Layout {
  const places = tracks.map(({ count }) => {
    room.take(8 * count)
    return Buffer.alloc(8 * count)
  })
  const stretches = { from: Column.ofPlaces(room), to: Column.ofPlaces(room) }
  const next = tracks.map(() => 0)
  let [mediaBytes, end] = [0, 0]

  for (;;) {
    const track = trackOfEarliest(tracks, next)
    const chunks = tracks[track]
    const index = next[track]
    if (!chunks || index === undefined) break

    const [from, length] = [chunks.places.at(index), chunks.lengths.at(index)]
    insist(from >= end, 'chunks that overlap, or out of order')
    places[track]?.writeBigUInt64BE(BigInt(mediaBytes), 8 * index)
    if (from === end && stretches.to.length > 0) stretches.to.replaceLast(from + length)
    else {
      stretches.from.push(from)
      stretches.to.push(from + length)
    }
    end = from + length
    mediaBytes += length
    next[track] = index + 1
  }
  return { stretches, places, mediaBytes }
}

/** The track whose next chunk comes first in the source; -1 where all chunks are laid out. */
function trackOfEarliest(tracks: Chunks[], next: number[]): number {
  let [earliest, found] = [Number.POSITIVE_INFINITY, -1]
  for (const [track, { places, count }] of tracks.entries()) {
    const index = next[track] ?? 0
    if (index >= count || places.at(index) >= earliest) continue
    earliest = places.at(index)
    found = track
  }
  return found
}

/** Adds the place where the media begins to all places of a table, once it is known. */
export function moveBy(places: Buffer, bytes: number): void {
  const distance = BigInt(bytes)
  for (let at = 0; at < places.length; at += 8) {
    places.writeBigUInt64BE(places.readBigUInt64BE(at) + distance, at)
  }
}

/** Declines samples that lie outside the media boxes (mdat). */
export function insistInside(stretches: Stretches, media: Stretches): void {
  let box = 0
  for (let index = 0; index < stretches.from.length; index += 1) {
    const [from, to] = [stretches.from.at(index), stretches.to.at(index)]
    while (box < media.to.length && media.to.at(box) < to) box += 1
    insist(box < media.to.length && from >= media.from.at(box), 'samples outside the media')
  }
}
