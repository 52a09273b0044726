/** The few EBML elements that moving an index needs (RFC 8794; ids from RFC 9559). */
const SEEK_HEAD = 0x114d9b74
const SEEK = 0x4dbb
const SEEK_ID = 0x53ab
const SEEK_POSITION = 0x53ac
const CUES = 0x1c53bb6b
const CUE_CLUSTER_POSITION = 0xf1
const CUE_POINT = 0xbb
const CUE_TRACK_POSITIONS = 0xb7
const VOID = 0xec

/**
 * Positions are always written in five bytes, enough below 2^40, so that the length of an index does not depend on how far it is
 * moved.
 */
const POSITION_BYTES = 5

type Element = { id: number; dataAt: number; end: number }

function elementAt(bytes: Buffer, at: number): Element {
  const idLength = Math.clz32(bytes.readUInt8(at)) - 23
  const id = bytes.readUIntBE(at, idLength)
  const sizeAt = at + idLength
  const sizeLength = Math.clz32(bytes.readUInt8(sizeAt)) - 23
  let size = bytes.readUInt8(sizeAt) & (0xff >> sizeLength)
  for (let i = 1; i < sizeLength; i += 1) size = size * 256 + bytes.readUInt8(sizeAt + i)
  const dataAt = sizeAt + sizeLength
  return { id, dataAt, end: Math.min(dataAt + size, bytes.length) }
}

function* children(bytes: Buffer, from: number, end: number): Generator<Element> {
  for (let at = from; at < end; ) {
    const element = elementAt(bytes, at)
    yield element
    at = element.end
  }
}

/**
 * The position of the index according to the SeekHead, relative to the segment's data, and where in the header that position is
 * written.
 */
export function cuesPosition(header: Buffer, segmentDataAt: number) {
  for (const seekHead of children(header, segmentDataAt, header.length)) {
    if (seekHead.id !== SEEK_HEAD) continue

    for (const seek of children(header, seekHead.dataAt, seekHead.end)) {
      if (seek.id !== SEEK) continue
      const parts = [...children(header, seek.dataAt, seek.end)]
      const target = parts.find((part) => part.id === SEEK_ID)
      const value = parts.find((part) => part.id === SEEK_POSITION)
      if (!target || !value || unsigned(header, target) !== CUES) continue
      return {
        position: unsigned(header, value),
        valueAt: value.dataAt,
        valueLength: value.end - value.dataAt,
      }
    }
  }
  throw new Error('the muxer wrote no place for its index')
}

/** Rewrites an index for clusters that lie `shift` bytes further on. */
export function rewriteCues(bytes: Buffer, shift: number): Buffer {
  const cues = elementAt(bytes, 0)
  if (cues.id !== CUES) throw new Error('the index is not where the muxer said')
  return element(CUES, rewriteChildren(bytes, cues, shift))
}

function rewriteChildren(bytes: Buffer, parent: Element, shift: number): Buffer {
  const written: Buffer[] = []
  for (const child of children(bytes, parent.dataAt, parent.end)) {
    if (child.id === CUE_POINT || child.id === CUE_TRACK_POSITIONS) {
      written.push(element(child.id, rewriteChildren(bytes, child, shift)))
    } else if (child.id === CUE_CLUSTER_POSITION) {
      const position = Buffer.alloc(POSITION_BYTES)
      position.writeUIntBE(unsigned(bytes, child) + shift, 0, POSITION_BYTES)
      written.push(element(child.id, position))
    } else {
      written.push(element(child.id, bytes.subarray(child.dataAt, child.end)))
    }
  }
  return Buffer.concat(written)
}

function unsigned(bytes: Buffer, { dataAt, end }: Element): number {
  return bytes.readUIntBE(dataAt, end - dataAt)
}

function element(id: number, data: Buffer): Buffer {
  const idBytes = Buffer.alloc(Math.ceil((32 - Math.clz32(id)) / 8))
  idBytes.writeUIntBE(id, 0, idBytes.length)
  return Buffer.concat([idBytes, vint(data.length), data])
}

/** A size as it is written here: in four bytes, or in one where that is enough. */
function vint(size: number): Buffer {
  if (size < 0x7f) return Buffer.from([0x80 | size])
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(0x10000000 + size)
  return bytes
}

/** An element of exactly `length` bytes that readers skip; `length` is at least 2. */
export function voidElement(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUInt8(VOID, 0)
  if (length < 9) {
    bytes.writeUInt8(0x80 | (length - 2), 1)
    return bytes
  }
  bytes.writeUInt8(0x01, 1)
  bytes.writeUIntBE(length - 9, 3, 6)
  return bytes
}
