import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { clientId, id, instant } from '#contract/fields.ts'
import { procedure } from '#contract/procedure.ts'

/**
 * epub: EPUB 3 with Media Overlays, the voices of the book read along with its words. pdf: 6 x 9 inches with bleed, for
 * print. html: a folder of plain pages, zipped, that opens without a network.
 */
export const storybookFormats = ['epub', 'pdf', 'html'] as const
export const storybookFormat = z.enum(storybookFormats)
export type StorybookFormat = z.infer<typeof storybookFormat>

export const storybookExportStates = ['pending', 'processing', 'completed', 'failed'] as const

/** A book on its way to a file of its own. */
export const storybookExport = z.object({
  id,
  storybookId: id,
  format: storybookFormat,
  state: z.enum(storybookExportStates),
  /** Hundredths of the work that are done. */
  progress: z.int().min(0).max(100),
  /** Whether its chapters carry a code that opens their recording. */
  voiceLinks: z.boolean(),
  /** The first letters that no font could print, with spaces between; the file leaves them out. */
  unprintable: z.string(),
  fileName: z.string(),
  sizeBytes: z.int().nullable(),
  /** Whether the book has been changed since the file was made of it; false where that is not known. */
  isOutdated: z.boolean(),
  /** Signed address of the file, once it is there; it stops working after an hour and is new at each call. */
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
   * Takes the place of an earlier file of the same format. With `voiceLinks` a PDF carries a code beside each chapter; it
   * opens the public link of its story, which is turned on where it was not, and is dead once the link is turned off.
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
