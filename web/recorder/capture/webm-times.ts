import type { Bytes } from '../hash.ts'
import { type ElementReader, UnknownMedia } from './media-scanner.ts'

// Identifiers as in RFC 9559 (Matroska), numbers as in RFC 8794 (EBML).
const timestampScaleId = 0x2ad7b1
const clusterTimestampId = 0xe7
const simpleBlockId = 0xa3
const blockId = 0xa1
/** Segment, Info, Cluster, BlockGroup: their contents are read as if they were not nested. */
const openIds = new Set([0x18538067, 0x1549a966, 0x1f43b675, 0xa0])

const defaultScale = 1_000_000
const numberBytesMax = 8
/** Track number (one or two bytes) and the block's time within the cluster. */
const blockHeadBytes = 4

/** Reads the times of the blocks of a WebM. */
export function webmReader(): ElementReader {
  /** Nanoseconds per tick of the container's clock. */
  let scale = defaultScale
  let clusterTicks = 0

  return (bytes, at) => {
    const head = readHead(bytes, at)
    if (head === null) return null
    const { id, size, length } = head
    if (openIds.has(id)) return { read: length, skip: 0 }
    if (size === null) throw new UnknownMedia('only segments and clusters may have no size')

    const body = at + length
    if (id === timestampScaleId || id === clusterTimestampId) {
      const value = readNumber(bytes, body, size)
      if (value === null) return null
      if (id === timestampScaleId) scale = value
      else clusterTicks = value
      return { read: length + size, skip: 0 }
    }
    if (id !== simpleBlockId && id !== blockId) return { read: length, skip: size }
    if (bytes.length < body + blockHeadBytes) return null
    return { read: length, skip: size, endMs: ((clusterTicks + blockTicks(bytes, body)) * scale) / 1e6 }
  }
}

/** A block's time relative to its cluster: a signed number after the track number. */
function blockTicks(bytes: Bytes, body: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return view.getInt16(body + lengthOf(bytes[body] ?? 0))
}

type Head = { id: number; size: number | null; length: number }

function readHead(bytes: Bytes, at: number): Head | null {
  const idLength = lengthOf(bytes[at] ?? 0)
  if (idLength > 4) throw new UnknownMedia('no identifier')
  const sizeAt = at + idLength
  if (sizeAt >= bytes.length) return null
  const sizeLength = lengthOf(bytes[sizeAt] ?? 0)
  if (sizeAt + sizeLength > bytes.length) return null

  // The first set bit marks the length; the rest is the size. All ones mean that the size was unknown when this was written.
  const known = [...bytes.subarray(sizeAt, sizeAt + sizeLength)]
  known[0] = (known[0] ?? 0) & (0xff >> sizeLength)
  const isUnknown = known.every((byte, index) => byte === (index === 0 ? 0xff >> sizeLength : 0xff))
  return {
    id: numberOf(bytes.subarray(at, sizeAt)),
    size: isUnknown ? null : numberOf(known),
    length: idLength + sizeLength,
  }
}

/** How many bytes a variable-length number takes, from its first byte: one more than that byte's leading zeros. */
function lengthOf(first: number): number {
  if (first === 0) throw new UnknownMedia('no number begins with eight zeros')
  return Math.clz32(first) - 23
}

function readNumber(bytes: Bytes, at: number, size: number): number | null {
  if (size > numberBytesMax) throw new UnknownMedia('no number is that long')
  return bytes.length < at + size ? null : numberOf(bytes.subarray(at, at + size))
}

function numberOf(bytes: Iterable<number>): number {
  let value = 0
  for (const byte of bytes) value = value * 256 + byte
  return value
}
