import { type ExpressionBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { type Prompt, type PromptList, type PromptSearch, prompt } from '#contract/prompts.ts'
import type { Tx } from '../../db/actor.ts'
import { afterCursor, createdAtText, type Page, toPage } from '../../db/page.ts'
import type { DB } from '../../db/tables.generated.ts'
import { codeError } from '../../errors.ts'
import { lockLibrary } from './library-lock.ts'
import { assertRoom, inList, matchesWords, nearOrFar, originOf, own, type Reach, readFrom } from './lists.ts'

export { lockLibrary } from './library-lock.ts'

/** The last time the question was asked in this family, and how many times; null for one that was never asked. */
const askedOf = sql<Prompt['asked'] | null>`(
  select jsonb_build_object(
    'times', count(*) over (),
    'at', to_char(a.asked_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'storyId', s.id, 'storyTitle', s.title
  )
  from public.prompt_asks a join public.stories s on s.user_id = a.user_id and s.id = a.story_id
  where a.user_id = (select auth.uid()) and a.prompt_id = prompts.id and s.deleted_at is null
  order by a.asked_at desc limit 1
)`

const askedOnce = (tx: Tx) =>
  tx.selectFrom('prompt_asks').select('prompt_id').where('user_id', '=', sql<string>`(select auth.uid())`)

export const promptColumns = (from: ExpressionBuilder<DB, 'prompts'>) =>
  [
    from.ref('prompts.id').as('id'),
    'prompts.text',
    'prompts.category',
    ...originOf('prompts'),
    askedOf.as('asked'),
  ] as const

/**
 * A category that this version does not know is read as General. The schema is built once, because building it costs
 * twenty times as much as reading a row.
 */
const promptOfRow = prompt.extend({ category: prompt.shape.category.catch('General') })

/** A row in the contract's shape. */
export const toPrompt = (row: object): Prompt => promptOfRow.parse(row)

/**
 * One page of a list, newest first, filtered by words, category and whether it was asked. Without a list, the official
 * prompts and the person's own; each of the two is read from its newest on.
 */
export async function listPrompts(tx: Tx, query: PromptSearch): Promise<Page<Prompt>> {
  const newestOf = (list: PromptList, reach: Reach) => {
    let prompts = tx
      .selectFrom(readFrom('prompts', list, query, reach))
      .selectAll()
      .where(inList('prompts', list))
      .where(matchesWords('prompts', query.search))
    if (query.category) prompts = prompts.where('category', '=', query.category)
    // A family has asked few of the prompts, so those are read instead of the whole list.
    if (query.asked === 'yes') prompts = prompts.where('id', 'in', askedOnce(tx))
    if (query.asked) prompts = prompts.where(askedOf, query.asked === 'yes' ? 'is not' : 'is', null)
    const newest = prompts
      .where(afterCursor(query.cursor))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(query.limit + 1)
    return tx.selectFrom(newest.as('newest')).selectAll()
  }
  const found = (reach: Reach) =>
    query.list ? newestOf(query.list, reach) : newestOf('official', reach).unionAll(newestOf('own', reach))

  const rows = await nearOrFar(query, (reach) =>
    tx
      .selectFrom(found(reach).as('prompts'))
      .select(promptColumns)
      .select(createdAtText.as('ordered_at'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(query.limit + 1)
      .execute(),
  )
  return toPage(rows, query.limit, toPrompt)
}

/** @throws NOT_FOUND for a prompt that the person may not see */
export async function getPrompt(tx: Tx, id: string): Promise<Prompt> {
  const row = await tx.selectFrom('prompts').select(promptColumns).where('id', '=', id).executeTakeFirst()
  if (!row) throw codeError('NOT_FOUND')
  return toPrompt(row)
}

type Draft = { id: string; text: string; category: string }

/** Creates a prompt of the person's own; idempotent by id. @throws CONFLICT when the id is taken, LIMIT_REACHED */
export async function createPrompt(tx: Tx, userId: string, draft: Draft): Promise<Prompt> {
  await lockLibrary(tx, userId)
  const known = await ownPrompt(tx, draft.id)
  if (known) return known
  await assertRoom(tx, 'prompts', limits.promptsPerPerson)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('prompts')
    .values({ ...draft, user_id: userId })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw codeError('CONFLICT')
  return getPrompt(tx, draft.id)
}

/**
 * Changes a prompt that was read at this version. Repeating a change whose response was lost changes nothing.
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT when it changed since
 */
export async function updatePrompt(tx: Tx, change: Draft & { version: number }): Promise<Prompt> {
  await assertOwnPrompt(tx, change.id)
  const { numUpdatedRows } = await tx
    .updateTable('prompts')
    .set({ text: change.text, category: change.category, version: change.version + 1 })
    .where('id', '=', change.id)
    .where('version', '=', change.version)
    .executeTakeFirstOrThrow()
  const now = await getPrompt(tx, change.id)
  const isDone = now.text === change.text && now.category === change.category
  if (numUpdatedRows === 0n && !isDone) throw codeError('CONFLICT')
  return now
}

/** Deletes a prompt of the person's own, also from their playlists. @throws NOT_FOUND, FORBIDDEN */
export async function deletePrompt(tx: Tx, userId: string, id: string): Promise<void> {
  await lockLibrary(tx, userId)
  await assertOwnPrompt(tx, id)
  await tx
    .updateTable('playlists')
    .set({ version: sql`version + 1` })
    .where(own('playlists'))
    .where('id', 'in', tx.selectFrom('playlist_prompts').select('playlist_id').where('prompt_id', '=', id))
    .execute()
  await tx.deleteFrom('prompts').where('id', '=', id).execute()
}

/**
 * Copies an official or published prompt to the person's own. A prompt that is their own already, or an earlier copy
 * with the same text, is returned as it is.
 * @throws NOT_FOUND, LIMIT_REACHED
 */
export async function copyPrompt(tx: Tx, userId: string, id: string): Promise<Prompt> {
  await lockLibrary(tx, userId)
  const source = await getPrompt(tx, id)
  if (source.isOwn) return source
  const earlier = await tx
    .selectFrom('prompts')
    .select(['id', 'text'])
    .where(own('prompts'))
    .where('copied_from', '=', id)
    .executeTakeFirst()
  if (earlier?.text === source.text) return getPrompt(tx, earlier.id)

  await assertRoom(tx, 'prompts', limits.promptsPerPerson)
  // The copy or its source was reworded since. The earlier copy stays, as a question of the person's own.
  if (earlier)
    await tx.updateTable('prompts').set({ copied_from: null }).where('id', '=', earlier.id).execute()
  const { id: copy } = await tx
    .insertInto('prompts')
    .values({ user_id: userId, text: source.text, category: source.category, copied_from: id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return getPrompt(tx, copy)
}

/**
 * Records that a question was asked in one of the person's own stories; only the first time in each story counts.
 * @throws NOT_FOUND
 */
export async function markAsked(
  tx: Tx,
  userId: string,
  { id, storyId, at }: { id: string; storyId: string; at: string },
): Promise<Prompt> {
  await getPrompt(tx, id)
  const story = await tx
    .selectFrom('stories')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', storyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!story) throw codeError('NOT_FOUND')
  await tx
    .insertInto('prompt_asks')
    .values({ user_id: userId, prompt_id: id, story_id: storyId, asked_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'prompt_id', 'story_id']).doNothing())
    .execute()
  return getPrompt(tx, id)
}

async function ownPrompt(tx: Tx, id: string): Promise<Prompt | undefined> {
  const row = await tx
    .selectFrom('prompts')
    .select(promptColumns)
    .where('id', '=', id)
    .where(own('prompts'))
    .executeTakeFirst()
  return row && toPrompt(row)
}

async function assertOwnPrompt(tx: Tx, id: string): Promise<void> {
  const found = await getPrompt(tx, id)
  if (!found.isOwn) throw codeError('FORBIDDEN')
}
