import { z } from 'zod'
import { bookPage, pageEdit } from '#contract/book-pages.ts'
import { errors } from '#contract/errors.ts'
import {
  clientId,
  id,
  instant,
  optionalText,
  pageInput,
  pageOf,
  requiredText,
  rowVersion,
} from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'
import { storyRole } from '#contract/story-roles.ts'

/** A storybook as a card shows it. */
export const storybookCard = z.object({
  id,
  title: z.string(),
  description: z.string(),
  /** The signed address of the picture on the cover; null where an ornament takes its place. */
  coverImage: z.string().nullable(),
  /** Whether a machine drew that picture. */
  isCoverDrawn: z.boolean(),
  storyCount: z.int(),
  createdAt: instant,
})
export type StorybookCard = z.infer<typeof storybookCard>

/** A storybook with its stories in order. Stories in the trash are left out, and are back once they are restored. */
export const storybook = storybookCard.extend({
  coverMediaId: id.nullable(),
  stories: z.array(z.object({ id, title: z.string() })),
  pageCount: z.int(),
  /** What the requesting person may do with it. */
  role: storyRole,
  ownerName: z.string(),
  /** Increases with every change of the title, the stories or the order of the pages. */
  version: z.int(),
  updatedAt: instant,
})
export type Storybook = z.infer<typeof storybook>

const storyIds = z.array(id).min(1).max(limits.storiesPerStorybook)
export const bookTitle = requiredText(limits.title, 'Please enter a title')
export const bookDescription = optionalText(limits.description)
const place = z.object({ storybookId: id, id })
const pagePath = '/storybooks/{storybookId}/pages/{id}' as const

export const storybooksContract = {
  list: procedure
    .route({ method: 'GET', path: '/storybooks', summary: 'Your storybooks, newest first' })
    .input(pageInput)
    .output(pageOf(storybookCard)),
  month: procedure
    .route({ method: 'GET', path: '/storybooks/month', summary: 'Storybooks made this month, and allowed' })
    .output(z.object({ made: z.int(), allowed: z.int().nullable() })),
  get: procedure
    .route({ method: 'GET', path: '/storybooks/{id}', summary: 'One storybook' })
    .input(z.object({ id }))
    .output(storybook)
    .errors(errors('NOT_FOUND')),
  pages: procedure
    .route({ method: 'GET', path: '/storybooks/{id}/pages', summary: 'A storybook’s pages in order' })
    .input(pageInput.extend({ id }))
    .output(pageOf(bookPage))
    .errors(errors('NOT_FOUND')),
  voice: procedure
    .route({
      method: 'GET',
      path: '/storybooks/{storybookId}/voices/{recordingId}',
      summary: 'The file that plays a recording of the book',
    })
    .input(z.object({ storybookId: id, recordingId: id }))
    .output(z.object({ mediaId: id }))
    .errors(errors('NOT_FOUND')),
  create: procedure
    .route({
      method: 'PUT',
      path: '/storybooks/{id}',
      summary: 'Make a storybook of stories in this order; repeating it changes nothing',
    })
    .input(
      z.object({
        id: clientId,
        title: bookTitle,
        description: bookDescription.default(''),
        coverMediaId: id.nullable().default(null),
        storyIds,
      }),
    )
    .output(storybook)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'GONE', 'STORYBOOK_LIMIT_REACHED')),
  /** Stories new to the book get their pages; the pages of removed stories are removed too, edited or not. */
  update: procedure
    .route({ method: 'PATCH', path: '/storybooks/{id}', summary: 'Change a storybook' })
    .input(
      z.object({
        id,
        baseVersion: rowVersion,
        title: bookTitle.optional(),
        description: bookDescription.optional(),
        coverMediaId: id.nullable().optional(),
        storyIds: storyIds.optional(),
      }),
    )
    .output(storybook)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'CONFLICT')),
  layOut: procedure
    .route({
      method: 'POST',
      path: '/storybooks/{id}/layout',
      summary: 'Make the pages anew from the stories as they are now; pages that somebody edited stay',
    })
    .input(z.object({ id, baseVersion: rowVersion }))
    .output(storybook)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'CONFLICT')),
  editPage: procedure
    .route({ method: 'PATCH', path: pagePath, summary: 'Change what a page says' })
    .input(place.extend({ baseVersion: rowVersion, content: pageEdit }))
    .output(bookPage)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'CONFLICT')),
  removePage: procedure
    .route({ method: 'DELETE', path: pagePath, summary: 'Take a page out' })
    .input(place)
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'CONFLICT')),
  restorePage: procedure
    .route({ method: 'POST', path: `${pagePath}/restore`, summary: 'Put a page that was taken out back' })
    .input(place)
    .output(bookPage)
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  delete: procedure
    .route({ method: 'DELETE', path: '/storybooks/{id}', summary: 'Move a storybook to the trash' })
    .input(z.object({ id }))
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  restore: procedure
    .route({ method: 'POST', path: '/storybooks/{id}/restore', summary: 'Take a storybook out of the trash' })
    .input(z.object({ id }))
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
}
