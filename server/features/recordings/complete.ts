import type { z } from 'zod'
import type { RecordingStatus, recordingComplete } from '#contract/recordings.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { enqueue } from '../../jobs/job.ts'
import type { Storage } from '../../storage/storage.ts'
import { lockRecording, type RecordingRow } from './lock-recording.ts'
import { finaliseRecording } from './recordings.jobs.ts'
import { getStatus, statusOf } from './recordings.ts'
import { refuseInTrash } from './refuse-in-trash.ts'
import { cutUnacknowledged } from './stored-end.ts'

export type RecordingEnd = z.infer<typeof recordingComplete>

/**
 * Ends a recording, which its device says is complete. From here on the original can be played, and a job reads every
 * byte again. Idempotent: a repeated call answers with the recording's status.
 *
 * @throws NOT_FOUND, RECORDING_INCOMPLETE when chunks are missing or damaged, CONFLICT when it has ended with another
 * hash, GONE
 */
export async function completeRecording(
  tx: Tx,
  storage: Storage,
  userId: string,
  end: RecordingEnd,
): Promise<RecordingStatus> {
  const recording = await lockRecording(tx, userId, end.id)
  if (!recording) throw codeError('NOT_FOUND')
  if (recording.next_index !== end.chunkCount || recording.received_bytes !== end.sizeBytes) {
    throw codeError('RECORDING_INCOMPLETE')
  }
  if (isEnded(recording)) {
    if (recording.claimed_sha256 !== end.sha256) throw codeError('CONFLICT')
    return statusOf(tx, recording)
  }

  await refuseInTrash(tx, recording)
  const { damaged } = await statusOf(tx, recording)
  if (damaged.length > 0) throw codeError('RECORDING_INCOMPLETE')
  await cutUnacknowledged(storage, recording)
  await endRecording(tx, recording, {
    ended_by: 'device',
    ended_at: recording.ended_at ?? new Date(),
    claimed_sha256: end.sha256,
    duration_ms: recording.duration_ms ?? end.durationMs,
  })
  return getStatus(tx, userId, end.id)
}

/** Whether the device has ended the recording and has not been asked to send damaged chunks again. */
function isEnded({ state, ended_by }: RecordingRow): boolean {
  return ended_by === 'device' && state !== 'receiving' && state !== 'damaged'
}

type Ending = {
  ended_by: 'device' | 'server'
  ended_at: Date
  claimed_sha256: string | null
  duration_ms: number | null
}

/** Ends a recording and queues the job that verifies and finishes it, in the same transaction. */
export async function endRecording(tx: Tx, recording: RecordingRow, ending: Ending): Promise<void> {
  const { user_id: userId, id: recordingId } = recording
  await tx
    .updateTable('recordings')
    .set({ ...ending, state: 'verifying' })
    .where('user_id', '=', userId)
    .where('id', '=', recordingId)
    .execute()
  await tx
    .updateTable('media')
    // Storage room that was reserved ahead and not used is given back.
    .set({ state: 'stored', size_bytes: recording.received_bytes })
    .where('user_id', '=', userId)
    .where('id', '=', recording.original_media_id)
    .execute()
  await enqueue(tx, finaliseRecording, { userId, recordingId }, { key: `finalise ${recordingId}` })
}
