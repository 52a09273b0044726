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
/** How many bytes of an object pieces are looked up for at a time, so that memory does not grow with the object's length. */
const WINDOW_BYTES = 64 * MIB
const LIST_MAX = 1_000
/** How many names a listing asks for at first: a write at the end finds what it needs in the first name or two. */
const LIST_TOP = 4
const REMOVALS_AT_ONCE = 8
const LOOKS_MAX = 5

/** Metadata of a whole object: the stamp up to which it contains or replaces all pieces, and whether it was joined from pieces. */
const STAMP = 'kinora-stamp'
const JOINED = 'kinora-joined'

type Look = { whole: Found | null; pieces: Piece[]; exists: boolean; size: number; newest: number }

/**
 * Keeps objects in an S3-compatible store. No process holds any state that another process would need: an object that grows is kept
 * as pieces below `.growing/`, and a listing tells all there is to know about it. docs/decisions has the reasons.
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

  /** Writes, lists, reads and removes a probe, so that a wrong address, key or permission shows here and not with a recording. */
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

  /** Only checks the key: an S3 store answers a write only once it holds the bytes. */
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
   * Finds the whole object, the pieces that end at `downTo` or later, and the size that both reach together. The whole object is
   * asked for last, because it then contains any pieces that another process joined and removed meanwhile.
   */
  async #look(key: string, downTo: number): Promise<Look> {
    const pieces = await this.#list(key, Number.POSITIVE_INFINITY, downTo)
    return this.#together(await this.#bucket.head(this.#prefix + key), pieces)
  }

  /**
   * Like `#look`, in the time of one call. When another process seals the object meanwhile, the object may seem shorter than it is.
   */
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

  /** Like `#look`, for callers that need only the size: the first names of a listing nearly always tell it. */
  async #lookAtSize(key: string): Promise<Look> {
    const { names, hasMore } = await this.#bucket.list(this.#growing(key), '', LIST_TOP)
    const whole = await this.#bucket.head(this.#prefix + key)
    const pieces = piecesOf(names)
    const top = pieces.find(({ stamp }) => stamp > stampOf(whole))
    // The first names may be stale pieces that a killed process left behind, and hide those that count.
    if (!top && hasMore) return this.#look(key, 0)

    const size = Math.max(whole?.size ?? 0, top?.end ?? 0)
    return { whole, pieces, exists: whole !== null || top !== undefined, size, newest: 0 }
  }

  /** The pieces that end no later than `from` and no earlier than `downTo`, the furthest first. */
  async #list(key: string, from: number, downTo: number): Promise<Piece[]> {
    const pieces: Piece[] = []
    let after = from === Number.POSITIVE_INFINITY ? '' : beforePiecesEndingAt(from)
    // A write at the end finds all that it needs in the first names.
    for (let count = LIST_TOP; ; count = LIST_MAX) {
      const { names, hasMore } = await this.#bucket.list(this.#growing(key), after, count)
      const found = piecesOf(names)
      pieces.push(...found.filter(({ end }) => end >= downTo))
      const last = names.at(-1)
      // Taken for the end of the listing, it would make the object seem shorter than it is.
      if (last === undefined && hasMore) throw new StorageError('UNAVAILABLE', 'a listing without names')
      if (last === undefined || !hasMore || found.some(({ end }) => end < downTo)) return pieces
      after = last
    }
  }

  /** Replaces the object and its pieces by one whole object of at most `size` bytes. */
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
        // Another process may have joined the pieces meanwhile, and added more since.
        const now = await this.#bucket.head(this.#prefix + key)
        if (now?.etag !== whole?.etag) throw new StorageError('UNAVAILABLE', 'joined elsewhere meanwhile')
      },
    }
    await storeWhole(work, until(this.#bytes(key, 0, Math.min(size, look.size), look), signal))
    await this.#removePieces(key, pieces)
  }

  /**
   * Cuts a piece back to `size`: the bytes of the piece before the new end are stored as a piece of their own before the piece is
   * removed.
   */
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
      // An object without pieces is read in one request.
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

  /** The prefix of an object's pieces. No key can clash with it, because no segment of a key begins with a dot or with `~`. */
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

/** Later than every stamp seen so far, even where another machine's clock is ahead. */
function laterThan(seen: number): number {
  return Math.max(Date.now(), seen + 1)
}

/**
 * Refuses to read on when the whole object was replaced. An object that was joined from the pieces being read goes on with the same
 * bytes; any other object does not.
 */
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
