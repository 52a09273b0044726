import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'
import { sha256Of } from '../../sha256.ts'
import { bytesLost } from '../../storage/lost-bytes.ts'
import type { Storage } from '../../storage/storage.ts'
import type { RecordingRow } from './lock-recording.ts'
import { noteWritten, wasWrittenHere } from './written-here.ts'

/*
 * The rows say where a recording ends, and so does the size of its stored bytes. A power cut in the middle of a chunk leaves the
 * two one chunk apart, in either direction, because the row is committed while the bytes are being written. That chunk was never
 * acknowledged.
 */

/** Cuts off bytes past the end of the recording, which a write that was never acknowledged may have left. */
export async function cutUnacknowledged(storage: Storage, recording: RecordingRow): Promise<void> {
  const stored = await storage.stat(recording.storage_key)
  if (!stored || stored.size <= recording.received_bytes) return
  await storage.truncate(recording.storage_key, recording.received_bytes)
}

/**
 * Prepares the answer for a device that asks where its recording stands and will rely on it: afterwards everything that the row
 * says is on the medium. Chunks whose bytes are not there are removed, so that the device sends them again.
 */
export async function returnToStored(tx: Tx, storage: Storage, recording: RecordingRow): Promise<void> {
  if (recording.state !== 'receiving') return

  await storage.flush(recording.storage_key)
  const returned = await forgetBeyond(tx, recording, await storedBytes(storage, recording))
  const last = await lastChunk(tx, returned)
  if (last && !(await writeAgain(storage, returned, last))) {
    await forgetBeyond(tx, returned, last.byte_offset)
  }
}

/**
 * The same for a device that is no longer there to send anything again: at most the last chunk is removed, of which the device was
 * never told. If more is missing, the fault is in the storage, and is left to the verification that reads the bytes again.
 */
export async function returnByOneChunk(
  tx: Tx,
  storage: Storage,
  recording: RecordingRow,
): Promise<RecordingRow> {
  const stored = await storedBytes(storage, recording)
  const last = await lastChunk(tx, recording)
  if (!last || stored < last.byte_offset) return recording
  if (stored < recording.received_bytes) return forgetBeyond(tx, recording, stored)
  await writeAgain(storage, recording, last)
  return recording
}

type LastChunk = { byte_offset: number; size: number; sha256: string }

async function lastChunk(tx: Tx, recording: RecordingRow): Promise<LastChunk | undefined> {
  return tx
    .selectFrom('recording_chunks')
    .where('user_id', '=', recording.user_id)
    .where('recording_id', '=', recording.id)
    .where('index', '=', recording.next_index - 1)
    .select(['byte_offset', 'size', 'sha256'])
    .executeTakeFirst()
}

/**
 * An operating system reports a failed write only once, to the process that has the file open at that time. A process that flushes
 * the file later is told that all is well, although what it reads may exist in memory only. So the last chunk is written once
 * more, unless this process had the file open itself and was told of no failure. Earlier chunks need no second write: each was
 * flushed by the process that accepted the one after it. An object store takes a whole chunk or nothing.
 *
 * @returns false where the chunk's bytes are not there to be written again
 */
async function writeAgain(storage: Storage, recording: RecordingRow, last: LastChunk): Promise<boolean> {
  const { storage_key: key } = recording
  if (storage.localPath(key) === null) return true
  const end = { receivedBytes: recording.received_bytes, lastChunkAt: recording.last_chunk_at }
  if (wasWrittenHere(storage, key, end)) return true

  const bytes = await readChunk(storage, key, last)
  if (bytes === null || sha256Of(bytes) !== last.sha256) return false
  await storage.writeAt(key, last.byte_offset, bytes)
  noteWritten(storage, key, end)
  return true
}

async function readChunk(storage: Storage, key: string, chunk: LastChunk): Promise<Buffer | null> {
  const range = { start: chunk.byte_offset, end: chunk.byte_offset + chunk.size - 1 }
  try {
    return await buffer(await storage.read(key, range))
  } catch (error) {
    if (bytesLost(error) !== null) return null
    throw error
  }
}

async function storedBytes(storage: Storage, { storage_key: key }: RecordingRow): Promise<number> {
  return (await storage.stat(key))?.size ?? 0
}

async function forgetBeyond(tx: Tx, recording: RecordingRow, stored: number): Promise<RecordingRow> {
  const { user_id: userId, id } = recording
  if (stored >= recording.received_bytes) return recording

  const beyond = tx
    .selectFrom('recording_chunks')
    .where('user_id', '=', userId)
    .where('recording_id', '=', id)
    .where(sql<number>`byte_offset + size`, '>', stored)
  const first = await beyond.orderBy('index').select(['index', 'byte_offset']).executeTakeFirstOrThrow()
  await tx
    .deleteFrom('recording_chunks')
    .where('user_id', '=', userId)
    .where('recording_id', '=', id)
    .where('index', '>=', first.index)
    .execute()
  const end = { next_index: first.index, received_bytes: first.byte_offset }
  await tx.updateTable('recordings').set(end).where('user_id', '=', userId).where('id', '=', id).execute()
  return { ...recording, ...end }
}
