import type { Chunks } from './chunks.ts'
import type { Room } from './columns.ts'
import { insist } from './declined.ts'
import { beginningOf, editsOf, readShowing } from './edit-list.ts'
import type { ClockHeader } from './headers.ts'
import { readPlainTables } from './plain-tables.ts'
import type { FragmentedTrack } from './read-fragment.ts'
import type { Movie, TrackHead } from './read-movie.ts'
import type { Survey } from './survey.ts'
import { box, type Parts } from './write-boxes.ts'

/** A track of the copy, except for where its chunks will lie. */
export type PlannedTrack = {
  head: TrackHead
  edits: Parts
  tables: Parts
  chunks: Chunks
}
export type PlannedMovie = { clock: ClockHeader; tracks: PlannedTrack[] }

const UNKNOWN_DURATION = 0xffff_ffff

/** Plans the movie box of the copy. */
export function plan({ movie, fragmented }: Survey, room: Room): PlannedMovie {
  return movie.defaults ? planFragmented(movie, fragmented) : planPlain(movie, room)
}

/** A movie without fragments keeps its times as they are. */
function planPlain({ clock, tracks }: Movie, room: Room): PlannedMovie {
  const isKnown = [clock, ...tracks.map((track) => track.clock)].every(
    ({ duration }) => duration !== UNKNOWN_DURATION,
  )
  insist(isKnown, 'a movie of unknown length')
  const planned = tracks.map((head) => {
    const { kept, chunks } = readPlainTables(head.tables, room)
    return { head, edits: head.edits ? box('edts', head.edits) : [], tables: kept, chunks }
  })
  insist(
    planned.some(({ chunks }) => chunks.count > 0),
    'a movie without samples',
  )
  return { clock, tracks: planned }
}

/**
 * Adds what a fragmented file could not know when it began: its lengths, and how much later one track begins than the other. The
 * film begins with its first track; its timescale is that of the track with the finest one.
 */
function planFragmented(movie: Movie, fragmented: Map<number, FragmentedTrack>): PlannedMovie {
  const placed = movie.tracks.flatMap((head) => {
    insist(
      head.tables.every(({ type, body }) => type === 'stsd' || isWithoutSamples(type, body)),
      'samples both in the movie and in fragments',
    )
    const tables = fragmented.get(head.header.id)?.tables
    if (!tables || tables.sampleCount === 0) return []
    const showing = readShowing(head.edits)
    return { head, tables, showing, timescale: head.clock.timescale, movieTimescale: movie.clock.timescale }
  })
  insist(placed.length > 0, 'a movie without samples')

  const timescale = Math.max(...placed.map((track) => track.timescale))
  const beginning = Math.min(...placed.map(beginningOf))
  const tracks = placed.map((track) => {
    const { edts, duration } = editsOf(track, beginningOf(track) - beginning, timescale)
    const head = {
      ...track.head,
      header: { ...track.head.header, duration },
      clock: { ...track.head.clock, duration: track.tables.duration },
    }
    return { head, edits: edts, tables: track.tables.write(), chunks: track.tables.chunks }
  })
  const duration = Math.max(...tracks.map(({ head }) => head.header.duration))
  return { clock: { ...movie.clock, timescale, duration }, tracks }
}

/**
 * Whether a table is one that a fragmented movie may have: all those that it must have are empty, but sample groups may be
 * described.
 */
function isWithoutSamples(type: string, body: Buffer): boolean {
  if (type === 'sgpd' || type === 'free' || type === 'skip') return true
  const lengths: Record<string, number> = { stts: 8, stsc: 8, stco: 8, co64: 8, stsz: 12, stss: 8, ctts: 8 }
  return body.length === lengths[type] && body.readUInt32BE(body.length - 4) === 0
}
