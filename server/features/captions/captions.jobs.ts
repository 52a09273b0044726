import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Recognises the newest seconds of a recording that is still running, for people to read along. */
export const captionRecording = defineJob(
  'caption_recording',
  z.object({ userId: z.uuid(), recordingId: z.uuid() }),
)
