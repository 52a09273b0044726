import { sql } from 'kysely'
import type { Tx } from '../../db/actor.ts'
import type { Storage } from '../../storage/storage.ts'
import type { RecordingRow } from './lock-recording.ts'

/*
 * Where the rows say that a recording ends, and where its bytes do. A power cut in the middle of a chunk leaves them one
 * chunk apart, either way: its row is committed while its bytes are written. Nobody was told of that chunk.
 */

/** A write that was never acknowledged may have left bytes past the end. */
export async function cutUnacknowledged(storage: Storage, recording: RecordingRow): Promise<void> {
  const stored = await storage.stat(recording.storage_key)
  if (!stored || stored.size <= recording.received_bytes) return
  await storage.truncate(recording.storage_key, recording.received_bytes)
}

/**
 * For a device that asks where its recording stands, and will believe it: afterwards all that the row says is on the
 * medium. Chunks whose bytes are not there are forgotten, so that the device sends them again.
 */
export async function returnToStored(tx: Tx, storage: Storage, recording: RecordingRow): Promise<void> {
  if (recording.state !== 'receiving') return

  await storage.flush(recording.storage_key)
  await forgetBeyond(tx, recording, await storedBytes(storage, recording))
}

/**
 * For a device that is not there to send anything again: what is forgotten is the last chunk at most, which it was never
 * told of. That more is missing says something of the store, and is left for who reads the bytes again.
 */
export async function returnByOneChunk(
  tx: Tx,
  storage: Storage,
  recording: RecordingRow,
): Promise<RecordingRow> {
  const stored = await storedBytes(storage, recording)
  const last = await tx
    .selectFrom('recording_chunks')
    .where('user_id', '=', recording.user_id)
    .where('recording_id', '=', recording.id)
    .where('index', '=', recording.next_index - 1)
    .select('byte_offset')
    .executeTakeFirst()
  return last && stored >= last.byte_offset ? forgetBeyond(tx, recording, stored) : recording
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
