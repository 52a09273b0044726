import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { asWorker, type Tx } from '../../db/actor.ts'
import { failsForGood, handleJob, type JobContext, type JobHandler } from '../../jobs/job.ts'
import { tryEach } from '../../jobs/try-each.ts'
import type { MediaTool } from '../../media/media-tool.ts'
import { MediaError } from '../../media/media-tool.ts'
import type { Services } from '../../services.ts'
import type { Storage } from '../../storage/storage.ts'
import { deriveCopies, hasCopy } from '../media/media.ts'
import { requestTranscript } from '../transcripts/transcripts.ts'
import { alignStory, alignWaiting, requestAlignment } from './align-tracks.ts'
import { endRecording } from './complete.ts'
import { lockRecording } from './lock-recording.ts'
import { alignTracks, finaliseRecording, sweepRecordings } from './recordings.jobs.ts'
import { discardRecording } from './recordings.ts'
import { isInTrash } from './refuse-in-trash.ts'
import { rescueLost } from './rescue-lost.ts'
import { cutUnacknowledged, returnByOneChunk } from './stored-end.ts'
import { verifyRecording } from './verify.ts'

type Parts = Pick<Services, 'db' | 'storage'>
type SweepParts = Parts & Pick<Services, 'log'>

/** The background jobs of recordings. */
export function recordingJobs(services: SweepParts, tool: () => Promise<MediaTool>): JobHandler[] {
  return [
    handleJob(finaliseRecording, async ({ userId, recordingId }, context) =>
      finalise(services, await tool(), userId, recordingId, context),
    ),
    handleJob(alignTracks, ({ userId, storyId }, context) => alignStory(services, userId, storyId, context)),
    handleJob(
      sweepRecordings,
      async () => {
        await sweep(services)
        await rescueLost(services)
        await alignWaiting(services)
      },
      { schedule: '*/15 * * * *' },
    ),
  ]
}

/**
 * Runs the steps that follow the end of a recording. Each step first looks at what is already there, so that a job
 * killed at any point and started again comes to the same result.
 */
export async function finalise(
  services: Parts,
  tool: MediaTool,
  userId: string,
  recordingId: string,
  context: JobContext,
): Promise<void> {
  await verifyRecording(services, userId, recordingId, context.signal)

  const recording = await asWorker(services.db, userId, (tx) => lockRecording(tx, userId, recordingId))
  if (recording?.state !== 'safe') return

  const { original_media_id: mediaId, received_bytes: receivedBytes } = recording
  const outcome = await deriveUnlessHopeless({ services, tool, userId, mediaId, ...context }, context)
  await asWorker(services.db, userId, async (tx) => {
    const media = await tx
      .selectFrom('media')
      .where('user_id', '=', userId)
      .where('id', '=', mediaId)
      .select('duration_ms')
      .executeTakeFirst()
    await tx
      .updateTable('recordings')
      .set({ state: outcome, ...(media?.duration_ms ? { duration_ms: media.duration_ms } : {}) })
      .where('user_id', '=', userId)
      .where('id', '=', recordingId)
      .where('state', '=', 'safe')
      .where('received_bytes', '=', receivedBytes)
      .execute()
    await requestTranscript(tx, userId, recordingId)
    await requestAlignment(tx, userId, recording)
  })
}

/**
 * After a media tool has failed on the same file several times, another try would fail, too: the recording stays safe, and its state
 * says that it has no copy, unless the copy is there and the tool failed at the waveform or the poster. An error that is not the
 * tool's says nothing about the file: where the disk was full, or the store or the database away, `rescueLost` has the work done again
 * after the last attempt, and a stop does not count as an attempt.
 */
async function deriveUnlessHopeless(
  work: Parameters<typeof deriveCopies>[0],
  job: JobContext,
): Promise<'ready' | 'failed'> {
  try {
    return await deriveCopies(work)
  } catch (error) {
    if (!(error instanceof MediaError) || error.code === 'DISK_FULL') throw error
    if (!failsForGood(job, error.code === 'TOOL_FAILED' ? 3 : undefined)) throw error
    const isCopied = await hasCopy(work)
    const words = isCopied ? 'a copy could not be completed' : 'no copy that seeks could be made'
    work.log.error({ err: error, mediaId: work.mediaId }, words)
    return isCopied ? 'ready' : 'failed'
  }
}

/**
 * Ends the recordings whose device has been silent for `limits.abandonedAfterHours`, with the chunks that came; a
 * recording without any chunk is discarded. One whose story lies in the trash is left as it is. Where the storage cannot be
 * reached, a recording is left to the next run.
 */
export async function sweep({ db, storage, log }: SweepParts): Promise<void> {
  const { rows } = await asWorker(db, null, (tx) =>
    sql<{
      user_id: string
      id: string
    }>`select * from app.silent_recordings(${limits.abandonedAfterHours})`.execute(tx),
  )
  await tryEach(
    rows,
    ({ user_id: userId, id }) => asWorker(db, userId, (tx) => endSilent(tx, storage, userId, id)),
    (err, { id: recordingId }) => log.error({ err, recordingId }, 'a silent recording was not ended'),
  )
}

async function endSilent(tx: Tx, storage: Storage, userId: string, id: string): Promise<void> {
  const found = await lockRecording(tx, userId, id)
  if (found?.state !== 'receiving' || !isSilent(found.last_chunk_at)) return
  // Its device is refused until the story is restored, and keeps what it has.
  if (await isInTrash(tx, found)) return
  const recording = await returnByOneChunk(tx, storage, found)
  if (recording.next_index === 0) return discardRecording(tx, { userId, link: null }, { id, isAsked: false })

  await cutUnacknowledged(storage, recording)
  await endRecording(tx, recording, {
    ended_by: 'server',
    ended_at: recording.last_chunk_at,
    claimed_sha256: null,
    duration_ms: recording.duration_ms,
  })
}

function isSilent(lastChunkAt: Date): boolean {
  return Date.now() - lastChunkAt.getTime() >= limits.abandonedAfterHours * 3_600_000
}
