import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { FileFinding } from '#contract/media.ts'
import { asWorker } from '../../db/actor.ts'
import { enqueue, failsForGood, handleJob, type JobContext, type JobHandler } from '../../jobs/job.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { MediaError, type MediaTool } from '../../media/media-tool.ts'
import type { Services } from '../../services.ts'
import { deriveCopies, EncodingLeft, hasCopy, markExamined, writeFinding } from '../media/media.ts'
import { requestTranscriptOfFile } from '../transcripts/transcripts.ts'
import { encodeUpload, processUpload, sweepUploads } from './uploads.jobs.ts'
import { dropExpired } from './uploads.ts'

type Parts = Pick<Services, 'db' | 'storage'>

/** The background jobs of uploads. */
export function uploadJobs(
  services: Parts & Pick<Services, 'log'>,
  tool: () => Promise<MediaTool>,
): JobHandler[] {
  const processing =
    (leavesEncoding: boolean) =>
    async (payload: Payload, context: JobContext): Promise<void> =>
      process({ services, tool: await tool(), leavesEncoding }, payload, context)
  return [
    handleJob(processUpload, processing(true), {
      giveUp: (payload: Payload) => giveUp(services, payload, 'unreadable'),
    }),
    handleJob(encodeUpload, processing(false), {
      giveUp: (payload: Payload) => giveUpEncoding(services, payload),
      turns: 'encoded',
    }),
    handleJob(sweepUploads, () => sweep(services), { schedule: '20 * * * *' }),
  ]
}

type Payload = { userId: string; mediaId: string }

/** Each attempt may take hours of a processor, which every other tape waits for. */
const ENCODINGS_MAX = 3

type Means = { services: Parts; tool: MediaTool; leavesEncoding: boolean }

async function process(
  { services, tool, leavesEncoding }: Means,
  payload: Payload,
  context: JobContext,
): Promise<void> {
  await sealAndHash(services, payload, context.signal)
  const file = { services, ...payload }
  try {
    await deriveCopies({ ...file, tool, leavesEncoding, ...context })
  } catch (error) {
    if (error instanceof EncodingLeft) return leave(services, payload)
    if (!(error instanceof MediaError)) throw error
    const isOfFile = error.code !== 'DISK_FULL'
    if (!failsForGood(context, isOfFile && !leavesEncoding ? ENCODINGS_MAX : undefined)) throw error
    const isCopied = await hasCopy(file)
    const words = isCopied
      ? 'a copy of an upload could not be completed'
      : 'no copies could be made of an upload'
    context.log.error({ err: error, mediaId: payload.mediaId }, words)
    // The original is kept and can be downloaded; it only has no copy that seeks.
    if (!isCopied && leavesEncoding && isOfFile) return writeFinding(file, 'unreadable')
    await markExamined(file)
  }
  await requestTranscript(services, payload)
}

function requestTranscript({ db }: Pick<Parts, 'db'>, { userId, mediaId }: Payload): Promise<void> {
  return asWorker(db, userId, (tx) => requestTranscriptOfFile(tx, userId, mediaId))
}

/** Leaves the rest to `encodeUpload`. Until that is done, the page waits for the copy as for any other. */
function leave({ db }: Parts, payload: Payload): Promise<void> {
  const key = `encode_upload:${payload.userId}:${payload.mediaId}`
  return asWorker(db, payload.userId, (tx) => enqueue(tx, encodeUpload, payload, { key }))
}

/**
 * Runs when the queue gives the job up, and marks the file as one of which no copies could be made. If its bytes could not even be read,
 * it has no hash, which sets it apart: the fixity check goes on trying to read it.
 */
function giveUp({ db }: Pick<Parts, 'db'>, { userId, mediaId }: Payload, finding: FileFinding | null) {
  return asWorker(db, userId, (tx) =>
    tx
      .updateTable('media')
      .set((row) => ({
        finding: row.fn.coalesce('finding', sql<string | null>`${finding}`),
        examined_at: new Date(),
      }))
      .where('user_id', '=', userId)
      .where('id', '=', mediaId)
      .where('examined_at', 'is', null)
      .execute(),
  )
}

/** A film that only could not be drawn anew was read before that: it can be downloaded, and its sound can be written down. */
async function giveUpEncoding(services: Pick<Parts, 'db'>, payload: Payload): Promise<void> {
  await giveUp(services, payload, null)
  await requestTranscript(services, payload)
}

async function sealAndHash(
  { db, storage }: Parts,
  { userId, mediaId }: Payload,
  signal: AbortSignal,
): Promise<void> {
  const media = await asWorker(db, userId, (tx) =>
    tx
      .selectFrom('media')
      .select(['storage_key', 'sha256'])
      .where('user_id', '=', userId)
      .where('id', '=', mediaId)
      .where('state', '=', 'stored')
      .executeTakeFirst(),
  )
  if (!media) return

  // Sealed also when the fixity check came first and has stored the hash.
  await storage.seal(media.storage_key, signal)
  if (media.sha256 !== null) return
  const hash = createHash('sha256')
  await pipeline(await storage.read(media.storage_key), hash, { signal })
  await asWorker(db, userId, (tx) =>
    tx
      .updateTable('media')
      .set({ sha256: hash.digest('hex'), verified_at: new Date() })
      .where('user_id', '=', userId)
      .where('id', '=', mediaId)
      .execute(),
  )
}

async function sweep({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  const { rows } = await asWorker(db, null, (tx) =>
    sql<{ user_id: string; id: string }>`select user_id, id from app.expired_uploads()`.execute(tx),
  )
  await tryEach(
    rows,
    ({ user_id: userId, id }) => asWorker(db, userId, (tx) => dropExpired(tx, userId, id)),
    (err, { id: uploadId }) => log.error({ err, uploadId }, 'an abandoned upload was not dropped'),
  )
}
