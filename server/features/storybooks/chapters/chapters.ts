import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { v7 as uuidv7 } from 'uuid'
import {
  type BookChapter,
  type BookChapterList,
  bookChapter,
  type ChapterParagraph,
} from '#contract/book-chapters.ts'
import type { Tx } from '../../../db/actor.ts'
import { exactInstant } from '../../../db/page.ts'
import { codeError, declaredFailure } from '../../../errors.ts'
import { enqueue } from '../../../jobs/job.ts'
import type { BookKey } from '../material.ts'
import { layOutPages } from '../pages.ts'
import { writeChapter } from '../storybooks.jobs.ts'
import { withAge } from './age.ts'

/** The label of the text model that writes chapters, as people see it; null where none is set up. */
export type Writer = string | null

/** The chapters of a book, written or not, in the book's order. */
export async function listChapters(tx: Tx, key: BookKey, writes: Writer): Promise<BookChapterList> {
  const rows = await chaptersOf(tx, key).execute()
  return { writes, chapters: rows.map(shown) }
}

/** The proposed text of a chapter, or else the accepted one that the book shows, sentence by sentence. @throws NOT_FOUND */
export async function readChapter(
  tx: Tx,
  key: BookKey,
  storyId: string,
): Promise<{ chapter: BookChapter; paragraphs: ChapterParagraph[] }> {
  const row = await chaptersOf(tx, key).where('chosen.story_id', '=', storyId).executeTakeFirst()
  if (!row) throw codeError('NOT_FOUND')
  const text = await textOf(tx, key, storyId)
  return { chapter: shown(row), paragraphs: await withAge(tx, key.userId, text) }
}

const textOf = async (tx: Tx, { userId, bookId }: BookKey, storyId: string): Promise<unknown> =>
  (
    await tx
      .selectFrom('storybook_chapters')
      .where('user_id', '=', userId)
      .where('storybook_id', '=', bookId)
      .where('story_id', '=', storyId)
      .select((row) => row.fn.coalesce('proposed', 'accepted').as('text'))
      .executeTakeFirst()
  )?.text ?? []

/**
 * Requests chapters of these stories, in the book's order and as many as the plan has room for. A chapter that is being written already
 * goes on. A finished one is written again, and the book goes on showing the accepted text until a person decides.
 *
 * @throws NOT_FOUND for a story without words, AI_LIMIT_REACHED where there is no room for even one
 */
export async function requestChapters(tx: Tx, key: BookKey, storyIds: readonly string[]): Promise<void> {
  const wanted = new Set(storyIds)
  const chapters = (await chaptersOf(tx, key).execute()).map(shown)
  const asked = chapters.filter(({ storyId, hasWords }) => hasWords && wanted.has(storyId))
  if (asked.length < wanted.size) throw codeError('NOT_FOUND')
  let begun = 0
  for (const { storyId } of asked.filter(({ state }) => state !== 'waiting')) {
    await sql`savepoint before_chapter`.execute(tx)
    try {
      await request(tx, key, storyId)
    } catch (error) {
      if (begun === 0 || declaredFailure(error)?.code !== 'AI_LIMIT_REACHED') throw error
      await sql`rollback to savepoint before_chapter`.execute(tx)
      return
    }
    begun += 1
  }
}

/** Of two requests at the same time the second finds the chapter waiting and changes nothing, so that only one is counted. */
async function request(tx: Tx, { userId, bookId }: BookKey, storyId: string): Promise<void> {
  const requestId = uuidv7()
  const asked = await tx
    .insertInto('storybook_chapters')
    .values({ user_id: userId, storybook_id: bookId, story_id: storyId, request_id: requestId })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'storybook_id', 'story_id'])
        .doUpdateSet({
          state: 'waiting',
          request_id: requestId,
          failure: null,
          steps_done: 0,
          steps_total: null,
        })
        .where('storybook_chapters.state', '<>', 'waiting'),
    )
    .returning('id')
    .executeTakeFirst()
  if (!asked) return
  const payload = { userId, storybookId: bookId, storyId, requestId }
  await enqueue(tx, writeChapter, payload, { key: `write_chapter/${userId}/${bookId}/${storyId}` })
}

type Decision = { storyId: string; proposalId: string; decision: 'accepted' | 'refused' | 'open' }

/**
 * Decides about a written chapter, and lays the pages of its story out again if the accepted text changes by it. Pages that
 * somebody edited stay. The same decision again, as after a lost answer, changes nothing.
 *
 * @throws NOT_FOUND, or CONFLICT when there is nothing to decide or the text was replaced since it was read
 */
export async function decideChapter(
  tx: Tx,
  key: BookKey,
  { storyId, proposalId, decision }: Decision,
): Promise<void> {
  await lockBook(tx, key)
  const row = await tx
    .selectFrom('storybook_chapters')
    .where('user_id', '=', key.userId)
    .where('storybook_id', '=', key.bookId)
    .where('story_id', '=', storyId)
    .select(['id', 'state', 'request_id', 'proposed', 'accepted'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw codeError('NOT_FOUND')
  if (row.request_id !== proposalId || row.state === 'waiting') throw codeError('CONFLICT')

  const change = changeOf(row, decision)
  if (!change) throw codeError('CONFLICT')
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await tx
    .updateTable('storybook_chapters')
    .set({ refused: change.refused, proposed: json(change.proposed), accepted: json(change.accepted) })
    .where('user_id', '=', key.userId)
    .where('id', '=', row.id)
    .execute()
  // Only then does the book say something else, and are the files made of it older than it.
  if (change.accepted === row.accepted) return
  await advanceBook(tx, key)
  await layOutPages(tx, key, (story) => story !== storyId)
}

type Texts = { proposed: unknown; accepted: unknown }

/** The texts after a decision; null where there is nothing to decide. */
function changeOf({ proposed, accepted }: Texts, decision: Decision['decision']) {
  if (decision === 'accepted') {
    // Without a newer proposal, the accepted text is the one that this decision is about.
    const text = proposed ?? accepted
    return text === null ? null : { proposed: null, accepted: text, refused: false }
  }
  if (decision === 'refused') return proposed === null ? null : { proposed, accepted, refused: true }
  // 'open' takes a decision back. A newer proposal must not be lost to the accepted text, so then only its refusal is undone.
  return proposed === null
    ? { proposed: accepted, accepted: null, refused: false }
    : { proposed, accepted, refused: false }
}

async function lockBook(tx: Tx, { userId, bookId }: BookKey): Promise<void> {
  const book = await tx
    .selectFrom('storybooks')
    .where('user_id', '=', userId)
    .where('id', '=', bookId)
    .where('deleted_at', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  if (!book) throw codeError('NOT_FOUND')
}

async function advanceBook(tx: Tx, { userId, bookId }: BookKey): Promise<void> {
  await tx
    .updateTable('storybooks')
    .set((book) => ({ version: book('version', '+', 1) }))
    .where('user_id', '=', userId)
    .where('id', '=', bookId)
    .execute()
}

const chaptersOf = (tx: Tx, { userId, bookId }: BookKey) =>
  tx
    .selectFrom('storybook_stories as chosen')
    .innerJoin('stories', (join) =>
      join.onRef('stories.user_id', '=', 'chosen.user_id').onRef('stories.id', '=', 'chosen.story_id'),
    )
    .leftJoin('storybook_chapters as chapter', (join) =>
      join
        .onRef('chapter.user_id', '=', 'chosen.user_id')
        .onRef('chapter.storybook_id', '=', 'chosen.storybook_id')
        .onRef('chapter.story_id', '=', 'chosen.story_id'),
    )
    .where('chosen.user_id', '=', userId)
    .where('chosen.storybook_id', '=', bookId)
    .where('stories.deleted_at', 'is', null)
    .orderBy('chosen.position')
    .select([
      'chosen.story_id as storyId',
      'stories.title',
      'chapter.state',
      'chapter.failure',
      'chapter.model',
    ])
    .select(['chapter.steps_done as stepsDone', 'chapter.steps_total as stepsTotal'])
    .select([
      'chapter.left_out as leftOut',
      'chapter.request_id as requestId',
      'chapter.refused as isRefused',
    ])
    .select((from) => [
      sql<boolean>`chapter.proposed is not null`.as('isProposed'),
      sql<boolean>`chapter.accepted is not null`.as('isAccepted'),
      exactInstant('chapter.written_at').as('writtenAt'),
      from
        .selectFrom('storybook_pages as page')
        .whereRef('page.user_id', '=', 'chosen.user_id')
        .whereRef('page.storybook_id', '=', 'chosen.storybook_id')
        .whereRef('page.story_id', '=', 'chosen.story_id')
        .where('page.edited', '=', true)
        .where('page.removed_at', 'is', null)
        .select((pages) => pages.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('editedPages'),
      jsonArrayFrom(
        from
          .selectFrom('transcripts')
          .whereRef('transcripts.user_id', '=', 'chosen.user_id')
          .whereRef('transcripts.story_id', '=', 'chosen.story_id')
          .where('transcripts.line_count', '>', 0)
          .select([sql<boolean>`transcripts.updated_at > chapter.written_at`.as('isNewer')]),
      ).as('transcripts'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof chaptersOf>['executeTakeFirstOrThrow']>>

function shown({ transcripts, isProposed, requestId, ...row }: Row): BookChapter {
  const hasText = isProposed || row.isAccepted
  return bookChapter.parse({
    ...row,
    isProposed,
    hasWords: transcripts.length > 0,
    state: row.state ?? 'none',
    stepsDone: row.stepsDone ?? 0,
    leftOut: row.leftOut ?? 0,
    isRefused: isProposed && (row.isRefused ?? false),
    // While a newer text is being written nothing can be decided: it will replace this one, and nobody decides about a text unread.
    proposalId: hasText && row.state !== 'waiting' ? requestId : null,
    isOld: hasText && transcripts.some(({ isNewer }) => isNewer),
  })
}
