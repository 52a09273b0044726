import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sha256Of } from '../../sha256.ts'
import { type ByteRange, type ByteSource, type Storage, StorageError } from '../storage.ts'
import { validKey } from '../storage-key.ts'
import type { Bucket, Found } from './bucket.ts'
import { gather } from './gather.ts'
import { beforePiecesEndingAt, layOut, nameOf, PIECE_BYTES_MAX, type Piece, pieceOf } from './growth.ts'
import { Moved, readStretches } from './read-stretches.ts'
import { storeWhole } from './store-whole.ts'

const MIB = 1024 * 1024
/** Pieces are looked up for so much of an object at a time, so that memory does not grow with its length. */
const WINDOW_BYTES = 64 * MIB
const LIST_MAX = 1_000
/** What adds to an object finds what it needs to know in the first name or two. */
const LIST_TOP = 4
const REMOVALS_AT_ONCE = 8
const LOOKS_MAX = 5

/** What is noted with a whole object: which pieces it holds already, and whether it was joined from them. */
const STAMP = 'kinora-stamp'
const JOINED = 'kinora-joined'

type Look = { whole: Found | null; pieces: Piece[]; exists: boolean; size: number; newest: number }

/**
 * Objects in an S3-compatible store. No process keeps anything that another would have to know: what grows is pieces
 * below `.growing/`, and a listing says all there is to know of it. docs/decisions has the reasons.
 */
export class S3Storage implements Storage {
  readonly #bucket: Bucket
  readonly #prefix: string
  readonly #workFolder: string

  constructor(bucket: Bucket, prefix: string, workFolder: string) {
    this.#bucket = bucket
    this.#prefix = prefix
    this.#workFolder = workFolder
  }

  /** Writes, lists, reads and removes a probe: a wrong address, key or permission shows here and not with a recording. */
  async check(): Promise<void> {
    const key = `check-${randomUUID()}`
    await this.writeAt(key, 0, Buffer.from(key))
    await this.seal(key)
    for await (const _ of await this.read(key)) break
    await this.delete(key)
  }

  async put(key: string, source: ByteSource): Promise<number> {
    return this.#replace(validKey(key), source)
  }

  async putFile(key: string, path: string): Promise<void> {
    validKey(key)
    const found = await stat(path).catch(() => null)
    if (!found) throw new StorageError('NOT_FOUND', 'no such file')
    await this.#replace(key, createReadStream(path, { highWaterMark: MIB }))
    await rm(path, { force: true })
  }

  async writeAt(key: string, offset: number, source: ByteSource): Promise<number> {
    const atOnce = await this.#lookAtOnce(validKey(key), offset)
    const { size, newest } = offset > atOnce.size ? await this.#look(key, offset) : atOnce
    if (offset > size) throw new StorageError('OUT_OF_RANGE', `offset ${offset} is past the end at ${size}`)

    let stamp = laterThan(newest)
    let end = offset
    for await (const bytes of gather(source, () => PIECE_BYTES_MAX)) {
      end += bytes.length
      const piece = { end, size: bytes.length, stamp, digest: sha256Of(bytes) }
      await this.#bucket.put(this.#keyOf(key, piece), bytes)
      stamp += 1
    }
    return end - offset
  }

  /** A store of objects answers once it holds what it was given. */
  async flush(key: string): Promise<void> {
    validKey(key)
  }

  async truncate(key: string, size: number): Promise<void> {
    const look = await this.#look(validKey(key), size + 1)
    if (!look.exists && (await this.stat(key)) === null) throw new StorageError('NOT_FOUND', 'no such object')
    if (size === 0) {
      await this.#replace(key, Buffer.alloc(0))
      return
    }

    if (look.whole && look.whole.size > size) await this.#join(key, size)
    for (const piece of look.pieces) await this.#cutBack(key, piece, { size, newest: look.newest })
  }

  async seal(key: string, signal?: AbortSignal): Promise<void> {
    await this.#join(validKey(key), Number.POSITIVE_INFINITY, signal)
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const look = await this.#lookAtSize(validKey(key))
    const { size, exists } = look
    if (!exists) throw new StorageError('NOT_FOUND', 'no such object')
    const { start, end } = range ?? { start: 0, end: size - 1 }
    const isEmpty = range === undefined && size === 0
    if (!isEmpty && (start < 0 || start > end || end >= size)) {
      throw new StorageError('OUT_OF_RANGE', `bytes ${start}-${end} of ${size}`)
    }
    return Readable.from(this.#bytes(key, start, end + 1, look), { objectMode: false, highWaterMark: MIB })
  }

  async stat(key: string): Promise<{ size: number } | null> {
    const { size, exists } = await this.#lookAtSize(validKey(key))
    return exists ? { size } : null
  }

  async delete(key: string): Promise<void> {
    await this.#bucket.remove(this.#prefix + validKey(key))
    await this.#removePieces(key, await this.#list(key, Number.POSITIVE_INFINITY, 0))
  }

  localPath(): null {
    return null
  }

  async workFolder(): Promise<string> {
    await mkdir(this.#workFolder, { recursive: true, mode: 0o700 })
    return this.#workFolder
  }

  /**
   * What is there: the whole object, the pieces that end at `downTo` or later, and how far both reach together. The whole
   * is asked for last: pieces that somebody joined meanwhile and took away are in it.
   */
  async #look(key: string, downTo: number): Promise<Look> {
    const pieces = await this.#list(key, Number.POSITIVE_INFINITY, downTo)
    return this.#together(await this.#bucket.head(this.#prefix + key), pieces)
  }

  /** The same in the time of one call. Where somebody finishes the object meanwhile, it may seem to be shorter. */
  async #lookAtOnce(key: string, downTo: number): Promise<Look> {
    const [whole, pieces] = await Promise.all([
      this.#bucket.head(this.#prefix + key),
      this.#list(key, Number.POSITIVE_INFINITY, downTo),
    ])
    return this.#together(whole, pieces)
  }

  #together(whole: Found | null, pieces: Piece[]): Look {
    const top = pieces.find(({ stamp }) => stamp > stampOf(whole))
    return {
      whole,
      pieces,
      exists: whole !== null || top !== undefined,
      size: Math.max(whole?.size ?? 0, top?.end ?? 0),
      newest: latest(stampOf(whole), pieces),
    }
  }

  /** The same where nobody asks for more than the size: the first names of a listing nearly always say it. */
  async #lookAtSize(key: string): Promise<Look> {
    const { names, hasMore } = await this.#bucket.list(this.#growing(key), '', LIST_TOP)
    const whole = await this.#bucket.head(this.#prefix + key)
    const pieces = piecesOf(names)
    const top = pieces.find(({ stamp }) => stamp > stampOf(whole))
    // Pieces that a kill left behind may hide those that count.
    if (!top && hasMore) return this.#look(key, 0)

    const size = Math.max(whole?.size ?? 0, top?.end ?? 0)
    return { whole, pieces, exists: whole !== null || top !== undefined, size, newest: 0 }
  }

  /** The pieces that end no later than `from` and no earlier than `downTo`, the furthest first. */
  async #list(key: string, from: number, downTo: number): Promise<Piece[]> {
    const pieces: Piece[] = []
    let after = from === Number.POSITIVE_INFINITY ? '' : beforePiecesEndingAt(from)
    // Whoever adds to the end has all of it in the first names.
    for (let count = LIST_TOP; ; count = LIST_MAX) {
      const { names, hasMore } = await this.#bucket.list(this.#growing(key), after, count)
      const found = piecesOf(names)
      pieces.push(...found.filter(({ end }) => end >= downTo))
      const last = names.at(-1)
      if (last === undefined || !hasMore || found.some(({ end }) => end < downTo)) return pieces
      after = last
    }
  }

  /** Puts one whole object of at most `size` bytes in the place of what is there. */
  async #join(key: string, size: number, signal?: AbortSignal): Promise<void> {
    const look = await this.#look(key, 0)
    const { whole, pieces } = look
    const isGrown = pieces.some(({ stamp }) => stamp > stampOf(whole))
    if (!isGrown && (whole === null || whole.size <= size)) return this.#removePieces(key, pieces)

    const work = {
      bucket: this.#bucket,
      key: this.#prefix + key,
      notes: { [STAMP]: String(latest(stampOf(whole), pieces)), [JOINED]: 'yes' },
      beforeEnd: async () => {
        // Another process may have done it meanwhile, and more since.
        const now = await this.#bucket.head(this.#prefix + key)
        if (now?.etag !== whole?.etag) throw new StorageError('UNAVAILABLE', 'joined elsewhere meanwhile')
      },
    }
    await storeWhole(work, until(this.#bytes(key, 0, Math.min(size, look.size), look), signal))
    await this.#removePieces(key, pieces)
  }

  /** What a piece holds before the new end is stored beside it before it goes. */
  async #cutBack(
    key: string,
    piece: Piece,
    { size, newest }: { size: number; newest: number },
  ): Promise<void> {
    const start = piece.end - piece.size
    if (start < size) {
      const bytes = await buffer(await this.read(key, { start, end: size - 1 }))
      const kept = { end: size, size: bytes.length, stamp: laterThan(newest), digest: sha256Of(bytes) }
      await this.#bucket.put(this.#keyOf(key, kept), bytes)
    }
    await this.#bucket.remove(this.#keyOf(key, piece))
  }

  async *#bytes(key: string, start: number, end: number, first: Look): AsyncGenerator<Buffer> {
    let position = start
    let [whole, pieces] = [first.whole, first.pieces]
    for (let looks = 0; position < end; looks += 1) {
      // An object without pieces is read in one go.
      const isWhole = looks === 0 && pieces.length === 0
      const to = isWhole ? end : Math.min(end, position + WINDOW_BYTES)
      if (!isWhole) {
        const before = whole
        pieces = await this.#list(key, to + PIECE_BYTES_MAX, position + 1)
        whole = await this.#bucket.head(this.#prefix + key)
        refuseOther(before, whole)
      }
      const stretches = layOut(whole && { size: whole.size, stamp: stampOf(whole) }, pieces, position, to)
      if (stretches.length === 0 || looks > LOOKS_MAX + Math.ceil((end - start) / WINDOW_BYTES)) {
        throw new StorageError('OUT_OF_RANGE', `nothing at ${position} of ${end}`)
      }
      const places = {
        bucket: this.#bucket,
        whole: whole && { key: this.#prefix + key, etag: whole.etag },
        keyOf: (piece: Piece) => this.#keyOf(key, piece),
      }
      try {
        for await (const bytes of readStretches(places, stretches)) {
          position += bytes.length
          yield bytes
        }
      } catch (error) {
        if (!(error instanceof Moved)) throw error
      }
    }
  }

  async #replace(key: string, source: ByteSource): Promise<number> {
    const pieces = await this.#list(key, Number.POSITIVE_INFINITY, 0)
    const stamp = laterThan(latest(0, pieces))
    const work = { bucket: this.#bucket, key: this.#prefix + key, notes: { [STAMP]: String(stamp) } }
    const size = await storeWhole(work, source)
    await this.#removePieces(key, pieces)
    return size
  }

  async #removePieces(key: string, pieces: Piece[]): Promise<void> {
    const left = [...pieces]
    const remove = async (): Promise<void> => {
      for (let piece = left.pop(); piece; piece = left.pop())
        await this.#bucket.remove(this.#keyOf(key, piece))
    }
    await Promise.all(Array.from({ length: REMOVALS_AT_ONCE }, remove))
  }

  /** No key has a segment that begins with a dot, or with this sign. */
  #growing(key: string): string {
    return `${this.#prefix}.growing/${key}/~`
  }

  #keyOf(key: string, piece: Piece): string {
    return this.#growing(key) + nameOf(piece)
  }
}

function stampOf(whole: Found | null): number {
  return Number(whole?.notes[STAMP] ?? 0)
}

function piecesOf(names: string[]): Piece[] {
  return names.flatMap((name) => pieceOf(name) ?? [])
}

function latest(stamp: number, pieces: Piece[]): number {
  return pieces.reduce((most, piece) => Math.max(most, piece.stamp), stamp)
}

/** Later than everything that was seen, also where another machine's clock is ahead. */
function laterThan(seen: number): number {
  return Math.max(Date.now(), seen + 1)
}

/** A whole that was joined from the pieces that were being read goes on with the same bytes; any other does not. */
function refuseOther(before: Found | null, now: Found | null): void {
  if (before?.etag === now?.etag || now?.notes[JOINED]) return
  throw new StorageError('UNAVAILABLE', 'the object was replaced while it was read')
}

async function* until(bytes: AsyncIterable<Buffer>, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  for await (const some of bytes) {
    signal?.throwIfAborted()
    yield some
  }
}
