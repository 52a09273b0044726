import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { clientId, id, instant, pageInput, pageOf, requiredText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

/** A place in a recording of the story. */
export const moment = z.object({ recordingId: id, atMs: z.int().nonnegative().max(limits.recordingMsMax) })
export type Moment = z.infer<typeof moment>

export const comment = z.object({
  id,
  storyId: id,
  author: z.string(),
  text: z.string(),
  moment: moment.nullable(),
  createdAt: instant,
  editedAt: instant.nullable(),
  /** What the requesting person may do with the comment. */
  mayEdit: z.boolean(),
  mayDelete: z.boolean(),
})
export type Comment = z.infer<typeof comment>

export const commentText = requiredText(limits.commentText)
const place = z.object({ storyId: id, id })

export const commentsContract = {
  list: procedure
    .route({ method: 'GET', path: '/stories/{storyId}/comments', summary: 'Comments, newest first' })
    .input(pageInput.extend({ storyId: id }))
    .output(pageOf(comment))
    .errors(errors('NOT_FOUND')),
  add: procedure
    .route({
      method: 'PUT',
      path: '/stories/{storyId}/comments/{id}',
      summary: 'Say something about a story; repeating it changes nothing',
    })
    .input(
      z.object({ storyId: id, id: clientId, text: commentText, moment: moment.nullable().default(null) }),
    )
    .output(comment)
    .errors(errors('NOT_FOUND', 'GONE')),
  /** `was` is the text that was edited: if the stored comment differs from it by now, the comment stays as it is. */
  edit: procedure
    .route({ method: 'PATCH', path: '/stories/{storyId}/comments/{id}', summary: 'Change your comment' })
    .input(place.extend({ text: commentText, was: z.string().optional() }))
    .output(comment)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'CONFLICT')),
  delete: procedure
    .route({ method: 'DELETE', path: '/stories/{storyId}/comments/{id}', summary: 'Delete a comment' })
    .input(place)
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  restore: procedure
    .route({
      method: 'POST',
      path: '/stories/{storyId}/comments/{id}/restore',
      summary: 'Bring back a comment that you deleted',
    })
    .input(place)
    .output(comment)
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
}
