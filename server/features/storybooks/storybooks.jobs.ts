import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Makes a file of a book; begun again, it makes it anew. */
export const exportStorybook = defineJob(
  'export_storybook',
  z.object({ userId: z.uuid(), exportId: z.uuid() }),
)
