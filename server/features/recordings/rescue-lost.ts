import { sql } from 'kysely'
import { asWorker } from '../../db/actor.ts'
import { enqueue } from '../../jobs/job.ts'
import { tryEach } from '../../jobs/try-each.ts'
import type { Services } from '../../services.ts'
import { finaliseRecording } from './recordings.jobs.ts'

/**
 * Queues `finaliseRecording` again for the ended recordings that no job works on any more. The queue gives a job up after some days
 * of failures, for instance when the storage is away for that long. The device would then keep its copy for ever, and the recording
 * could never be played.
 */
export async function rescueLost({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  const { rows } = await asWorker(db, null, (tx) =>
    sql<{ user_id: string; id: string }>`select * from app.lost_recordings()`.execute(tx),
  )
  await tryEach(
    rows,
    ({ user_id: userId, id: recordingId }) =>
      asWorker(db, userId, (tx) =>
        enqueue(tx, finaliseRecording, { userId, recordingId }, { key: `finalise ${recordingId}` }),
      ),
    (err, { id: recordingId }) => log.error({ err, recordingId }, 'a lost recording was not taken up again'),
  )
}
