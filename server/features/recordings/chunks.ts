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
import { noteWritten } from './written-here.ts'

/** A chunk whose bytes are here. */
type Chunk = Omit<ComingChunk, 'pieces'> & { pieces: Uint8Array[] }

type Place = { storageKey: string; receivedBytes: number; lastChunkAt: Date }

/** Room taken in the plan beyond a chunk, for those that follow: counting it is a third of what a chunk costs the database. */
const ROOM_AHEAD_BYTES = limits.chunkBytesMax

/**
 * Stores one chunk at the next byte of its recording. Room is reserved before a byte is written, and bytes and row have
 * both reached the medium before the receipt: what it says is there survives a power cut. One in the middle may leave
 * the row without the bytes, of which nobody was told: `returnToStored`. Its place is asked for while its bytes come,
 * where they come at once (docs/decisions/065).
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
    // Neither a lock nor a connection is held while a line is waited for.
    await coming.pieces
    if (error instanceof StillComing) return receiveChunk({ storage }, recorder, recordingId, coming)
    if (declaredFailure(error)?.code !== 'STORAGE_LIMIT_REACHED') throw error
    // The last of a plan's room: this chunk alone may fit.
    return receive(0)
  }
}

type Received = { place: Place; written: Promise<void> }

/**
 * Has the chunk that is next take its place, and its bytes written as soon as that is known. The commit does not wait for it: it goes
 * out behind the statement, whose answer is under way still.
 * @returns null for a chunk that is not next
 * @throws StillComing, with nothing kept
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
    // Behind a statement that failed the commit only tells that nothing was kept.
    await begun.writing
    throw error
  }
  return begun.writing
}

/** One that may fail before anybody waits for it. */
function willBeWaitedFor<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

class StillComing extends Error {}

/** What is whole a moment after its place was asked for. @throws StillComing */
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

/** A chunk and how much room is taken beyond it, where some has to be taken. */
type NextChunk = Omit<Chunk, 'pieces'> & { roomAhead: number }

/**
 * One statement for the chunk that is next, as nearly all are: it locks the recording, moves its end, notes the chunk
 * and, where what was reserved is used up, reserves room, which fails where the plan has none left. Nothing for a chunk
 * that is not next.
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

/** Everything but the next chunk of an open recording: told apart, and answered each as it should be. */
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

  // Two at once: the other request was first to find the row, and now this one is next.
  if (recording.state !== 'receiving' && recording.ended_by === 'device') throw codeError('RECORDING_ENDED')
  if (chunk.index > recording.next_index) {
    throw codeError('CHUNK_OUT_OF_ORDER', { nextIndex: recording.next_index })
  }

  if (recording.state !== 'receiving') await reopen(tx, recording)
  const place = await takePlace(tx, userId, recordingId, chunk)
  if (!place) throw codeError('PAYLOAD_TOO_LARGE')
  await writeNext(storage, place, chunk)
  return receipt(chunk, place.receivedBytes, chunk.index + 1)
}

/**
 * The server had ended it after a day of silence: a device that comes back after all goes on where it was, also where nobody waited
 * for it any more.
 */
async function reopen(tx: Tx, recording: RecordingRow): Promise<void> {
  const { user_id: userId, original_media_id: mediaId } = recording
  await tx
    .updateTable('media')
    .set({ state: 'receiving', sha256: null })
    .where('user_id', '=', userId)
    .where('id', '=', mediaId)
    .execute()
  // After the original was taken: a job that names a copy of it just now has done so by then, or finds it taken.
  await tx.deleteFrom('media').where('user_id', '=', userId).where('source_media_id', '=', mediaId).execute()
  await tx
    .updateTable('recordings')
    .set({ state: 'receiving', ended_at: null, ended_by: null, sha256: null })
    .where('user_id', '=', userId)
    .where('id', '=', recording.id)
    .execute()
}

/**
 * A chunk that is there already: the same is acknowledged again, and mends what was found damaged. The last one is
 * written once more: its bytes may never have arrived, nor its receipt.
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
    // The file is shorter than its rows say: what is missing before this chunk has to be mended first.
    throw isHole ? codeError('CHUNK_OUT_OF_ORDER', { nextIndex: 0 }) : error
  }
}

function receipt(chunk: Omit<Chunk, 'pieces'>, receivedBytes: number, nextIndex: number): ChunkReceipt {
  return { index: chunk.index, size: chunk.size, sha256: chunk.sha256, receivedBytes, nextIndex }
}
