import { z } from 'zod'
import type { Tx } from '../../db/actor.ts'
import { defineJob, enqueue } from '../../jobs/job.ts'

/** Hashes a stored file by reading it again, and makes the copies that its screens need. */
export const processUpload = defineJob('process_upload', z.object({ userId: z.uuid(), mediaId: z.uuid() }))

/** The rest of that for a film that has to be drawn anew, in a turn of its own. */
export const encodeUpload = defineJob('encode_upload', processUpload.payload)

/** Queues `processUpload`. Queued again while it still waits, the job runs once. */
export function queueProcessing(tx: Tx, userId: string, mediaId: string): Promise<void> {
  return enqueue(tx, processUpload, { userId, mediaId }, { key: `process_upload:${userId}:${mediaId}` })
}

/** Drops expired uploads, which nobody went on sending. */
export const sweepUploads = defineJob('sweep_uploads', z.unknown())
