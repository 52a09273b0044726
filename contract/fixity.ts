import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id, instant } from '#contract/fields.ts'
import { mediaKind } from '#contract/media.ts'
import { procedure } from '#contract/procedure.ts'

/** changed: the bytes differ from those that were stored. missing: there are no bytes. */
export const damageKinds = ['changed', 'missing'] as const
export const damageKind = z.enum(damageKinds)
export type DamageKind = z.infer<typeof damageKind>

/** The result of reading a family's stored files again. */
export const fixity = z.object({
  /** The number of originals: recordings and files, as they were given. */
  files: z.int(),
  /** How many of them have been read again at least once. */
  readAgain: z.int(),
  /** The most recent and the oldest of the times at which each file was last read. */
  lastReadAt: instant.nullable(),
  oldestReadAt: instant.nullable(),
  damaged: z.int(),
})
export type Fixity = z.infer<typeof fixity>

/** An original that is damaged. Damaged derived files are not listed, because they are made again. */
export const damagedFile = z.object({
  id,
  storyId: id.nullable(),
  storyTitle: z.string(),
  recordingId: id.nullable(),
  kind: mediaKind,
  fileName: z.string(),
  damage: damageKind,
  foundAt: instant,
})
export type DamagedFile = z.infer<typeof damagedFile>

export const fixityContract = {
  get: procedure
    .route({ method: 'GET', path: '/fixity', summary: 'When your recordings and files were last read again' })
    .output(fixity),
  damaged: procedure
    .route({
      method: 'GET',
      path: '/fixity/damaged',
      summary: 'Your files whose bytes are no longer what they were',
    })
    .output(z.array(damagedFile)),
  /** For everybody who may see the story: the media ids of its damaged originals, which must not be shown as safe. */
  inStory: procedure
    .route({
      method: 'GET',
      path: '/stories/{id}/damaged',
      summary: 'Which originals of a story are damaged',
    })
    .input(z.object({ id }))
    .output(z.array(id))
    .errors(errors('NOT_FOUND')),
}
