import { sql } from 'kysely'
import type { ChapterFailure } from '#contract/book-chapters.ts'
import type { WrittenParagraph } from '#contract/book-sentences.ts'
import { lastingFailureOf } from '../../../ai/lasting-failure.ts'
import type { TextModel } from '../../../ai/text-model.ts'
import { asWorker, type Tx } from '../../../db/actor.ts'
import { handleJob, type JobContext, type JobHandler } from '../../../jobs/job.ts'
import type { Services } from '../../../services.ts'
import { writeChapter as writeChapterJob } from '../storybooks.jobs.ts'
import { askForStretch, QUESTIONS_MAX, stretchesOfTalk } from './ask-for-chapter.ts'
import { loadTalk } from './told-sentences.ts'

type Parts = Pick<Services, 'db' | 'textModel'>
export type ChapterRequest = { userId: string; storybookId: string; storyId: string; requestId: string }

/** The job that writes chapters in the background. */
export function chapterJobs(services: Parts): JobHandler[] {
  const giveUp = (request: ChapterRequest) =>
    asWorker(services.db, request.userId, (tx) => keep(tx, request, { state: 'failed', failure: 'BUSY' }))
  return [
    handleJob(writeChapterJob, (request, context) => writeChapter(services, request, context), {
      turns: 'asked',
      giveUp,
    }),
  ]
}

/**
 * Writes the chapter of one story and stores it as a proposal, all at once at the end, so that a retry asks the model for
 * everything again. Stops when a newer request has replaced this one.
 */
export async function writeChapter(
  { db, textModel }: Parts,
  request: ChapterRequest,
  context: JobContext,
): Promise<void> {
  const report = (fields: Fields) => asWorker(db, request.userId, (tx) => keep(tx, request, fields))
  const fail = (failure: ChapterFailure) => report({ state: 'failed', failure })
  try {
    if (!(await report({ steps_done: 0 }))) return
    if (!textModel) return void (await fail('REFUSED'))
    const { readAt, talk } = await asWorker(db, request.userId, (tx) => loadDated(tx, request))
    const stretches = stretchesOfTalk(talk.sentences)
    if (stretches.length > QUESTIONS_MAX) return void (await fail('TOO_LONG'))
    const onStep = (done: number) => report({ steps_done: done, steps_total: stretches.length })
    const written = await askForAll(textModel, stretches, talk.teller, { signal: context.signal, onStep })
    if (written === null) return
    if (written.paragraphs.length === 0) return void (await fail('NONSENSE'))
    await report({
      state: 'done',
      failure: null,
      model: textModel.label,
      proposed: JSON.stringify(written.paragraphs),
      refused: false,
      left_out: written.leftOut,
      written_at: readAt,
    })
  } catch (error) {
    const failure = lastingFailureOf(error, context)
    context.log.error({ err: error, storyId: request.storyId }, 'the text model could not write a chapter')
    await fail(failure)
  }
}

/**
 * What was told, and when it was read. The chapter is dated with that time, so that a word corrected while the model writes
 * is newer than the chapter.
 */
async function loadDated(tx: Tx, { userId, storyId }: ChapterRequest) {
  const { readAt } = await tx.selectNoFrom(sql<Date>`now()`.as('readAt')).executeTakeFirstOrThrow()
  return { readAt, talk: await loadTalk(tx, userId, storyId) }
}

type Asking = { signal: AbortSignal; onStep: (done: number) => Promise<boolean> }

/** The chapter of all stretches; null when the request was replaced meanwhile. */
async function askForAll(
  model: TextModel,
  stretches: ReturnType<typeof stretchesOfTalk>,
  teller: string,
  { signal, onStep }: Asking,
): Promise<{ paragraphs: WrittenParagraph[]; leftOut: number } | null> {
  const paragraphs: WrittenParagraph[] = []
  let leftOut = 0
  for (const [index, told] of stretches.entries()) {
    if (!(await onStep(index))) return null
    const checked = await askForStretch(model, told, teller, signal)
    paragraphs.push(...checked.paragraphs)
    leftOut += checked.leftOut
  }
  return { paragraphs, leftOut }
}

type Fields = {
  state?: string
  failure?: ChapterFailure | null
  model?: string
  steps_done?: number
  steps_total?: number
  proposed?: string
  refused?: boolean
  left_out?: number
  written_at?: Date
}

/** Writes the fields of a request that is still waiting. @returns whether it is */
async function keep(
  tx: Tx,
  { userId, storybookId, storyId, requestId }: ChapterRequest,
  fields: Fields,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('storybook_chapters')
    .set(fields)
    .where('user_id', '=', userId)
    .where('storybook_id', '=', storybookId)
    .where('story_id', '=', storyId)
    .where('request_id', '=', requestId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
