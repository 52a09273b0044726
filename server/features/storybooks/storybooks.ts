import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import type { PageContent } from '#contract/book-pages.ts'
import { drawable } from '#contract/drawable.ts'
import type { StoryRole } from '#contract/rights.ts'
import type { Storybook, StorybookCard, storybooksContract } from '#contract/storybooks.ts'
import type { Tx } from '../../db/actor.ts'
import { afterCursor, createdAtText, exactInstant, type Page, type PageInput, toPage } from '../../db/page.ts'
import type { DB } from '../../db/tables.generated.ts'
import { codeError } from '../../errors.ts'
import { withoutUndefined } from '../../without-undefined.ts'
import type { AddressOf, AddressOfOwner } from '../stories/stories.ts'
import { assertOwnPicture } from './edit-page.ts'
import { isMade } from './is-made.ts'
import type { BookKey } from './material.ts'
import { layOutPages } from './pages.ts'

type Input<Name extends keyof typeof storybooksContract> = z.output<
  NonNullable<(typeof storybooksContract)[Name]['~orpc']['inputSchema']>
>

const storiesOf = (book: ExpressionBuilder<DB, 'storybooks'>) =>
  book
    .selectFrom('storybook_stories as chosen')
    .innerJoin('stories', (join) =>
      join.onRef('stories.user_id', '=', 'chosen.user_id').onRef('stories.id', '=', 'chosen.story_id'),
    )
    .whereRef('chosen.user_id', '=', 'storybooks.user_id')
    .whereRef('chosen.storybook_id', '=', 'storybooks.id')
    .where('stories.deleted_at', 'is', null)

/** `shownId`: the file that a browser can show of the picture. */
type ShownCover = Pick<Extract<PageContent, { kind: 'cover' }>, 'isDrawn'> & { shownId: string | null }

/** The part of the cover page that a book's card shows. */
const shownCover = (cover: ShownCover | null, addressOf: AddressOf) => ({
  coverImage: cover?.shownId ? addressOf(cover.shownId) : null,
  isCoverDrawn: cover?.isDrawn ?? false,
})

const cardColumns = [
  'storybooks.id',
  'storybooks.title',
  'storybooks.description',
  'storybooks.cover_media_id as coverMediaId',
  sql<number>`app.stories_in_book(storybooks.user_id, storybooks.id)`.as('storyCount'),
  // The cover page itself, whose picture the card shows, so that a book looks the same on the shelf and when it is opened.
  sql<ShownCover | null>`(
      select jsonb_build_object(
        'isDrawn', p.content -> 'isDrawn',
        'shownId', coalesce(
          (
            select poster.id from public.media m
            join public.media poster
              on poster.user_id = m.user_id and poster.source_media_id = m.id and poster.role = 'poster'
            where m.user_id = p.user_id and m.id = (p.content ->> 'pictureId')::uuid
              and m.mime_type <> all (${[...drawable]}::text[])
          )::text,
          p.content ->> 'pictureId'
        )
      )
      from public.storybook_pages p
      where p.user_id = storybooks.user_id and p.storybook_id = storybooks.id and p.kind = 'cover'
      order by p.position limit 1
    )`.as('cover'),
  exactInstant('storybooks.created_at').as('createdAt'),
] as const

/** The name of the book's owner, for a person whom the book is shared with; null for anybody else. */
const ownerName = (book: ExpressionBuilder<DB, 'storybooks'>) =>
  book
    .selectFrom('shared_access')
    .whereRef('shared_access.user_id', '=', 'storybooks.user_id')
    .where('resource_type', '=', 'storybook')
    .whereRef('resource_id', '=', 'storybooks.id')
    .where('shared_with_user_id', '=', sql<string>`(select auth.uid())`)
    .select('owner_name')

/** The cards of these books, in no particular order, without books in the trash. */
export async function cardsOfBooks(
  tx: Tx,
  keys: readonly { ownerId: string; id: string }[],
  addressOf: AddressOfOwner,
): Promise<(StorybookCard & { ownerId: string })[]> {
  if (keys.length === 0) return []
  const rows = await tx
    .selectFrom('storybooks')
    .select(cardColumns)
    .select('storybooks.user_id as ownerId')
    .where('deleted_at', 'is', null)
    .where((where) => where.or(keys.map(({ ownerId, id }) => where.and({ user_id: ownerId, id }))))
    .execute()
  return rows.map(({ cover, ...row }) => ({ ...row, ...shownCover(cover, addressOf(row.ownerId)) }))
}

/** A page of a person's storybooks, newest first, without those in the trash. */
export async function listStorybooks(
  tx: Tx,
  userId: string,
  page: PageInput,
  addressOf: AddressOf,
): Promise<Page<StorybookCard>> {
  const rows = await tx
    .selectFrom('storybooks')
    .select(cardColumns)
    .select(createdAtText.as('ordered_at'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where(afterCursor(page.cursor))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return toPage(rows, page.limit, ({ cover, ...row }) => ({ ...row, ...shownCover(cover, addressOf) }))
}

/** How many books were made this calendar month (UTC), and how many the plan allows: null where it sets no limit. */
export async function booksOfMonth(
  tx: Tx,
  userId: string,
): Promise<{ made: number; allowed: number | null }> {
  return tx
    .selectFrom('app.allowances as limits')
    .where('limits.user_id', '=', userId)
    .select((from) => [
      'limits.storybooks_per_month as allowed',
      from
        .selectFrom('month_uses')
        .where('user_id', '=', userId)
        .where('kind', '=', 'storybook')
        .where('month', '=', sql<Date>`date_trunc('month', now() at time zone 'utc')::date`)
        .select((books) => books.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('made'),
    ])
    .executeTakeFirstOrThrow()
}

/** @throws NOT_FOUND */
export async function getStorybook(
  tx: Tx,
  { userId, bookId }: BookKey,
  addressOf: AddressOf,
): Promise<Storybook> {
  const row = await tx
    .selectFrom('storybooks')
    .select(cardColumns)
    .select((book) => [
      'version',
      exactInstant('updated_at').as('updatedAt'),
      sql<StoryRole>`app.storybook_role(storybooks.user_id, storybooks.id)`.as('role'),
      ownerName(book).as('ownerName'),
      jsonArrayFrom(storiesOf(book).orderBy('chosen.position').select(['stories.id', 'stories.title'])).as(
        'stories',
      ),
      book
        .selectFrom('storybook_pages as page')
        .whereRef('page.user_id', '=', 'storybooks.user_id')
        .whereRef('page.storybook_id', '=', 'storybooks.id')
        .where('page.removed_at', 'is', null)
        .select((pages) => pages.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('pageCount'),
    ])
    .where('user_id', '=', userId)
    .where('id', '=', bookId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw codeError('NOT_FOUND')
  const { cover, ...book } = row
  return { ...book, ownerName: book.ownerName ?? '', ...shownCover(cover, addressOf) }
}

/** Makes a book and its pages; an id that exists already changes nothing. @throws STORYBOOK_LIMIT_REACHED, GONE, NOT_FOUND */
export async function createStorybook(tx: Tx, userId: string, draft: Input<'create'>): Promise<void> {
  const { id, title, description, coverMediaId, storyIds } = draft
  const key = { userId, bookId: id }
  if (await isMade(tx, key)) return

  if (coverMediaId !== null) await assertOwnPicture(tx, userId, coverMediaId)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('storybooks')
    .values({ user_id: userId, id, title, description, cover_media_id: coverMediaId })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .executeTakeFirstOrThrow()
  // The same call, repeated while the first one was still running, has waited here until the book was made.
  if (numInsertedOrUpdatedRows === 0n && (await isMade(tx, key))) return
  await replaceStories(tx, key, storyIds)
  await layOutPages(tx, key)
}

/** Changes the fields that are given. @throws NOT_FOUND, or CONFLICT when the book changed since `baseVersion` */
export async function updateStorybook(tx: Tx, userId: string, change: Input<'update'>): Promise<void> {
  const { id, baseVersion, storyIds, coverMediaId, ...fields } = change
  const key = { userId, bookId: id }
  if (coverMediaId) await assertOwnPicture(tx, userId, coverMediaId)
  const cover = coverMediaId === undefined ? {} : { cover_media_id: coverMediaId }
  await advance(tx, key, baseVersion, { ...withoutUndefined(fields), ...cover })

  if (storyIds) await replaceStories(tx, key, storyIds)
  await layOutPages(tx, key, (storyId, isOut) => storyId !== null || isOut)
}

/** Changes title and description for an editor, who may not lay out pages. @throws FORBIDDEN, or as `updateStorybook` */
export async function retitleStorybook(tx: Tx, ownerId: string, change: Input<'update'>): Promise<void> {
  const { id, baseVersion, title, description, storyIds, coverMediaId } = change
  if (storyIds || coverMediaId !== undefined) throw codeError('FORBIDDEN')
  const key = { userId: ownerId, bookId: id }
  await advance(tx, key, baseVersion, withoutUndefined({ title, description }))
  const fields = {
    ...(title === undefined ? {} : { cover: { title } }),
    ...(description === undefined ? {} : { dedication: { text: description } }),
  }
  for (const [kind, words] of Object.entries(fields)) {
    await tx
      .updateTable('storybook_pages')
      .set((page) => ({
        content: sql`content || ${JSON.stringify(words)}::jsonb`,
        version: page('version', '+', 1),
      }))
      .where('user_id', '=', ownerId)
      .where('storybook_id', '=', id)
      .where('kind', '=', kind)
      .where('edited', '=', false)
      .execute()
  }
}

/** The media id of the file that plays a recording. @throws NOT_FOUND also for a recording that no page of the book cites */
export async function voiceOfBook(tx: Tx, { userId, bookId }: BookKey, recordingId: string): Promise<string> {
  const heard = await tx
    .selectFrom('media')
    .where('user_id', '=', userId)
    .where('state', '=', 'stored')
    .where('role', 'in', ['original', 'playback'])
    .where((where) =>
      where.or([
        where('recording_id', '=', recordingId),
        where('id', '=', recordingId),
        where('source_media_id', '=', recordingId),
      ]),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('storybook_pages as page')
          .where('page.user_id', '=', userId)
          .where('page.storybook_id', '=', bookId)
          .where('page.removed_at', 'is', null)
          .where(
            sql<boolean>`jsonb_path_exists(page.content, '$.passages[*].voice ? (@.recordingId == $id)', ${JSON.stringify({ id: recordingId })}::jsonb)`,
          )
          .select('page.id'),
      ),
    )
    // 'playback' sorts after 'original': the playback copy, which seeks at once, comes first where there is one.
    .orderBy('role', 'desc')
    .orderBy('created_at')
    .select('id')
    .executeTakeFirst()
  if (!heard) throw codeError('NOT_FOUND')
  return heard.id
}

/** Lays all pages out again from the stories. @throws as `updateStorybook` */
export async function layOutStorybook(
  tx: Tx,
  userId: string,
  { id, baseVersion }: Input<'layOut'>,
): Promise<void> {
  const key = { userId, bookId: id }
  await advance(tx, key, baseVersion, {})
  await layOutPages(tx, key)
}

/** A cover with a new picture counts as edited, yet it follows the book's title until somebody gives it one of its own. */
async function retitleEditedCover(
  tx: Tx,
  { userId, bookId }: BookKey,
  from: string,
  to: string,
): Promise<void> {
  await tx
    .updateTable('storybook_pages')
    .set((page) => ({
      content: sql`content || jsonb_build_object('title', ${to}::text)`,
      version: page('version', '+', 1),
    }))
    .where('user_id', '=', userId)
    .where('storybook_id', '=', bookId)
    .where('kind', '=', 'cover')
    .where('edited', '=', true)
    .where(sql<boolean>`content ->> 'title' = ${from}`)
    .execute()
}

/** Locks and changes a book. Of two people who change it at once, the second gets a CONFLICT and overwrites nothing. */
async function advance(
  tx: Tx,
  { userId, bookId }: BookKey,
  baseVersion: number,
  fields: { title?: string; description?: string; cover_media_id?: string | null },
): Promise<void> {
  const book = await tx
    .selectFrom('storybooks')
    .where('user_id', '=', userId)
    .where('id', '=', bookId)
    .where('deleted_at', 'is', null)
    .select(['version', 'title'])
    .forUpdate()
    .executeTakeFirst()
  if (!book) throw codeError('NOT_FOUND')
  if (book.version !== baseVersion) throw codeError('CONFLICT')
  const { title = book.title } = fields
  if (title !== book.title) await retitleEditedCover(tx, { userId, bookId }, book.title, title)
  await tx
    .updateTable('storybooks')
    .set({ ...fields, version: baseVersion + 1 })
    .where('user_id', '=', userId)
    .where('id', '=', bookId)
    .execute()
}

/**
 * Makes the given stories the book's stories, in this order, by difference. A story in the trash is not among those to choose
 * from, so it stays in the book, behind the story that it followed before.
 * @throws NOT_FOUND for a given story that does not exist or is in the trash
 */
async function replaceStories(tx: Tx, { userId, bookId }: BookKey, given: readonly string[]): Promise<void> {
  const storyIds = [...new Set(given)]
  const found = await tx
    .selectFrom('stories')
    .where('user_id', '=', userId)
    .where('id', 'in', storyIds)
    .where('deleted_at', 'is', null)
    .select('id')
    .execute()
  if (found.length < storyIds.length) throw codeError('NOT_FOUND')

  const before = await tx
    .selectFrom('storybook_stories as chosen')
    .innerJoin('stories', (join) =>
      join.onRef('stories.user_id', '=', 'chosen.user_id').onRef('stories.id', '=', 'chosen.story_id'),
    )
    .where('chosen.user_id', '=', userId)
    .where('chosen.storybook_id', '=', bookId)
    .orderBy('chosen.position')
    .select(['stories.id', 'stories.deleted_at as deletedAt'])
    .execute()
  const wanted = withTrashed(storyIds, before)
  await tx
    .deleteFrom('storybook_stories')
    .where('user_id', '=', userId)
    .where('storybook_id', '=', bookId)
    .where('story_id', 'not in', wanted)
    .execute()
  await tx
    .insertInto('storybook_stories')
    .values(
      wanted.map((storyId, position) => ({
        user_id: userId,
        storybook_id: bookId,
        story_id: storyId,
        position,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'storybook_id', 'story_id'])
        .doUpdateSet((row) => ({ position: row.ref('excluded.position') })),
    )
    .execute()
}

function withTrashed(
  storyIds: readonly string[],
  before: readonly { id: string; deletedAt: Date | null }[],
): string[] {
  const wanted = [...storyIds]
  let place = 0
  for (const { id, deletedAt } of before) {
    if (deletedAt !== null && !storyIds.includes(id)) wanted.splice(place, 0, id)
    const at = wanted.indexOf(id)
    if (at >= 0) place = at + 1
  }
  return wanted
}
