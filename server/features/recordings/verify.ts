import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { asWorker, type Tx } from '../../db/actor.ts'
import type { Services } from '../../services.ts'
import { bytesLost } from '../../storage/lost-bytes.ts'
import { type Storage, StorageError } from '../../storage/storage.ts'

type ChunkRow = { index: number; byte_offset: number; size: number; sha256: string }
type Verdict = { sha256: string | null; damaged: number[] }

/**
 * Reads every stored byte of a recording again and compares: each chunk with the digest that the device sent, and the
 * whole with the hash that it gave at the end. Only here a recording becomes safe, and only then does its device
 * delete its own copy.
 */
export async function verifyRecording(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  userId: string,
  recordingId: string,
  signal: AbortSignal,
): Promise<void> {
  const found = await asWorker(db, userId, async (tx) => {
    const recording = await tx
      .selectFrom('recordings')
      .innerJoin('media', 'media.id', 'recordings.original_media_id')
      .where('recordings.user_id', '=', userId)
      .where('media.user_id', '=', userId)
      .where('recordings.id', '=', recordingId)
      .where('recordings.state', '=', 'verifying')
      .select(['recordings.original_media_id', 'claimed_sha256', 'received_bytes', 'storage_key'])
      .executeTakeFirst()
    const chunks = await tx
      .selectFrom('recording_chunks')
      .where('user_id', '=', userId)
      .where('recording_id', '=', recordingId)
      .orderBy('index')
      .select(['index', 'byte_offset', 'size', 'sha256'])
      .execute()
    return recording ? { ...recording, chunks } : null
  })
  if (!found) return

  // Sealed first, so that the bytes are read again in the form in which they are kept.
  await storage.seal(found.storage_key, signal)
  const verdict = await readAgain(storage, found.storage_key, found.chunks, signal)
  const isSafe =
    verdict.damaged.length === 0 && (found.claimed_sha256 === null || found.claimed_sha256 === verdict.sha256)
  await asWorker(db, userId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('recordings')
      .set({ state: isSafe ? 'safe' : 'damaged', sha256: verdict.sha256 })
      .where('user_id', '=', userId)
      .where('id', '=', recordingId)
      .where('state', '=', 'verifying')
      .where('received_bytes', '=', found.received_bytes)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return

    if (isSafe) {
      await tx
        .updateTable('media')
        .set({ sha256: verdict.sha256, verified_at: new Date() })
        .where('user_id', '=', userId)
        .where('id', '=', found.original_media_id)
        .execute()
      await forgetDamage(tx, userId, found.original_media_id)
    }
    if (verdict.damaged.length > 0) {
      await tx
        .updateTable('recording_chunks')
        .set({ damaged: true })
        .where('user_id', '=', userId)
        .where('recording_id', '=', recordingId)
        // A single array parameter: a recording of a day may have more damaged chunks than a statement takes
        // parameters.
        .where('index', '=', sql<number>`any(${verdict.damaged}::int[])`)
        .execute()
    }
  })
}

/** Withdraws what a check had found: otherwise archives would leave the bytes out until the next check, months later. */
async function forgetDamage(tx: Tx, userId: string, mediaId: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('damaged_media')
    .where('user_id', '=', userId)
    .where('media_id', '=', mediaId)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await sql`select app.note_fixity(${userId}, ${mediaId}, 'intact')`.execute(tx)
}

/** Reads the bytes in one pass, with no more in memory than one read returns. */
async function readAgain(
  storage: Storage,
  key: string,
  chunks: ChunkRow[],
  signal: AbortSignal,
): Promise<Verdict> {
  const whole = createHash('sha256')
  const damaged: number[] = []
  let bytes = new ByteReader(await open(storage, key, 0), signal)

  try {
    for (const chunk of chunks) {
      const part = createHash('sha256')
      try {
        const read = await bytes.next(chunk.size, (piece) => {
          part.update(piece)
          whole.update(piece)
        })
        if (read !== chunk.size || part.digest('hex') !== chunk.sha256) damaged.push(chunk.index)
      } catch (error) {
        // A chunk that the disk can no longer read is damaged like one that reads wrongly: the device is asked to send
        // it again.
        if (bytesLost(error) === null) throw error
        damaged.push(chunk.index)
        bytes = new ByteReader(await open(storage, key, chunk.byte_offset + chunk.size), signal)
      }
    }
  } finally {
    bytes.close()
  }
  return { sha256: damaged.length === 0 ? whole.digest('hex') : null, damaged }
}

async function open(storage: Storage, key: string, start: number): Promise<Readable> {
  try {
    if (start === 0) return await storage.read(key)
    const size = (await storage.stat(key))?.size ?? 0
    return start < size ? await storage.read(key, { start, end: size - 1 }) : nothing()
  } catch (error) {
    if (error instanceof StorageError && error.code === 'NOT_FOUND') return nothing()
    throw error
  }
}

const nothing = () => Readable.from([])

/** Reads exact lengths from a stream whose pieces have lengths of their own. */
class ByteReader {
  readonly #source: Readable
  readonly #pieces: AsyncIterator<Buffer>
  readonly #signal: AbortSignal
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: Readable, signal: AbortSignal) {
    this.#source = source
    this.#pieces = source[Symbol.asyncIterator]()
    this.#signal = signal
  }

  async next(length: number, take: (piece: Buffer) => void): Promise<number> {
    let read = 0
    while (read < length) {
      this.#signal.throwIfAborted()
      if (this.#rest.length === 0) {
        const { value, done } = await this.#pieces.next()
        if (done || !value) return read
        this.#rest = value
      }
      const piece = this.#rest.subarray(0, length - read)
      this.#rest = this.#rest.subarray(piece.length)
      read += piece.length
      take(piece)
    }
    return read
  }

  /**
   * Closes the file. A stream does so by itself only where its end is read, which nobody does who reads exact lengths; a file that
   * stays open keeps its room on the disk even after it was deleted.
   */
  close(): void {
    this.#source.destroy()
  }
}
