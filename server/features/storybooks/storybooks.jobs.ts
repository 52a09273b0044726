import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Makes a file of a book; begun again, it makes it anew. */
export const exportStorybook = defineJob(
  'export_storybook',
  z.object({ userId: z.uuid(), exportId: z.uuid() }),
)

/** Writes the chapter of one story; what is no longer asked for is left. */
export const writeChapter = defineJob(
  'write_chapter',
  z.object({ userId: z.uuid(), storybookId: z.uuid(), storyId: z.uuid(), requestId: z.uuid() }),
)

/** Draws the picture of one page; what is done or gone is left. */
export const drawPicture = defineJob('draw_picture', z.object({ userId: z.uuid(), drawingId: z.uuid() }))
