import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Makes a file of a book; a retry makes the whole file again. */
export const exportStorybook = defineJob(
  'export_storybook',
  z.object({ userId: z.uuid(), exportId: z.uuid() }),
)

/** Writes the chapter of one story; does nothing once a newer request has replaced this one. */
export const writeChapter = defineJob(
  'write_chapter',
  z.object({ userId: z.uuid(), storybookId: z.uuid(), storyId: z.uuid(), requestId: z.uuid() }),
)

/** Draws the picture of one page; does nothing when the drawing is done, or it or its page is gone. */
export const drawPicture = defineJob('draw_picture', z.object({ userId: z.uuid(), drawingId: z.uuid() }))
