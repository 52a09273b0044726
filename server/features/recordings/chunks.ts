import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { ChunkReceipt } from '#contract/recordings.ts'
import type { Tx } from '../../db/actor.ts'
import { type Parameters, prepare } from '../../db/prepared.ts'
import { codeError, declaredFailure } from '../../errors.ts'
import { runAgain } from '../../run-again.ts'
import type { Services } from '../../services.ts'
import { StorageError } from '../../storage/storage.ts'
import type { Recorder } from '../recording-links/recording-links.ts'
import { AT_ONCE_MS, type ComingChunk } from './coming-chunk.ts'
import { lockRecording, type RecordingRow } from './lock-recording.ts'
import { refuseInTrash } from './refuse-in-trash.ts'
import { noteWritten } from './written-here.ts'

/** A chunk whose bytes have all arrived. */
type Chunk = Omit<ComingChunk, 'pieces'> & { pieces: Uint8Array[] }

type Place = { storageKey: string; receivedBytes: number; lastChunkAt: Date }

/**
 * Storage reserved in the plan beyond a chunk, for the chunks that follow: counting it takes a third of the database time of a chunk.
 */
const ROOM_AHEAD_BYTES = limits.chunkBytesMax

/**
 * Stores one chunk at the next byte of its recording. Its room is reserved before a byte is written, and both its bytes and its row
 * have reached the medium before the receipt is sent, so that whatever a receipt says survives a power cut. A power cut in between
 * may leave the row without the bytes; no receipt was sent then, and `returnToStored` removes the row. The chunk's place is reserved
 * while its bytes are still arriving, on connections where bodies come at once (docs/decisions/065).
 */
export async function receiveChunk(
  { storage }: Pick<Services, 'storage'>,
  recorder: Pick<Recorder, 'userId' | 'run' | 'runNextChunk'>,
  recordingId: string,
  coming: ComingChunk,
): Promise<ChunkReceipt> {
  const { userId, run } = recorder
  const receive = async (roomAhead: number) => {
    const next = { ...coming, roomAhead }
    const received = await runAgain(() => takeNext(storage, recorder, recordingId, next))
    if (received === null) {
      const chunk = { ...coming, roomAhead, pieces: await coming.pieces }
      return run((tx) => receiveOutOfTurn(tx, storage, userId, recordingId, chunk))
    }
    await received.written
    noteWritten(storage, received.place.storageKey, received.place)
    return receipt(coming, received.place.receivedBytes, coming.index + 1)
  }

  try {
    return await receive(ROOM_AHEAD_BYTES)
  } catch (error) {
    // No lock and no database connection is held while the rest of the body is waited for.
    await coming.pieces
    if (error instanceof StillComing) return receiveChunk({ storage }, recorder, recordingId, coming)
    if (declaredFailure(error)?.code !== 'STORAGE_LIMIT_REACHED') throw error
    // The plan has no room left to reserve ahead, but this chunk alone may still fit.
    return receive(0)
  }
}

type Received = { place: Place; written: Promise<void> }

/**
 * Reserves the place of the next chunk, and starts to write its bytes as soon as the place is known. The transaction does not wait
 * for that: its COMMIT is sent right behind the statement, before the statement's answer is back.
 *
 * @returns null for a chunk that is not next
 * @throws StillComing when the body is late; nothing is kept then
 */
async function takeNext(
  storage: Services['storage'],
  { userId, runNextChunk }: Pick<Recorder, 'userId' | 'runNextChunk'>,
  recordingId: string,
  next: ComingChunk & NextChunk,
): Promise<Received | null> {
  const begun: { writing: Promise<Received | null> } = { writing: Promise.resolve(null) }
  try {
    await runNextChunk(async (tx) => {
      const placing = willBeWaitedFor(takePlace(tx, userId, recordingId, next))
      const chunk = { ...next, pieces: await soon(next.pieces) }
      const writing = placing.then((place) => {
        return place && { place, written: willBeWaitedFor(writeNext(storage, place, chunk)) }
      })
      begun.writing = willBeWaitedFor(writing)
    })
  } catch (error) {
    // After a failed statement the COMMIT only reports that nothing was kept; the cause is the statement's own error, which this
    // throws.
    await begun.writing
    throw error
  }
  return begun.writing
}

/** Keeps a promise that may reject before it is awaited from counting as an unhandled rejection. */
function willBeWaitedFor<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

class StillComing extends Error {}

/** The chunk's bytes, if they are complete within `AT_ONCE_MS` of its place being asked for. @throws StillComing if not */
async function soon(coming: Promise<Uint8Array[]>): Promise<Uint8Array[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StillComing()), AT_ONCE_MS)
  })
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A chunk, and how many bytes to reserve beyond it when room has to be reserved. */
type NextChunk = Omit<Chunk, 'pieces'> & { roomAhead: number }

/**
 * Reserves the place of the next chunk, as nearly every chunk is, in one statement: it locks the recording, moves its end, adds the
 * chunk's row and, once the reserved room is used up, reserves more, which fails where the plan has none left.
 *
 * @returns null for a chunk that is not next, or that exceeds the limits of a recording
 */
async function takePlace(
  tx: Tx,
  userId: string,
  recordingId: string,
  { index, size, sha256, roomAhead }: NextChunk,
): Promise<Place | null> {
  if (index >= limits.chunksPerRecording) return null

  const [place = null] = await placeOfNext(tx, { userId, recordingId, index, size, sha256, roomAhead })
  return place
}

type Asked = NextChunk & { userId: string; recordingId: string }

const placeOfNext = prepare(
  (db, { userId, recordingId, index, size, sha256, roomAhead }: Parameters<Asked>) => ({
    compile: () =>
      sql<Place>`
    with recording as (
      update public.recordings
      set next_index = next_index + 1, received_bytes = received_bytes + ${size}, last_chunk_at = now()
      where user_id = ${userId} and id = ${recordingId} and state = 'receiving' and next_index = ${index}
        and received_bytes + ${size} <= ${limits.recordingBytesMax}::bigint
      returning user_id, id, original_media_id, received_bytes
    ), noted as (
      insert into public.recording_chunks (user_id, recording_id, index, byte_offset, size, sha256)
      select user_id, id, ${index}, received_bytes - ${size}, ${size}, ${sha256}
      from recording
    ), room as (
      update public.media
      set size_bytes = recording.received_bytes + ${roomAhead}
      from recording
      where media.user_id = recording.user_id and media.id = recording.original_media_id
        and media.size_bytes < recording.received_bytes
    )
    select media.storage_key as "storageKey", recording.received_bytes as "receivedBytes",
      now() as "lastChunkAt"
    from recording
    join public.media on media.user_id = recording.user_id and media.id = recording.original_media_id`.compile(
        db,
      ),
  }),
)

/**
 * Handles every chunk that was not the next one of an open recording: a repeated one, one out of order, one for an ended recording.
 */
async function receiveOutOfTurn(
  tx: Tx,
  storage: Services['storage'],
  userId: string,
  recordingId: string,
  chunk: NextChunk & Chunk,
): Promise<ChunkReceipt> {
  const recording = await lockRecording(tx, userId, recordingId)
  if (!recording) throw codeError('NOT_FOUND')
  if (chunk.index < recording.next_index) return receiveAgain(tx, storage, recording, chunk)

  // The chunk may be the next one by now: when two are sent at once, the earlier one may have been stored since this one was found
  // out of turn.
  if (recording.state !== 'receiving' && recording.ended_by === 'device') throw codeError('RECORDING_ENDED')
  if (chunk.index > recording.next_index) {
    throw codeError('CHUNK_OUT_OF_ORDER', { nextIndex: recording.next_index })
  }

  if (recording.state !== 'receiving') {
    await refuseInTrash(tx, recording)
    await reopen(tx, recording)
  }
  const place = await takePlace(tx, userId, recordingId, chunk)
  if (!place) throw codeError('PAYLOAD_TOO_LARGE')
  await writeNext(storage, place, chunk)
  return receipt(chunk, place.receivedBytes, chunk.index + 1)
}

/**
 * Opens a recording again that the server had ended after a day of silence: a device that comes back after all goes on where it was,
 * also when nobody waited for the rest any more.
 */
async function reopen(tx: Tx, recording: RecordingRow): Promise<void> {
  const { user_id: userId, original_media_id: mediaId } = recording
  await tx
    .updateTable('media')
    .set({ state: 'receiving', sha256: null })
    .where('user_id', '=', userId)
    .where('id', '=', mediaId)
    .execute()
  // Only after the update above has locked the original's row: a job that is adding a copy of it at this moment has either committed
  // by then, and its copy is deleted here, or it finds that the original is no longer stored.
  await tx.deleteFrom('media').where('user_id', '=', userId).where('source_media_id', '=', mediaId).execute()
  await tx
    .updateTable('recordings')
    .set({ state: 'receiving', ended_at: null, ended_by: null, sha256: null })
    .where('user_id', '=', userId)
    .where('id', '=', recording.id)
    .execute()
}

/**
 * Answers a chunk that was stored before. An identical chunk is acknowledged again, and replaces bytes that were found damaged. The
 * last chunk is always written once more, because its bytes may never have reached the disk, nor its receipt the device.
 *
 * @throws CHUNK_CONFLICT when its size or digest differs
 */
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
  if (stored.sha256 !== chunk.sha256 || stored.size !== chunk.size) throw codeError('CHUNK_CONFLICT')

  const isLast = recording.state === 'receiving' && chunk.index === recording.next_index - 1
  if (stored.damaged || isLast) {
    await write(storage, recording.storage_key, stored.byte_offset, chunk)
  }
  if (stored.damaged) {
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

async function writeNext(storage: Services['storage'], place: Place, chunk: Chunk): Promise<void> {
  await write(storage, place.storageKey, place.receivedBytes - chunk.size, chunk)
}

async function write(storage: Services['storage'], key: string, offset: number, chunk: Chunk): Promise<void> {
  try {
    await storage.writeAt(key, offset, chunk.pieces)
  } catch (error) {
    const isHole = error instanceof StorageError && error.code === 'OUT_OF_RANGE'
    // The file is shorter than its rows say: the chunks that are missing before this one have to be sent again first.
    throw isHole ? codeError('CHUNK_OUT_OF_ORDER', { nextIndex: 0 }) : error
  }
}

function receipt(chunk: Omit<Chunk, 'pieces'>, receivedBytes: number, nextIndex: number): ChunkReceipt {
  return { index: chunk.index, size: chunk.size, sha256: chunk.sha256, receivedBytes, nextIndex }
}
