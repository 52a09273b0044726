import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { clientId, id, instant } from '#contract/fields.ts'
import { procedure } from '#contract/procedure.ts'

/**
 * epub: EPUB 3 with Media Overlays, so that the recorded voices read along with the words. pdf: 6 x 9 inches with bleed, for
 * printing. html: a zipped folder of plain pages that open without a network.
 */
export const storybookFormats = ['epub', 'pdf', 'html'] as const
export const storybookFormat = z.enum(storybookFormats)
export type StorybookFormat = z.infer<typeof storybookFormat>

export const storybookExportStates = ['pending', 'processing', 'completed', 'failed'] as const

/** A picture or a voice of a book that could not be found or read when a file was made of it. */
export const leftOut = z.object({
  kind: z.enum(['picture', 'voice']),
  /** Its caption, else its file's name; empty where it has neither. */
  name: z.string(),
  /** The title of its story, or of its chapter where the story is gone; empty for the cover. */
  story: z.string(),
})
export type LeftOut = z.infer<typeof leftOut>

/** An export of a storybook into a file. */
export const storybookExport = z.object({
  id,
  storybookId: id,
  format: storybookFormat,
  state: z.enum(storybookExportStates),
  /** Percent of the work done. */
  progress: z.int().min(0).max(100),
  /** Whether its chapters carry a QR code that opens their recording. */
  voiceLinks: z.boolean(),
  /** The first characters that no font could print, separated by spaces; the file leaves them out. */
  unprintable: z.string(),
  /** What the file had to be made without. An older server does not say. */
  leftOut: z.array(leftOut).optional(),
  fileName: z.string(),
  sizeBytes: z.int().nullable(),
  /** Whether the storybook has changed since the file was made; false where that is not known. */
  isOutdated: z.boolean(),
  /** The signed address of the finished file. It stops working after an hour; every call returns a new one. */
  downloadUrl: z.string().nullable(),
  createdAt: instant,
})
export type StorybookExport = z.infer<typeof storybookExport>

const path = '/storybooks/{storybookId}/exports' as const

export const storybookExportsContract = {
  list: procedure
    .route({ method: 'GET', path, summary: 'The files made of a storybook, the newest of each format' })
    .input(z.object({ storybookId: id }))
    .output(z.array(storybookExport))
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  /**
   * Replaces an earlier file of the same format. With `voiceLinks`, a PDF carries a code beside each chapter that opens the public
   * link of its story. The link is turned on if it was off, and the code is dead once the link is turned off. A repeat that comes
   * after its file was replaced is answered with the newer file.
   */
  start: procedure
    .route({
      method: 'PUT',
      path: `${path}/{id}`,
      summary: 'Make a file of a storybook; repeating it changes nothing',
    })
    .input(
      z.object({
        storybookId: id,
        id: clientId,
        format: storybookFormat,
        voiceLinks: z.boolean().default(false),
      }),
    )
    .output(storybookExport)
    .errors(errors('EXPORT_LIMIT_REACHED', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT')),
}
