import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { clientId, id, optionalText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { pictureStyles } from '#contract/picture-styles.ts'
import { procedure } from '#contract/procedure.ts'

export const pictureStyle = z.enum(pictureStyles)

/** Why no picture was drawn. UNREADABLE: the model's answer was not a picture. */
export const pictureFailures = ['UNREACHABLE', 'BUSY', 'REFUSED', 'UNREADABLE', 'STORAGE_FULL'] as const
export type PictureFailure = (typeof pictureFailures)[number]

/**
 * The state of a page's drawing: `waiting` while a new one is being made, otherwise the state of the present picture. If a newer
 * drawing has failed, `failure` says why.
 */
export const drawing = z.object({
  id,
  pageId: id,
  state: z.enum(['waiting', 'done', 'failed', 'removed']),
  failure: z.enum(pictureFailures).nullable(),
})
export type Drawing = z.infer<typeof drawing>

export const likenessText = optionalText(limits.likeness)

/** A person of the family who appears in the book, and the description from which every picture of them is drawn. */
export const likeness = z.object({ familyMemberId: id, name: z.string(), description: z.string() })
export type Likeness = z.infer<typeof likeness>

export const bookPictures = z.object({
  /** The name of the picture model; null where none is set up. */
  draws: z.string().nullable(),
  style: pictureStyle,
  people: z.array(likeness),
  drawings: z.array(drawing),
})
export type BookPictures = z.infer<typeof bookPictures>

const path = '/storybooks/{storybookId}/pictures' as const
const page = '/storybooks/{storybookId}/pages/{id}/drawing' as const
const book = z.object({ storybookId: id })
const refusals = errors('NOT_FOUND', 'FORBIDDEN')

export const bookPicturesContract = {
  get: procedure
    .route({ method: 'GET', path, summary: 'How a book is drawn: its style, its people, and what was drawn' })
    .input(book)
    .output(bookPictures)
    .errors(refusals),
  setStyle: procedure
    .route({
      method: 'PUT',
      path: `${path}/style`,
      summary: 'Choose the style that new pictures are drawn in',
    })
    .input(book.extend({ style: pictureStyle }))
    .output(bookPictures)
    .errors(refusals),
  /** `was` is the description that was edited: if somebody has changed it meanwhile, theirs stays. */
  describe: procedure
    .route({
      method: 'PUT',
      path: `${path}/people/{familyMemberId}`,
      summary: 'Say how somebody looks; every picture of them is drawn from the same words',
    })
    .input(book.extend({ familyMemberId: id, description: likenessText, was: likenessText.optional() }))
    .output(bookPictures)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'CONFLICT')),
  /** Only for a cover or a chapter's opening page. The page keeps its present picture until the new one is drawn. */
  draw: procedure
    .route({
      method: 'POST',
      path: page,
      summary: 'Have a picture drawn for a page; the same drawing again changes nothing',
    })
    .input(book.extend({ id, drawingId: clientId }))
    .output(bookPictures)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'AI_NOT_SET_UP', 'AI_LIMIT_REACHED')),
  remove: procedure
    .route({ method: 'DELETE', path: page, summary: 'Show on a page what it showed before it was drawn' })
    .input(book.extend({ id }))
    .output(bookPictures)
    .errors(refusals),
  restore: procedure
    .route({
      method: 'POST',
      path: `${page}/restore`,
      summary: 'Show a drawn picture again that was taken away',
    })
    .input(book.extend({ id }))
    .output(bookPictures)
    .errors(refusals),
}
