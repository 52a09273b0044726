import { z } from 'zod'
import { writtenSentence } from '#contract/book-sentences.ts'
import { id, optionalText, requiredText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'

/** Where in a recording words were spoken. */
export const bookVoice = z.object({
  recordingId: id,
  startMs: z.int().nonnegative(),
  endMs: z.int().nonnegative(),
})
export type BookVoice = z.infer<typeof bookVoice>

/** words: told or written. question: what somebody asked. quote: a sentence of the same page, set large. */
export const passageKinds = ['words', 'question', 'quote'] as const

/** A paragraph, and what it rests on. */
export const passage = z.object({
  id,
  kind: z.enum(passageKinds),
  /** Empty where the speaker before goes on, or nobody knows. */
  speaker: z.string(),
  text: z.string(),
  /** What was said, word for word; null where somebody wrote it. */
  verbatim: z.string().nullable(),
  voice: bookVoice.nullable(),
  /** Of a written chapter: its sentences, each with the places in the voice's recording that it rests on. */
  sentences: z.array(writtenSentence).optional(),
})
export type Passage = z.infer<typeof passage>

const pictureId = id.nullable()
/** Whether a machine drew the picture; readers are told. */
const isDrawn = z.boolean().optional()

/** What a page shows, by its kind. */
export const pageContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cover'), title: z.string(), subtitle: z.string(), pictureId, isDrawn }),
  z.object({ kind: z.literal('dedication'), text: z.string() }),
  z.object({ kind: z.literal('chapter'), title: z.string(), subtitle: z.string(), pictureId, isDrawn }),
  z.object({ kind: z.literal('text'), passages: z.array(passage) }),
  z.object({ kind: z.literal('photo'), pictureId: id, caption: z.string(), isDrawn }),
  z.object({ kind: z.literal('closing'), text: z.string() }),
])
export type PageContent = z.infer<typeof pageContent>

export const bookPage = z.object({
  id,
  /** The story the page was made from; null for the book's own pages, and once the story is gone for good. */
  storyId: id.nullable(),
  content: pageContent,
  /** A person has changed it: laying the book out anew leaves it as it is. */
  edited: z.boolean(),
  version: z.int().nonnegative(),
})
export type BookPage = z.infer<typeof bookPage>

/** What a person may write on a page. What a passage rests on stays with it; a new one rests on nothing. */
export const pageTitle = requiredText(limits.title, 'Please enter a title')
export const pageLine = optionalText(limits.title)
export const pageText = optionalText(limits.bookPageText)
export const passageText = requiredText(limits.bookPageText)

export const pageEdit = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cover'),
    title: pageTitle,
    subtitle: pageLine,
    pictureId,
  }),
  z.object({ kind: z.literal('dedication'), text: pageText }),
  z.object({
    kind: z.literal('chapter'),
    title: pageTitle,
    subtitle: pageLine,
    pictureId,
  }),
  z.object({
    kind: z.literal('text'),
    passages: z
      .array(z.object({ id, text: passageText }))
      .min(1)
      .max(limits.passagesPerPage),
  }),
  z.object({ kind: z.literal('photo'), pictureId: id, caption: pageLine }),
  z.object({ kind: z.literal('closing'), text: pageText }),
])
export type PageEdit = z.infer<typeof pageEdit>
