import { z } from 'zod'
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
import { promptCategories } from '#contract/prompt-categories.ts'

/** General is the category of a prompt for which its author chose none. */
export const promptCategory = z.enum([...promptCategories, 'General'])
export type PromptCategory = z.infer<typeof promptCategory>

/** Where a prompt or playlist comes from: the person's own, Kinora's, or another family's. */
const origin = z.object({
  isOfficial: z.boolean(),
  isOwn: z.boolean(),
  /** Only for official or published ones; otherwise null. */
  author: z.string().nullable(),
  /** Whether everybody sees it in Community. */
  isPublished: z.boolean(),
  /** Whether it was published, and the operator has since removed it from Community. */
  isHidden: z.boolean(),
  /** Increases with every change of the words or the order. */
  version: z.int(),
})

/** How often the person's own family has been asked, and the last time. */
const asked = z.object({ times: z.int(), at: instant, storyId: id, storyTitle: z.string() })

export const prompt = origin.extend({
  id,
  text: z.string(),
  category: promptCategory,
  asked: asked.nullable(),
})
export type Prompt = z.infer<typeof prompt>

export const playlist = origin.extend({
  id,
  name: z.string(),
  description: z.string(),
  promptCount: z.int(),
  promptIds: z.array(id),
  /** How many of its prompts the person's own family has already been asked. */
  askedCount: z.int(),
})
export type Playlist = z.infer<typeof playlist>

export const wholePlaylist = playlist.extend({ prompts: z.array(prompt) })
export type WholePlaylist = z.infer<typeof wholePlaylist>

/** The lists that the Prompts page and the studio show; if none is given, official and own ones together. */
export const promptList = z.enum(['own', 'official', 'community'])
export type PromptList = z.infer<typeof promptList>

const search = pageInput.extend({
  list: promptList.optional(),
  search: optionalText(limits.searchText).optional(),
  category: promptCategory.optional(),
})
export type PlaylistSearch = z.infer<typeof search>
const promptSearch = search.extend({ asked: z.enum(['yes', 'no']).optional() })
export type PromptSearch = z.infer<typeof promptSearch>

export const promptText = requiredText(limits.question, 'Please write a question')
const words = { text: promptText, category: promptCategory }
const order = z
  .array(id)
  .min(1)
  .max(limits.promptsPerPlaylist)
  .refine((ids) => new Set(ids).size === ids.length, 'a playlist holds each prompt once')
export const playlistName = requiredText(limits.playlistName, 'Please enter a name')
export const playlistDescription = optionalText(limits.playlistDescription)
const title = {
  name: playlistName,
  description: playlistDescription,
  promptIds: order,
}
/**
 * `version` is the one that the person started to edit: if it has changed elsewhere since, the answer is CONFLICT, never an
 * overwrite.
 */
const change = z.object({ id, version: rowVersion })

export const promptsContract = {
  list: procedure
    .route({ method: 'GET', path: '/prompts', summary: 'Prompts: official, your own, or of Community' })
    .input(promptSearch)
    .output(pageOf(prompt)),
  get: procedure
    .route({ method: 'GET', path: '/prompts/{id}', summary: 'A prompt' })
    .input(z.object({ id }))
    .output(prompt)
    .errors(errors('NOT_FOUND')),
  create: procedure
    .route({ method: 'PUT', path: '/prompts/{id}', summary: 'Write a prompt; repeating it changes nothing' })
    .input(z.object({ id: clientId, text: words.text, category: promptCategory.default('General') }))
    .output(prompt)
    .errors(errors('CONFLICT', 'LIMIT_REACHED')),
  update: procedure
    .route({ method: 'PATCH', path: '/prompts/{id}', summary: 'Change a prompt of your own' })
    .input(change.extend(words))
    .output(prompt)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'CONFLICT')),
  delete: procedure
    .route({ method: 'DELETE', path: '/prompts/{id}', summary: 'Delete a prompt of your own' })
    .input(z.object({ id }))
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  copy: procedure
    .route({ method: 'POST', path: '/prompts/{id}/copy', summary: 'Add a prompt to your own, once' })
    .input(z.object({ id }))
    .output(prompt)
    .errors(errors('NOT_FOUND', 'LIMIT_REACHED')),
  markAsked: procedure
    .route({ method: 'PUT', path: '/prompts/{id}/asked/{storyId}', summary: 'Remember that it was asked' })
    .input(z.object({ id, storyId: id, at: instant }))
    .output(prompt)
    .errors(errors('NOT_FOUND')),
  playlists: procedure
    .route({ method: 'GET', path: '/playlists', summary: 'Playlists: official, your own, or of Community' })
    .input(search)
    .output(pageOf(playlist)),
  playlist: procedure
    .route({ method: 'GET', path: '/playlists/{id}', summary: 'A playlist with its prompts in order' })
    .input(z.object({ id }))
    .output(wholePlaylist)
    .errors(errors('NOT_FOUND')),
  createPlaylist: procedure
    .route({
      method: 'PUT',
      path: '/playlists/{id}',
      summary: 'Make a playlist; repeating it changes nothing',
    })
    .input(z.object({ id: clientId, ...title, description: title.description.default('') }))
    .output(playlist)
    .errors(errors('CONFLICT', 'NOT_FOUND', 'LIMIT_REACHED')),
  updatePlaylist: procedure
    .route({
      method: 'PATCH',
      path: '/playlists/{id}',
      summary: 'Change a playlist of your own and its order',
    })
    .input(change.extend(z.object(title).partial().shape))
    .output(playlist)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'LIMIT_REACHED')),
  deletePlaylist: procedure
    .route({ method: 'DELETE', path: '/playlists/{id}', summary: 'Delete a playlist of your own' })
    .input(z.object({ id }))
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  copyPlaylist: procedure
    .route({ method: 'POST', path: '/playlists/{id}/copy', summary: 'Add a playlist to your own' })
    .input(z.object({ id, copyId: clientId }))
    .output(playlist)
    .errors(errors('NOT_FOUND', 'CONFLICT', 'LIMIT_REACHED')),
  addToPlaylist: procedure
    .route({
      method: 'POST',
      path: '/playlists/{id}/prompts',
      summary: 'Put a prompt at a playlist’s end, once',
    })
    .input(z.object({ id, promptId: id }))
    .output(playlist)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'LIMIT_REACHED')),
}
