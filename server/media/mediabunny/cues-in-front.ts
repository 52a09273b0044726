import { type FileHandle, open } from 'node:fs/promises'
import { writePieces } from '../../storage/write-pieces.ts'
import { cuesPosition, rewriteCues, voidElement } from './ebml.ts'

const SEGMENT_ID_BYTES = 4

/**
 * A WebM file that is written with room left between its header and its first cluster. The muxer knows nothing of the room: what it
 * writes at or past `gapAt` lands `room` bytes later. Muxers put the index last, because only then it is known; at the end it is
 * moved into the room, and the rest of the room becomes a Void element.
 */
export class FrontCuesFile {
  readonly #file: FileHandle
  readonly #room: number
  #gapAt: number | null = null

  private constructor(file: FileHandle, room: number) {
    this.#file = file
    this.#room = room
  }

  static async create(path: string, room: number): Promise<FrontCuesFile> {
    return new FrontCuesFile(await open(path, 'w+'), room)
  }

  /** To be called with the end of the header, which the muxer reports before the first cluster. */
  headerEndsAt(position: number): void {
    this.#gapAt = position
  }

  async write(data: Uint8Array, position: number): Promise<void> {
    const gapAt = this.#gapAt ?? Number.POSITIVE_INFINITY
    const before = Math.max(0, Math.min(data.length, gapAt - position))
    if (before > 0) await writePieces(this.#file, position, [data.subarray(0, before)])
    if (before < data.length) {
      await writePieces(this.#file, position + before + this.#room, [data.subarray(before)])
    }
  }

  /** Moves the index to the front. Resolves to false where it did not fit: the file is then complete, only slow to seek. */
  async finish(segmentAt: number): Promise<boolean> {
    if (this.#gapAt === null) throw new Error('the muxer wrote no header')
    const header = await this.#readAt(0, this.#gapAt)
    const segmentDataAt = segmentAt + SEGMENT_ID_BYTES + sizeLength(header, segmentAt + SEGMENT_ID_BYTES)
    const found = cuesPosition(header, segmentDataAt)
    const cuesAt = segmentDataAt + found.position + this.#room
    const { size } = await this.#file.stat()
    const cues = rewriteCues(await this.#readAt(cuesAt, size - cuesAt), this.#room)
    if (cues.length + 2 > this.#room) return false

    const front = Buffer.concat([cues, voidElement(this.#room - cues.length)])
    await writePieces(this.#file, this.#gapAt, [front])
    await this.#patch(found.valueAt, this.#gapAt - segmentDataAt, found.valueLength)
    await this.#patchSegmentSize(segmentAt + SEGMENT_ID_BYTES, segmentDataAt, cuesAt)
    await this.#file.truncate(cuesAt)
    return true
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  async #readAt(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await this.#file.read(bytes, 0, length, position)
    return bytes.subarray(0, bytesRead)
  }

  async #patch(at: number, value: number, length: number): Promise<void> {
    const bytes = Buffer.alloc(length)
    bytes.writeUIntBE(value, 0, length)
    await writePieces(this.#file, at, [bytes])
  }

  async #patchSegmentSize(sizeAt: number, dataAt: number, end: number): Promise<void> {
    const length = dataAt - sizeAt
    const bytes = Buffer.alloc(length)
    bytes.writeUIntBE(end - dataAt, Math.max(0, length - 6), Math.min(length, 6))
    bytes.writeUInt8(bytes.readUInt8(0) | (0x80 >> (length - 1)), 0)
    await writePieces(this.#file, sizeAt, [bytes])
  }
}

function sizeLength(bytes: Buffer, at: number): number {
  return Math.clz32(bytes.readUInt8(at)) - 23
}
