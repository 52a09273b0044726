import { z } from 'zod'
import { writtenParagraph, writtenSentence } from '#contract/book-sentences.ts'
import { errors } from '#contract/errors.ts'
import { id, instant } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'

/** Why a text model wrote nothing. TOO_LONG: more was told than it is given. */
export const chapterFailures = ['UNREACHABLE', 'BUSY', 'REFUSED', 'NONSENSE', 'TOO_LONG'] as const
export type ChapterFailure = (typeof chapterFailures)[number]

/** Where the written chapter of one story stands. */
export const bookChapter = z.object({
  storyId: id,
  title: z.string(),
  /** Whether anything is transcribed that could be written from. */
  hasWords: z.boolean(),
  /** none: nobody asked. waiting: it is being written. failed: it could not be. done: there is something to read. */
  state: z.enum(['none', 'waiting', 'done', 'failed']),
  failure: z.enum(chapterFailures).nullable(),
  stepsDone: z.int(),
  stepsTotal: z.int().nullable(),
  /** The name of the model that wrote it. */
  model: z.string().nullable(),
  /** Sentences that the model wrote and the recording does not bear: they were left out. */
  leftOut: z.int(),
  /** Names what there is to read; a newer one has another id. Null where there is nothing, or it is being written anew. */
  proposalId: id.nullable(),
  /** Whether something waits to be decided about; what the book shows may be older. */
  isProposed: z.boolean(),
  /** Whether what waits was refused. */
  isRefused: z.boolean(),
  /** Whether the book shows a written chapter for this story. */
  isAccepted: z.boolean(),
  /** Pages of this story that somebody edited: they stay as they are, whatever is decided. */
  editedPages: z.int(),
  /** The words of the recordings were changed since it was written. */
  isOld: z.boolean(),
  writtenAt: instant.nullable(),
})
export type BookChapter = z.infer<typeof bookChapter>

/** A sentence to read, with whether the words it rests on are still what they were. */
export const chapterSentence = writtenSentence.extend({ isOld: z.boolean() })
export const chapterParagraph = writtenParagraph.extend({ sentences: z.array(chapterSentence).min(1) })
export type ChapterParagraph = z.infer<typeof chapterParagraph>

export const bookChapterList = z.object({
  /** The name of what writes; null where nothing does. */
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
  /** accepted: the book shows it. refused: it is put aside. open: takes either back; the book shows what was told again. */
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
