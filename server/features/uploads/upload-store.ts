import { DataStore, ERRORS, Upload } from '@tus/utils'
import { limits } from '#contract/limits.ts'
import { asUser, type Claims, type Tx } from '../../db/actor.ts'
import type { Services } from '../../services.ts'
import { type Batch, batchesOf } from './batches.ts'
import { checksumMismatch } from './tus-failure.ts'
import { type Checksum, matches } from './upload-checksum.ts'
import { advanceUpload, dropUpload, findBegun, findUpload, reserveUpload } from './uploads.ts'

/**
 * So much is gathered, written, flushed and recorded at a time; a killed server loses at most the batches it had in
 * memory.
 */
const BATCH_BYTES = 8 * 1024 * 1024

/**
 * What came with the request: its body, where to give the body's buffers back once they are stored, and the checksum it
 * should match.
 */
export type Sent = {
  body: AsyncIterable<Uint8Array>
  giveBack: (pieces: Uint8Array[]) => void
  checksum: Checksum | null
}

/**
 * One person's uploads as the tus library sees them, for one request. Every byte is flushed before its offset is recorded,
 * and recorded before it is acknowledged. An upload of another person counts as not found.
 */
export class UploadStore extends DataStore {
  readonly #services: Pick<Services, 'db' | 'storage'>
  readonly #claims: Claims
  readonly #sent: Sent

  constructor(services: Pick<Services, 'db' | 'storage'>, claims: Claims, sent: Sent) {
    super()
    this.#services = services
    this.#claims = claims
    this.#sent = sent
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'checksum', 'expiration']
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, metadata, size } = upload
    if (size === undefined) throw ERRORS.INVALID_LENGTH
    upload.id = await this.#run(async (tx) => {
      const draft = { id, size, metadata }
      const begun = await findBegun(tx, this.#claims.sub, draft)
      if (begun === undefined) await reserveUpload(tx, this.#claims.sub, draft)
      return begun ?? id
    })
    upload.creation_date = new Date().toISOString()
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#run((tx) => findUpload(tx, this.#claims.sub, id, 'read'))
    if (!row) throw ERRORS.FILE_NOT_FOUND
    return new Upload({
      id,
      size: row.size_bytes,
      offset: row.byte_offset,
      // The library counts an upload's expiry from its creation, so it is given the time of the last byte instead.
      creation_date: new Date(
        row.expires_at.getTime() - limits.uploadExpiresAfterHours * 3_600_000,
      ).toISOString(),
    })
  }

  /** The library's own stream is left alone: it would carry every byte through four streams on its way here. */
  override async write(_stream: unknown, id: string, offset: number): Promise<number> {
    const { checksum } = this.#sent
    return checksum ? this.#writeWhole(id, offset, checksum) : this.#writeOn(id, offset)
  }

  /**
   * Writes batch by batch, so that everything flushed before a connection breaks is kept. The next batch is gathered while
   * the one before is flushed, so that the connection never waits for the disk; at most two batches are in memory.
   */
  async #writeOn(id: string, offset: number): Promise<number> {
    let writing = Promise.resolve(offset)
    try {
      for await (const batch of batchesOf(this.#sent.body, BATCH_BYTES)) {
        const reached = await writing
        writing = this.#writeBatch(id, reached, batch)
        writing.catch(() => undefined)
      }
    } catch (error) {
      await writing
      throw error
    }
    return writing
  }

  /**
   * Writes the whole body or nothing: one that does not match its checksum leaves the upload at the offset where it was.
   */
  async #writeWhole(id: string, offset: number, checksum: Checksum): Promise<number> {
    const { storage } = this.#services
    let reached = offset
    for await (const batch of batchesOf(this.#sent.body, BATCH_BYTES)) {
      reached += await this.#run(async (tx) => {
        const upload = await this.#lockAt(tx, id, offset)
        refuseBeyond(upload.size_bytes, reached + batch.size)
        return storage.writeAt(upload.storage_key, reached, batch.pieces)
      })
      this.#sent.giveBack(batch.pieces)
    }
    await this.#run(async (tx) => {
      const upload = await this.#lockAt(tx, id, offset)
      // What is stored is hashed, not what came: another request may have written here between two batches of this one.
      const hash = checksum.hash.copy()
      const range = { start: offset, end: reached - 1 }
      const stored = reached > offset ? await storage.read(upload.storage_key, range) : []
      for await (const piece of stored) hash.update(piece)
      if (!matches({ ...checksum, hash })) throw checksumMismatch
      await advanceUpload(tx, storage, upload, reached)
    })
    return reached
  }

  /** The buffers are given back only after success: a disk that does not answer may still be writing from them. */
  async #writeBatch(id: string, offset: number, batch: Batch): Promise<number> {
    const { storage } = this.#services
    const reached = await this.#run(async (tx) => {
      const upload = await this.#lockAt(tx, id, offset)
      refuseBeyond(upload.size_bytes, offset + batch.size)
      const written = await storage.writeAt(upload.storage_key, offset, batch.pieces)
      await advanceUpload(tx, storage, upload, offset + written)
      return offset + written
    })
    this.#sent.giveBack(batch.pieces)
    return reached
  }

  /** Locks the upload's row, which keeps two requests, in this or another process, from writing at the same offset. */
  async #lockAt(tx: Tx, id: string, offset: number) {
    const upload = await findUpload(tx, this.#claims.sub, id, 'write')
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    if (upload.state !== 'receiving' || upload.byte_offset !== offset) throw ERRORS.INVALID_OFFSET
    return upload
  }

  override async remove(id: string): Promise<void> {
    const dropped = await this.#run((tx) => dropUpload(tx, this.#claims.sub, id))
    if (dropped === 'unknown') throw ERRORS.FILE_NOT_FOUND
    if (dropped === 'ended') throw ERRORS.INVALID_TERMINATION
  }

  override getExpiration(): number {
    return limits.uploadExpiresAfterHours * 3_600_000
  }

  #run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return asUser(this.#services.db, this.#claims, work)
  }
}

/** A body may be longer than announced, or announce no length: never more than the reserved room is written. */
function refuseBeyond(size: number, end: number): void {
  if (end > size) throw ERRORS.ERR_SIZE_EXCEEDED
}
