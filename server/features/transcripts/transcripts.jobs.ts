import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Hears a recording piece by piece, going on where it stopped. */
export const transcribeRecording = defineJob(
  'transcribe_recording',
  z.object({ userId: z.uuid(), recordingId: z.uuid() }),
)
