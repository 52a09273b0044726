import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Hashes a stored file by reading it again, and makes what its screens need. */
export const processUpload = defineJob('process_upload', z.object({ userId: z.uuid(), mediaId: z.uuid() }))

/** Drops what nobody went on sending. */
export const sweepUploads = defineJob('sweep_uploads', z.unknown())
