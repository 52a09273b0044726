import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { cursor, id, optionalText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'
import { promptCategory } from '#contract/prompts.ts'
import { storyMethod } from '#contract/stories.ts'

/** A text and the places where the search matched: pairs of start and end, in UTF-16 units. The text is never HTML. */
export const markedText = z.object({
  text: z.string(),
  marks: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
})
export type MarkedText = z.infer<typeof markedText>

/**
 * line: of a transcript. note: taken while the story was told, or a journal entry. about: the story's description. comment: by a
 * person who may see the story. caption: what the family says of a photo, film or document.
 */
export const foundKinds = ['line', 'note', 'about', 'speaker', 'comment', 'caption'] as const

/** A place in a story where the words were found. */
export const foundPlace = z.object({
  kind: z.enum(foundKinds),
  /** The id of the line, the note, the comment, the file or the story. */
  id,
  /** Which passage of a long text matched; long texts are indexed by passages. */
  piece: z.int().nonnegative(),
  said: markedText,
  /** The recording in which it was said, and the second to play from; null where nothing can be played. */
  recordingId: id.nullable(),
  seconds: z.number().nonnegative().nullable(),
})
export type FoundPlace = z.infer<typeof foundPlace>

export const foundStory = z.object({
  id,
  ownerId: id,
  title: markedText,
  method: storyMethod,
  date: z.string(),
  duration: z.int(),
  speakers: z.array(z.string()),
  /** The best matches first. */
  places: z.array(foundPlace),
  /** The number of all matches in the story, including those in its title and names. */
  placeCount: z.int(),
})
export type FoundStory = z.infer<typeof foundStory>

/**
 * `relationship`: to the owner of the family. `sharedBy`: the name of the owner who shares the person; null for the searcher's own.
 */
export const foundPerson = z.object({
  id,
  name: markedText,
  relationship: z.string(),
  sharedBy: z.string().nullable(),
})
export type FoundPerson = z.infer<typeof foundPerson>

export const foundPrompt = z.object({ id, text: markedText, category: promptCategory })
export type FoundPrompt = z.infer<typeof foundPrompt>

/** `ownerId`: the owner of the storybook, who shares it with the searcher if it is another account. */
export const foundBook = z.object({ id, ownerId: id, title: markedText })
export type FoundBook = z.infer<typeof foundBook>

/** exact: as it was typed. spread: each word occurs somewhere in the story. similar: with names that are spelled alike. */
export const matchings = ['exact', 'spread', 'similar'] as const

export const searchAnswer = z.object({
  matching: z.enum(matchings),
  /** Which typed word was replaced by which name; empty unless `similar`. */
  instead: z.array(z.object({ typed: z.string(), name: z.string() })),
  stories: z.array(foundStory),
  /** For the next page of stories. People, prompts and storybooks come only with the first page, at most `foundOfKind` of each. */
  nextCursor: z.string().nullable(),
  people: z.array(foundPerson),
  prompts: z.array(foundPrompt),
  books: z.array(foundBook),
})
export type SearchAnswer = z.infer<typeof searchAnswer>

const typed = optionalText(limits.searchText)

export const searchContract = {
  /**
   * The query as people type it: all words must match, "in this order" between quotes, -without, one OR the other; the last word
   * may be unfinished.
   */
  find: procedure
    .route({
      method: 'GET',
      path: '/search',
      summary: 'Stories, people, prompts and storybooks by what is said in them',
    })
    .input(
      z.object({
        q: typed,
        cursor: cursor.optional(),
        limit: z.coerce.number().int().min(1).max(limits.foundStoriesMax).default(limits.foundStories),
      }),
    )
    .output(searchAnswer),
  inStory: procedure
    .route({ method: 'GET', path: '/search/stories/{id}', summary: 'Every place in one story, in its order' })
    .input(
      z.object({
        id,
        q: typed,
        /** That of the answer in which the story was found: similar names are looked for where that answer looked for them. */
        matching: z.enum(matchings).default('exact'),
        cursor: cursor.optional(),
      }),
    )
    .output(z.object({ places: z.array(foundPlace), nextCursor: z.string().nullable() }))
    .errors(errors('NOT_FOUND')),
}
