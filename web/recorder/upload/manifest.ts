import { type Bytes, concatenate, createRunningHash, type RunningHash, sha256Of } from '../hash.ts'
import type { ChunkEntry, Slice, Spool } from '../spool/spool.ts'

export type Chunk = { entry: ChunkEntry; bytes: Bytes }

/** How many bytes are read back at a time while hashing again. */
const readBytes = 2 * 1024 * 1024

/**
 * The numbered chunks of one recording: cut from the spooled slices, stored before they are sent, and later reloaded
 * byte for byte.
 */
export class Manifest {
  readonly #spool: Spool
  readonly #recordingId: string
  /** Entries that a full disk could not store. If they are lost, new chunks conflict with the server's and everything is sent again. */
  readonly #unsaved = new Map<number, ChunkEntry>()
  #last: ChunkEntry | null
  #hash: RunningHash

  private constructor(spool: Spool, recordingId: string, last: ChunkEntry | null, hash: RunningHash) {
    this.#spool = spool
    this.#recordingId = recordingId
    this.#last = last
    this.#hash = hash
  }

  static async open(spool: Spool, recordingId: string): Promise<Manifest> {
    const last = await spool.lastChunk(recordingId)
    return new Manifest(spool, recordingId, last, await hashUpTo(spool, recordingId, last))
  }

  get count(): number {
    return this.#last === null ? 0 : this.#last.index + 1
  }

  get sizeBytes(): number {
    return this.#last?.endByte ?? 0
  }

  /** SHA-256 over all chunks. */
  get sha256(): string {
    return this.#hash.digest()
  }

  /** Whether there are spooled slices that no chunk holds yet. */
  async hasMore(): Promise<boolean> {
    const { slices } = await this.#spool.extent(this.#recordingId)
    return slices > this.#nextSeq
  }

  /** Whether slices can be read that no chunk holds yet. */
  async canCut(): Promise<boolean> {
    return (await this.#spool.read(this.#recordingId, this.#nextSeq, Number.MAX_SAFE_INTEGER, 1)).length > 0
  }

  /** Whether more can be read now than the chunks hold: a disk read that failed when they were cut may succeed now. */
  async canReadMore(): Promise<boolean> {
    let bytes = 0
    let from = 0
    for (;;) {
      const slices = await this.#spool.read(this.#recordingId, from, Number.MAX_SAFE_INTEGER, readBytes)
      const last = slices.at(-1)
      if (last === undefined) return bytes > this.sizeBytes
      bytes += slices.reduce((sum, slice) => sum + slice.bytes.byteLength, 0)
      from = last.seq + 1
    }
  }

  /** Whether the device kept slices that are in no chunk, because they could not be read. */
  async lacksSome(): Promise<boolean> {
    const { slices, endByte } = await this.#spool.extent(this.#recordingId)
    return slices > this.#nextSeq || endByte > this.sizeBytes
  }

  /**
   * Cuts the next chunk, of as many slices as `maxBytes` allows. Null when less than `minMs` of recording waits; with 0 it takes
   * whatever there is.
   */
  async cut(maxBytes: number, minMs: number): Promise<Chunk | null> {
    const { endMs } = await this.#spool.extent(this.#recordingId)
    if (endMs - (this.#last?.endMs ?? 0) < minMs) return null

    const slices = await this.#spool.read(this.#recordingId, this.#nextSeq, Number.MAX_SAFE_INTEGER, maxBytes)
    const last = slices.at(-1)
    if (last === undefined) return null

    const bytes = bytesOf(slices)
    const hash = await createRunningHash(this.#hash.state())
    hash.update(bytes)
    const entry: ChunkEntry = {
      recordingId: this.#recordingId,
      index: this.count,
      firstSeq: this.#nextSeq,
      lastSeq: last.seq,
      size: bytes.byteLength,
      endByte: this.sizeBytes + bytes.byteLength,
      sha256: await sha256Of(bytes),
      endMs: last.endMs,
      hashState: hash.state(),
    }
    await this.#spool.putChunk(entry).catch(() => this.#unsaved.set(entry.index, entry))
    this.#last = entry
    this.#hash = hash
    return { entry, bytes }
  }

  /** A chunk cut earlier, or null when the spooled slices no longer yield exactly its bytes. */
  async load(index: number): Promise<Chunk | null> {
    const entry = await this.#entry(index)
    if (entry === null) return null

    const slices = await this.#spool.read(
      this.#recordingId,
      entry.firstSeq,
      entry.lastSeq,
      Number.MAX_SAFE_INTEGER,
    )
    const bytes = bytesOf(slices)
    const isWhole = bytes.byteLength === entry.size && (await sha256Of(bytes)) === entry.sha256
    return isWhole ? { entry, bytes } : null
  }

  /** How much of the recording the chunks before `index` hold. */
  async msBefore(index: number): Promise<number> {
    if (index === 0) return 0
    return (await this.#entry(index - 1))?.endMs ?? 0
  }

  /** How many bytes the chunks before `index` hold; null when no such chunk was cut. */
  async bytesBefore(index: number): Promise<number | null> {
    if (index === 0) return 0
    return (await this.#entry(index - 1))?.endByte ?? null
  }

  /** Forgets the chunks from `index` on, so that they are cut again. The server must not have them yet. */
  async dropFrom(index: number): Promise<void> {
    await this.#spool.dropChunksFrom(this.#recordingId, index)
    for (const unsaved of [...this.#unsaved.keys()]) if (unsaved >= index) this.#unsaved.delete(unsaved)
    this.#last = index > 0 ? await this.#entry(index - 1) : null
    this.#hash = await hashUpTo(this.#spool, this.#recordingId, this.#last)
  }

  async #entry(index: number): Promise<ChunkEntry | null> {
    return this.#unsaved.get(index) ?? (await this.#spool.chunk(this.#recordingId, index))
  }

  get #nextSeq(): number {
    return this.#last === null ? 0 : this.#last.lastSeq + 1
  }
}

/** The running hash after a chunk: resumed from its saved state, or computed again from the spooled slices up to it. */
async function hashUpTo(spool: Spool, recordingId: string, last: ChunkEntry | null): Promise<RunningHash> {
  if (last === null) return createRunningHash()
  try {
    return await createRunningHash(last.hashState)
  } catch {
    return rehash(spool, recordingId, last.lastSeq)
  }
}

async function rehash(spool: Spool, recordingId: string, toSeq: number): Promise<RunningHash> {
  const hash = await createRunningHash()
  let from = 0
  for (;;) {
    const slices = await spool.read(recordingId, from, toSeq, readBytes)
    const last = slices.at(-1)
    if (last === undefined) return hash
    for (const slice of slices) hash.update(slice.bytes)
    from = last.seq + 1
  }
}

function bytesOf(slices: readonly Slice[]): Bytes {
  return concatenate(slices.map((slice) => slice.bytes))
}
