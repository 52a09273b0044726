import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Hears the newest seconds of a recording under way, for people to read along. */
export const captionRecording = defineJob(
  'caption_recording',
  z.object({ userId: z.uuid(), recordingId: z.uuid() }),
)
