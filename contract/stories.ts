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
  speakerName,
  timestamp,
} from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { mediaItem } from '#contract/media.ts'
import { procedure } from '#contract/procedure.ts'
import { recording, recordingState } from '#contract/recordings.ts'
import { storyRole } from '#contract/story-roles.ts'

export const storyMethods = ['recording', 'journal', 'upload'] as const
export const storyMethod = z.enum(storyMethods)
export type StoryMethod = z.infer<typeof storyMethod>

export const transcriptionStatuses = ['pending', 'processing', 'completed', 'failed'] as const
export const transcriptionStatus = z.enum(transcriptionStatuses)

export const tag = requiredText(limits.tag)
const speakers = z.array(speakerName).max(limits.speakersPerStory)
const tags = z.array(tag).max(limits.tagsPerStory)

export const storyNote = z.object({ id, text: z.string(), timestamp, createdAt: instant })
export type StoryNote = z.infer<typeof storyNote>

/** A story as a card shows it. */
export const storyCard = z.object({
  id,
  title: z.string(),
  description: z.string(),
  method: storyMethod,
  date: z.string(),
  time: z.string(),
  /** Seconds, over all parts. */
  duration: z.int(),
  speakers: z.array(z.string()),
  noteCount: z.int(),
  /** Signed address of the poster picture, or null while there is none. */
  thumbnail: z.string().nullable(),
  /** The state of its least finished recording; null if it has none. */
  recordingState: recordingState.nullable(),
  createdAt: instant,
})
export type StoryCard = z.infer<typeof storyCard>

/** A story with all its details. */
export const story = storyCard.extend({
  /** What the requesting person may do with it, and who shares it with them (null for their own). */
  role: storyRole,
  ownerName: z.string().nullable(),
  recordedBy: z.string(),
  location: z.string(),
  tags: z.array(z.string()),
  context: z.string(),
  transcriptionStatus,
  notes: z.array(storyNote),
  recordings: z.array(recording),
  files: z.array(mediaItem),
  updatedAt: instant,
})
export type Story = z.infer<typeof story>

const title = requiredText(limits.title, 'Please enter a title')

export const noteDraft = z.object({ id: clientId, text: requiredText(limits.noteText), timestamp })
export type NoteDraft = z.infer<typeof noteDraft>

export const newStory = z.object({
  id: clientId,
  title,
  description: optionalText(limits.description).default(''),
  method: storyMethod,
  date: optionalText(limits.shortText).default(''),
  time: optionalText(limits.shortText).default(''),
  speakers: speakers.default([]),
})
export type NewStory = z.infer<typeof newStory>

const storyDetails = z
  .object({
    title,
    description: optionalText(limits.description),
    date: optionalText(limits.shortText),
    time: optionalText(limits.shortText),
    location: optionalText(limits.shortText),
    context: optionalText(limits.longText),
    recordedBy: optionalText(limits.fullName),
    speakers,
    tags,
  })
  .partial()

/**
 * What a person may change; omitted fields stay as they are. `was` holds the fields as the person last read them: if one of them
 * differs from what is stored by now, nothing is changed. `notes`, if given, replaces the list; notes that stay keep their ids.
 */
export const storyUpdate = storyDetails.extend({
  id,
  was: storyDetails.optional(),
  notes: z.array(noteDraft).max(limits.notesPerStory).optional(),
})
export type StoryUpdate = z.infer<typeof storyUpdate>

export const storiesContract = {
  list: procedure
    .route({ method: 'GET', path: '/stories', summary: 'Your stories, newest first' })
    .input(pageInput)
    .output(pageOf(storyCard)),
  get: procedure
    .route({ method: 'GET', path: '/stories/{id}', summary: 'One story, whole' })
    .input(z.object({ id }))
    .output(story)
    .errors(errors('NOT_FOUND')),
  create: procedure
    .route({ method: 'PUT', path: '/stories/{id}', summary: 'Add a story; repeating it changes nothing' })
    .input(newStory)
    .output(story)
    .errors(errors('GONE', 'FORBIDDEN')),
  update: procedure
    .route({ method: 'PATCH', path: '/stories/{id}', summary: 'Change a story' })
    .input(storyUpdate)
    .output(story)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'CONFLICT')),
  /**
   * Adds or rewrites one note, by its id, without touching the others; the studio calls it while a person types. `was` is the text
   * that was edited: if the stored note differs from it by now, the note stays as it is.
   */
  putNote: procedure
    .route({ method: 'PUT', path: '/stories/{storyId}/notes/{id}', summary: 'Add or rewrite one note' })
    .input(noteDraft.extend({ storyId: id, was: noteDraft.shape.text.optional() }))
    .output(storyNote)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'LIMIT_REACHED', 'CONFLICT')),
  deleteNote: procedure
    .route({
      method: 'DELETE',
      path: '/stories/{storyId}/notes/{id}',
      summary: 'Take one note out; putting it again puts it back in its place',
    })
    .input(z.object({ storyId: id, id }))
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  /** The given ids come first, in this order; entries and files that are not listed follow in their previous order. */
  arrange: procedure
    .route({
      method: 'PUT',
      path: '/stories/{id}/order',
      summary: 'Put a story’s entries and files in order',
    })
    .input(
      z.object({
        id,
        notes: z.array(id).max(limits.notesPerStory).optional(),
        files: z.array(id).max(limits.filesPerStory).optional(),
      }),
    )
    .output(story)
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  delete: procedure
    .route({ method: 'DELETE', path: '/stories/{id}', summary: 'Move a story to the trash for 30 days' })
    .input(z.object({ id }))
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  restore: procedure
    .route({ method: 'POST', path: '/stories/{id}/restore', summary: 'Take a story back out of the trash' })
    .input(z.object({ id }))
    .output(z.object({ id }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
}
