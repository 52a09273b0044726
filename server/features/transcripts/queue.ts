import type { Tx } from '../../db/actor.ts'
import { enqueue } from '../../jobs/job.ts'
import { transcribeRecording } from './transcripts.jobs.ts'

/**
 * Queues the transcription of a recording. A recording has at most one waiting job: queuing a second one replaces it.
 */
export async function queue(tx: Tx, userId: string, recordingId: string): Promise<void> {
  await enqueue(tx, transcribeRecording, { userId, recordingId }, { key: `transcribe ${recordingId}` })
}
