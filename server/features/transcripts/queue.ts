import type { Tx } from '../../db/actor.ts'
import { enqueue } from '../../jobs/job.ts'
import { transcribeRecording } from './transcripts.jobs.ts'

/**
 * Queues the transcription of a recording. A recording has at most one waiting job: queuing a second one replaces it.
 * @param later where its engine cannot be asked now: since when, and when it is to be asked again
 */
export async function queue(
  tx: Tx,
  userId: string,
  recordingId: string,
  later?: { runAt: Date; failingSince: Date },
): Promise<void> {
  const failingSince = later?.failingSince.toISOString()
  const options = { key: `transcribe ${recordingId}`, ...(later && { runAt: later.runAt }) }
  await enqueue(tx, transcribeRecording, { userId, recordingId, failingSince }, options)
}
