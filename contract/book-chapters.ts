import { z } from 'zod'
import { writtenParagraph, writtenSentence } from '#contract/book-sentences.ts'
import { errors } from '#contract/errors.ts'
import { id, instant } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

/** Why the text model wrote no chapter. TOO_LONG: the story holds more words than the model is given. */
export const chapterFailures = ['UNREACHABLE', 'BUSY', 'REFUSED', 'NONSENSE', 'TOO_LONG'] as const
export type ChapterFailure = (typeof chapterFailures)[number]

/** The state of the written chapter of one story. */
export const bookChapter = z.object({
  storyId: id,
  title: z.string(),
  /** Whether the story has a transcript to write from. */
  hasWords: z.boolean(),
  /** none: not requested. waiting: being written. failed: it could not be written. done: there is a text to read. */
  state: z.enum(['none', 'waiting', 'done', 'failed']),
  failure: z.enum(chapterFailures).nullable(),
  stepsDone: z.int(),
  stepsTotal: z.int().nullable(),
  /** The name of the model that wrote it. */
  model: z.string().nullable(),
  /** The number of sentences that were left out because the recording does not support them. */
  leftOut: z.int(),
  /** Identifies the text; a newer text has another id. Null where there is none, or while it is being written anew. */
  proposalId: id.nullable(),
  /** Whether a text awaits a decision; the text that the book shows may be an older one. */
  isProposed: z.boolean(),
  /** Whether the text that awaits a decision was refused. */
  isRefused: z.boolean(),
  /** Whether the book shows a written chapter for this story. */
  isAccepted: z.boolean(),
  /** The number of pages of this story that somebody edited: they stay as they are, whatever is decided. */
  editedPages: z.int(),
  /** Whether the words of the recordings have changed since the chapter was written. */
  isOld: z.boolean(),
  writtenAt: instant.nullable(),
})
export type BookChapter = z.infer<typeof bookChapter>

/** A written sentence. `isOld` says that the words it rests on have changed since. */
export const chapterSentence = writtenSentence.extend({ isOld: z.boolean() })
export const chapterParagraph = writtenParagraph.extend({ sentences: z.array(chapterSentence).min(1) })
export type ChapterParagraph = z.infer<typeof chapterParagraph>

export const bookChapterList = z.object({
  /** The name of the text model; null where none is set up. */
  writes: z.string().nullable(),
  chapters: z.array(bookChapter),
})
export type BookChapterList = z.infer<typeof bookChapterList>

const path = '/storybooks/{storybookId}/chapters' as const
const book = z.object({ storybookId: id })

export const bookChaptersContract = {
  list: procedure
    .route({
      method: 'GET',
      path,
      summary: 'The chapters that a text model wrote or can write, in the book’s order',
    })
    .input(book)
    .output(bookChapterList)
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  read: procedure
    .route({
      method: 'GET',
      path: `${path}/{storyId}`,
      summary: 'What is proposed or accepted, with what it rests on',
    })
    .input(book.extend({ storyId: id }))
    .output(z.object({ chapter: bookChapter, paragraphs: z.array(chapterParagraph) }))
    .errors(errors('NOT_FOUND', 'FORBIDDEN')),
  write: procedure
    .route({ method: 'POST', path, summary: 'Have chapters written from the recordings of these stories' })
    .input(book.extend({ storyIds: z.array(id).min(1).max(limits.storiesPerStorybook) }))
    .output(bookChapterList)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'AI_NOT_SET_UP', 'AI_LIMIT_REACHED')),
  /**
   * accepted: the book shows the chapter. refused: it is put aside. open: reverses either decision, and the book shows the told
   * words again.
   */
  decide: procedure
    .route({
      method: 'POST',
      path: `${path}/{storyId}/decision`,
      summary: 'Accept or refuse a written chapter, or take that back',
    })
    .input(book.extend({ storyId: id, proposalId: id, decision: z.enum(['accepted', 'refused', 'open']) }))
    .output(bookChapterList)
    .errors(errors('NOT_FOUND', 'FORBIDDEN', 'CONFLICT')),
}
