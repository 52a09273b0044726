import { type ElementReader, UnknownMedia } from './media-scanner.ts'

/** A box of ISO/IEC 14496-12: its type and the byte range of its body. */
type Box = { type: string; from: number; to: number }
/** Ticks per second, and a sample's duration in ticks where its fragment gives none. */
type Track = { timescale: number; sampleTicks: number }

const headBytes = 8
const longHeadBytes = 16
/** Flags of `tfhd` and `trun` that say which fields are present. */
const has = {
  baseOffset: 0x1,
  descriptionIndex: 0x2,
  defaultDuration: 0x8,
  dataOffset: 0x1,
  firstFlags: 0x4,
  duration: 0x100,
  size: 0x200,
  flags: 0x400,
  composition: 0x800,
}

/** Reads the times of the fragments of a fragmented MP4. */
export function mp4Reader(): ElementReader {
  const tracks = new Map<number, Track>()
  let fragmentEndMs = 0

  return (bytes, at) => {
    if (bytes.length < at + headBytes) return null
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    const type = typeAt(view, at)
    const isLong = view.getUint32(at) === 1
    if (isLong && bytes.length < at + longHeadBytes) return null
    const size = isLong ? Number(view.getBigUint64(at + headBytes)) : view.getUint32(at)
    const head = isLong ? longHeadBytes : headBytes
    if (size < head || !/^[a-z0-9]{4}$/i.test(type)) throw new UnknownMedia('no box')

    // A fragment's samples lie in the `mdat` box after its `moof`, so the fragment counts once that box is complete.
    if (type === 'mdat') return { read: head, skip: size - head, endMs: fragmentEndMs }
    if (type !== 'moov' && type !== 'moof') return { read: head, skip: size - head }
    if (bytes.length < at + size) return null
    const box = { type, from: at + head, to: at + size }
    if (type === 'moov') readMovie(view, box, tracks)
    else fragmentEndMs = Math.max(fragmentEndMs, endOfFragment(view, box, tracks))
    return { read: size, skip: 0 }
  }
}

function readMovie(view: DataView<ArrayBuffer>, movie: Box, tracks: Map<number, Track>): void {
  for (const track of children(view, movie, 'trak')) {
    const [header] = children(view, track, 'tkhd')
    const [mediaHeader] = children(view, track, 'mdia').flatMap((media) => children(view, media, 'mdhd'))
    if (!header || !mediaHeader) throw new UnknownMedia('a track without its head')
    const id = view.getUint32(header.from + (isVersion1(view, header) ? 20 : 12))
    const timescale = view.getUint32(mediaHeader.from + (isVersion1(view, mediaHeader) ? 20 : 12))
    tracks.set(id, { timescale, sampleTicks: 0 })
  }
  for (const defaults of children(view, movie, 'mvex').flatMap((all) => children(view, all, 'trex'))) {
    const track = tracks.get(view.getUint32(defaults.from + 4))
    if (track) track.sampleTicks = view.getUint32(defaults.from + 12)
  }
}

function endOfFragment(view: DataView<ArrayBuffer>, fragment: Box, tracks: Map<number, Track>): number {
  const ends = children(view, fragment, 'traf').map((part) => {
    const [header] = children(view, part, 'tfhd')
    const [begin] = children(view, part, 'tfdt')
    const track = header && tracks.get(view.getUint32(header.from + 4))
    if (!header || !begin || !track || track.timescale === 0) throw new UnknownMedia('a fragment of nothing')

    const beginTicks = isVersion1(view, begin)
      ? Number(view.getBigUint64(begin.from + 4))
      : view.getUint32(begin.from + 4)
    const sampleTicks = defaultDuration(view, header) ?? track.sampleTicks
    const runs = children(view, part, 'trun').map((run) => ticksOf(view, run, sampleTicks))
    return ((beginTicks + runs.reduce((sum, ticks) => sum + ticks, 0)) / track.timescale) * 1000
  })
  return Math.max(0, ...ends)
}

function defaultDuration(view: DataView<ArrayBuffer>, header: Box): number | null {
  const flags = flagsOf(view, header)
  if (!(flags & has.defaultDuration)) return null
  const before = (flags & has.baseOffset ? 8 : 0) + (flags & has.descriptionIndex ? 4 : 0)
  return view.getUint32(header.from + 8 + before)
}

function ticksOf(view: DataView<ArrayBuffer>, run: Box, sampleTicks: number): number {
  const flags = flagsOf(view, run)
  const count = view.getUint32(run.from + 4)
  if (!(flags & has.duration)) return count * sampleTicks

  const fields = [has.duration, has.size, has.flags, has.composition].filter((flag) => flags & flag)
  const first = run.from + 8 + (flags & has.dataOffset ? 4 : 0) + (flags & has.firstFlags ? 4 : 0)
  if (first + count * fields.length * 4 > run.to) throw new UnknownMedia('a run that is cut off')
  let ticks = 0
  for (let index = 0; index < count; index += 1) ticks += view.getUint32(first + index * fields.length * 4)
  return ticks
}

function children(view: DataView<ArrayBuffer>, parent: Box, type: string): Box[] {
  const found: Box[] = []
  for (let at = parent.from; at + headBytes <= parent.to; ) {
    const size = view.getUint32(at)
    if (size < headBytes || at + size > parent.to) throw new UnknownMedia('a box that is cut off')
    if (typeAt(view, at) === type) found.push({ type, from: at + headBytes, to: at + size })
    at += size
  }
  return found
}

const typeAt = (view: DataView<ArrayBuffer>, at: number) =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at + 4, 4))
const isVersion1 = (view: DataView<ArrayBuffer>, box: Box) => view.getUint8(box.from) === 1
const flagsOf = (view: DataView<ArrayBuffer>, box: Box) => view.getUint32(box.from) & 0xffffff
