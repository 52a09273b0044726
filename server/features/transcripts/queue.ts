import type { Tx } from '../../db/actor.ts'
import { enqueue } from '../../jobs/job.ts'
import { transcribeRecording } from './transcripts.jobs.ts'

/** One job a recording: a second one takes the place of the first while that still waits. */
export async function queue(tx: Tx, userId: string, recordingId: string): Promise<void> {
  await enqueue(tx, transcribeRecording, { userId, recordingId }, { key: `transcribe ${recordingId}` })
}
