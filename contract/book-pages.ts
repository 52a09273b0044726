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

/** words: told or written. question: asked by the listener. quote: a sentence of the same page, set large. */
export const passageKinds = ['words', 'question', 'quote'] as const

/** A paragraph, and the words of a recording that it rests on. */
export const passage = z.object({
  id,
  kind: z.enum(passageKinds),
  /** Empty where the previous speaker continues, or where the speaker is unknown. */
  speaker: z.string(),
  text: z.string(),
  /** The words exactly as they were said; null where the text was written by a person. */
  verbatim: z.string().nullable(),
  voice: bookVoice.nullable(),
  /** Only in a written chapter: its sentences, each with the places in the recording of `voice` that it rests on. */
  sentences: z.array(writtenSentence).optional(),
})
export type Passage = z.infer<typeof passage>

/** The stretches of a recording that a passage rests on; none where nobody spoke it. */
export const stretchesOf = ({ voice, sentences }: Pick<Passage, 'voice' | 'sentences'>): BookVoice[] => {
  if (voice === null) return []
  const { recordingId } = voice
  const spans = (sentences ?? []).flatMap((sentence) => sentence.spans)
  return spans.length === 0 ? [voice] : spans.map(({ startMs, endMs }) => ({ recordingId, startMs, endMs }))
}

const pictureId = id.nullable()
/** Whether a machine drew the picture; the book tells its readers. */
const isDrawn = z.boolean().optional()

/** What a page shows, by its kind. */
export const pageContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cover'), title: z.string(), subtitle: z.string(), pictureId, isDrawn }),
  z.object({ kind: z.literal('dedication'), text: z.string() }),
  z.object({ kind: z.literal('chapter'), title: z.string(), subtitle: z.string(), pictureId, isDrawn }),
  z.object({
    kind: z.literal('text'),
    passages: z.array(passage),
    /** Only on an edited page: what each of its passages rested on before, also of those that were taken out. */
    madeOf: z.array(z.array(bookVoice)).optional(),
  }),
  z.object({ kind: z.literal('photo'), pictureId: id, caption: z.string(), isDrawn }),
  z.object({ kind: z.literal('closing'), text: z.string() }),
])
export type PageContent = z.infer<typeof pageContent>

export const bookPage = z.object({
  id,
  /** The story the page was made from; null for the book's own pages, and once the story is gone for good. */
  storyId: id.nullable(),
  content: pageContent,
  /** Whether a person has changed the page: laying the book out anew then leaves it as it is. */
  edited: z.boolean(),
  version: z.int().nonnegative(),
})
export type BookPage = z.infer<typeof bookPage>

/** The fields that a person may edit on a page. An edited passage keeps the places it rests on; a new passage has none. */
export const pageTitle = requiredText(limits.title, 'Please enter a title')
export const pageLine = optionalText(limits.title)
export const pageCaption = optionalText(limits.caption)
/** A dedication begins as the book's description, which must fit. */
export const pageText = optionalText(Math.max(limits.bookPageText, limits.description))
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
  z.object({ kind: z.literal('photo'), pictureId: id, caption: pageCaption }),
  z.object({ kind: z.literal('closing'), text: pageText }),
])
export type PageEdit = z.infer<typeof pageEdit>
