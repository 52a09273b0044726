import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id, optionalText, pageInput, pageOf } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

export const promptCategories = [
  'Childhood Memories',
  'Life Milestones',
  'Family Heritage',
  'Cultural Traditions',
  'Career & Work',
  'Relationships',
  'Travel & Adventure',
  'Personal Growth',
] as const
/** General is for a prompt whose author chose none. */
export const promptCategory = z.enum([...promptCategories, 'General'])
export type PromptCategory = z.infer<typeof promptCategory>

export const prompt = z.object({
  id,
  text: z.string(),
  category: promptCategory,
  isOfficial: z.boolean(),
  author: z.string().nullable(),
})
export type Prompt = z.infer<typeof prompt>

export const playlist = z.object({
  id,
  name: z.string(),
  description: z.string(),
  isOfficial: z.boolean(),
  author: z.string().nullable(),
  promptCount: z.int(),
  promptIds: z.array(id),
})
export type Playlist = z.infer<typeof playlist>

export const promptsContract = {
  list: procedure
    .route({ method: 'GET', path: '/prompts', summary: 'Official prompts and your own' })
    .input(
      pageInput.extend({
        search: optionalText(limits.searchText).optional(),
        category: promptCategory.optional(),
      }),
    )
    .output(pageOf(prompt)),
  playlists: procedure
    .route({ method: 'GET', path: '/playlists', summary: 'Official playlists and your own' })
    .output(z.array(playlist)),
  playlist: procedure
    .route({ method: 'GET', path: '/playlists/{id}', summary: 'A playlist with its prompts in order' })
    .input(z.object({ id }))
    .output(playlist.extend({ prompts: z.array(prompt) }))
    .errors(errors('NOT_FOUND')),
}
