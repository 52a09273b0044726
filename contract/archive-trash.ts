import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id, instant, pageInput, pageOf } from '#contract/fields.ts'
import { procedure } from '#contract/procedure.ts'

export const trashedTypes = ['story', 'storybook'] as const
export const trashedType = z.enum(trashedTypes)
export type TrashedType = z.infer<typeof trashedType>

/** A deleted thing that can still be restored. */
export const trashedItem = z.object({
  type: trashedType,
  id,
  title: z.string(),
  deletedAt: instant,
  /** When it is deleted for good. */
  goneAt: instant,
})
export type TrashedItem = z.infer<typeof trashedItem>

export const trashContract = {
  list: procedure
    .route({ method: 'GET', path: '/trash', summary: 'What you deleted and can bring back, latest first' })
    .input(pageInput)
    .output(pageOf(trashedItem)),
  deleteForGood: procedure
    .route({
      method: 'DELETE',
      path: '/trash/{type}/{id}',
      summary: 'Delete something that lies in the trash for good, with its media',
    })
    .input(z.object({ type: trashedType, id }))
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND')),
}
