import { writeClockHeader, writeTrackHeader } from './headers.ts'
import type { PlannedMovie, PlannedTrack } from './plan.ts'
import type { Handler } from './sample-description.ts'
import { box, type Parts, u32, versionedBox } from './write-boxes.ts'

/** The language "undetermined" (und), because nobody checked whether the one in the file is right. */
const UNDETERMINED = Buffer.from([0x55, 0xc4, 0, 0])
const MEDIA_HEADERS: Record<Handler, string> = { vide: 'vmhd', soun: 'smhd' }

/** `iso4` promises that composition offsets may be negative. */
export function fileType(): Parts {
  return box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2iso4mp41', 'latin1'))
}

/**
 * The moov of the copy. `places` are the bodies of co64, track by track. They go into the result without being copied, so that
 * their contents may still change.
 */
export function writeMovie({ clock, tracks }: PlannedMovie, places: Buffer[]): Parts {
  const traks = tracks.flatMap((track, index) => writeTrack(track, places[index] ?? Buffer.alloc(0)))
  return box('moov', ...writeClockHeader('mvhd', clock), ...traks)
}

function writeTrack({ head, edits, tables }: PlannedTrack, places: Buffer): Parts {
  const { header, clock, handler, mediaHeader, sampleDescription } = head
  const sampleTable = box(
    'stbl',
    ...box('stsd', sampleDescription),
    ...tables,
    ...versionedBox('co64', 0, 0, u32(places.length / 8), places),
  )
  const information = box(
    'minf',
    ...box(MEDIA_HEADERS[handler], mediaHeader),
    ...box('dinf', ...versionedBox('dref', 0, 0, u32(1), ...versionedBox('url ', 0, 1))),
    ...sampleTable,
  )
  const media = box(
    'mdia',
    ...writeClockHeader('mdhd', { ...clock, rest: UNDETERMINED }),
    ...writeHandler(handler),
    ...information,
  )
  return box('trak', ...writeTrackHeader(header), ...edits, ...media)
}

/** Writes a handler without a name, because the name may be that of a device. */
function writeHandler(handler: Handler): Parts {
  return versionedBox('hdlr', 0, 0, u32(0), Buffer.from(handler, 'latin1'), Buffer.alloc(13))
}
