import { limits } from '#contract/limits.ts'
import type { ChunkReceipt } from '#contract/recordings.ts'
import { asUser, type Claims, type Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { StorageError } from '../../storage/storage.ts'
import { lockRecording, type RecordingRow } from './recordings.ts'

/** Bytes whose digest was already found to be what the device said. */
export type Chunk = { index: number; bytes: Buffer; sha256: string }

/**
 * Stores one chunk at the next byte of its recording. Room is reserved before a byte is written, the bytes are on the
 * medium before the row is, and the row is before the receipt: what a receipt says is there survives a power cut.
 */
export async function receiveChunk(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  claims: Claims,
  recordingId: string,
  chunk: Chunk,
): Promise<ChunkReceipt> {
  return asUser(db, claims, async (tx) => {
    const recording = await lockRecording(tx, claims.sub, recordingId)
    if (!recording) throw codeError('NOT_FOUND')
    if (chunk.index < recording.next_index) return receiveAgain(tx, storage, recording, chunk)

    refuseUnlessNext(recording, chunk)
    const receivedBytes = recording.received_bytes + chunk.bytes.length
    await reserve(tx, recording, receivedBytes)
    const written = write(storage, recording, recording.received_bytes, chunk)
    await Promise.all([written, record(tx, recording, chunk, receivedBytes)])
    return receipt(chunk, receivedBytes, chunk.index + 1)
  })
}

function refuseUnlessNext(recording: RecordingRow, chunk: Chunk): void {
  // The server ended it after a day of silence: a device that comes back after all goes on where it was.
  const isOpen = recording.state === 'receiving' || recording.ended_by === 'server'
  if (!isOpen) throw codeError('RECORDING_ENDED')
  if (chunk.index > recording.next_index) {
    throw codeError('CHUNK_OUT_OF_ORDER', { nextIndex: recording.next_index })
  }

  const isFull =
    chunk.index >= limits.chunksPerRecording ||
    recording.received_bytes + chunk.bytes.length > limits.recordingBytesMax
  if (isFull) throw codeError('PAYLOAD_TOO_LARGE')
}

/** A chunk that is there already: the same is acknowledged again, and mends what was found damaged. */
async function receiveAgain(
  tx: Tx,
  storage: Services['storage'],
  recording: RecordingRow,
  chunk: Chunk,
): Promise<ChunkReceipt> {
  const stored = await tx
    .selectFrom('recording_chunks')
    .where('user_id', '=', recording.user_id)
    .where('recording_id', '=', recording.id)
    .where('index', '=', chunk.index)
    .select(['byte_offset', 'size', 'sha256', 'damaged'])
    .executeTakeFirstOrThrow()
  if (stored.sha256 !== chunk.sha256 || stored.size !== chunk.bytes.length) throw codeError('CHUNK_CONFLICT')

  if (stored.damaged) {
    await write(storage, recording, stored.byte_offset, chunk)
    await tx
      .updateTable('recording_chunks')
      .set({ damaged: false })
      .where('user_id', '=', recording.user_id)
      .where('recording_id', '=', recording.id)
      .where('index', '=', chunk.index)
      .execute()
  }
  return receipt(chunk, recording.received_bytes, recording.next_index)
}

/** Fails where the plan has no room left: the trigger on media counts inside this transaction. */
async function reserve(tx: Tx, recording: RecordingRow, receivedBytes: number): Promise<void> {
  const reopened = recording.state !== 'receiving'
  if (reopened) await dropDerived(tx, recording)

  await tx
    .updateTable('media')
    .set({ size_bytes: receivedBytes, ...(reopened ? { state: 'receiving', sha256: null } : {}) })
    .where('user_id', '=', recording.user_id)
    .where('id', '=', recording.original_media_id)
    .execute()
}

async function dropDerived(tx: Tx, recording: RecordingRow): Promise<void> {
  await tx
    .deleteFrom('media')
    .where('user_id', '=', recording.user_id)
    .where('source_media_id', '=', recording.original_media_id)
    .execute()
}

async function record(tx: Tx, recording: RecordingRow, chunk: Chunk, receivedBytes: number): Promise<void> {
  await tx
    .insertInto('recording_chunks')
    .values({
      user_id: recording.user_id,
      recording_id: recording.id,
      index: chunk.index,
      byte_offset: recording.received_bytes,
      size: chunk.bytes.length,
      sha256: chunk.sha256,
    })
    .execute()
  await tx
    .updateTable('recordings')
    .set({
      next_index: chunk.index + 1,
      received_bytes: receivedBytes,
      last_chunk_at: new Date(),
      ...(recording.state === 'receiving'
        ? {}
        : { state: 'receiving', ended_at: null, ended_by: null, sha256: null }),
    })
    .where('user_id', '=', recording.user_id)
    .where('id', '=', recording.id)
    .execute()
}

async function write(
  storage: Services['storage'],
  recording: RecordingRow,
  offset: number,
  chunk: Chunk,
): Promise<void> {
  try {
    await storage.writeAt(recording.storage_key, offset, chunk.bytes)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (error.code === 'FULL') throw codeError('STORAGE_FULL')
    // The file is shorter than its rows say: what is missing before this chunk has to be mended first.
    if (error.code === 'OUT_OF_RANGE') throw codeError('CHUNK_OUT_OF_ORDER', { nextIndex: 0 })
    throw error
  }
}

function receipt(chunk: Chunk, receivedBytes: number, nextIndex: number): ChunkReceipt {
  return { index: chunk.index, size: chunk.bytes.length, sha256: chunk.sha256, receivedBytes, nextIndex }
}
