import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id, instant } from '#contract/fields.ts'
import { mediaKind } from '#contract/media.ts'
import { procedure } from '#contract/procedure.ts'

/** changed: the bytes are not those that were stored. missing: there are none. */
export const damageKinds = ['changed', 'missing'] as const
export const damageKind = z.enum(damageKinds)
export type DamageKind = z.infer<typeof damageKind>

/** How what a family keeps was found when it was read again. */
export const fixity = z.object({
  /** Recordings and files, as they were given. */
  files: z.int(),
  /** How many of them have been read again so far. */
  readAgain: z.int(),
  /** When the last of them was read, and the one that was read longest ago. */
  lastReadAt: instant.nullable(),
  oldestReadAt: instant.nullable(),
  damaged: z.int(),
})
export type Fixity = z.infer<typeof fixity>

/** An original that is no longer what it was. Copies are made again, and are not told of. */
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
  /** For everybody who may see the story: what of it must not be called safe. */
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
