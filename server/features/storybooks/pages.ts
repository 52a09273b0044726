import { isDeepStrictEqual } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { layOutBook } from '#contract/book-layout.ts'
import type { PageDraft } from '#contract/book-material.ts'
import { type BookPage, bookPage, type PageContent } from '#contract/book-pages.ts'
import type { Tx } from '../../db/actor.ts'
import type { Page, PageInput } from '../../db/page.ts'
import { codeError } from '../../errors.ts'
import { type BookKey, loadMaterial } from './material.ts'
import { mixedPages } from './mixed-pages.ts'

const pagesOf = (tx: Tx, { userId, bookId }: BookKey) =>
  tx.selectFrom('storybook_pages').where('user_id', '=', userId).where('storybook_id', '=', bookId)

const columns = ['id', 'story_id as storyId', 'content', 'edited', 'version', 'position'] as const

/**
 * A keyset page of a book's pages, in order, without those that were taken out. The cursor is the position of the last page.
 * @throws BAD_REQUEST for a cursor that is no position
 */
export async function listPages(tx: Tx, key: BookKey, { cursor, limit }: PageInput): Promise<Page<BookPage>> {
  const after = cursor === undefined ? -1 : Number(cursor)
  if (!Number.isSafeInteger(after) || Math.abs(after) > 2_000_000_000) throw codeError('BAD_REQUEST')

  const rows = await pagesOf(tx, key)
    .where('removed_at', 'is', null)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit + 1)
    .select(columns)
    .execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => bookPage.parse(row)),
    nextCursor: rows.length > limit && last ? String(last.position) : null,
  }
}

/** Locks a page of the book, also one that was taken out; undefined where there is no such page. */
export async function findPage(tx: Tx, key: BookKey, id: string) {
  const row = await pagesOf(tx, key)
    .where('id', '=', id)
    .select([...columns, 'removed_at as removedAt'])
    .forUpdate()
    .executeTakeFirst()
  return row && { page: bookPage.parse(row), isRemoved: row.removedAt !== null }
}

/**
 * Lays the pages out from the stories as they are now. A page that somebody edited stays, in place of what it was made of; if nothing
 * is left of that, at its place among the pages of its story or behind them.
 *
 * @param keeps whether the existing pages of a story (null: of the book itself) stay exactly as they are; `isOut` says that they
 * were taken out and would say now what they said then
 */
export async function layOutPages(tx: Tx, key: BookKey, keeps: Keeps = () => false): Promise<void> {
  const material = await loadMaterial(tx, key)
  const drafts = layOutBook(material)
  // Locked, so that a transaction which is just saving a picture or an edit is waited for, and its change not thrown away.
  const existing = await pagesOf(tx, key)
    .orderBy('position')
    .select(['id', 'story_id as storyId', 'content', 'edited', 'removed_at as removedAt'])
    .forUpdate()
    .execute()

  const blocks = new Map<string, Placed[]>()
  for (const group of groupsOf(drafts)) {
    const old = existing.filter((page) => groupOf(page.storyId, kindOf(page.content)) === group.name)
    const isOut = old.length > 0 && old.every((page, at) => isOutAsIs(page, group.drafts[at]))
    const stays = old.length > 0 && keeps(group.storyId, isOut)
    blocks.set(group.name, stays ? old.map(({ id }) => ({ id, draft: null })) : mixed(group, old))
  }
  putOutlivingBack(blocks, existing, await chosenFor(tx, key), keeps)

  const placed = [...blocks.values()].flat()
  const stayed = new Set(placed.map(({ id }) => id))
  const gone = existing.filter(({ id }) => !stayed.has(id)).map(({ id }) => id)
  // New pages are written before old ones are deleted: a trigger then moves the drawing of a deleted page to one that shows it.
  await writeOrder(tx, key, placed, new Map(existing.map(({ id, content }) => [id, content])))
  if (gone.length > 0) {
    await tx.deleteFrom('storybook_pages').where('user_id', '=', key.userId).where('id', 'in', gone).execute()
  }
}

/** All of a book's stories, also those in the trash. */
async function chosenFor(tx: Tx, { userId, bookId }: BookKey): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('storybook_stories')
    .where('user_id', '=', userId)
    .where('storybook_id', '=', bookId)
    .select('story_id as storyId')
    .execute()
  return new Set(rows.map(({ storyId }) => storyId))
}

/** A page at its place: with `draft` as its content, or as it is. */
type Placed = { id: string; draft: PageDraft | null }
type Old = Existing & { storyId: string | null }
type Keeps = (storyId: string | null, isOut: boolean) => boolean

const goneForGood = 'gone for good'
const kindsOfStories: ReadonlySet<string> = new Set(['chapter', 'text', 'photo'])

/**
 * Keeps pages whose story is in the trash or gone for good, if `keeps` says so or somebody edited them, because nobody took
 * them out of the book. They go behind the group of pages that they followed before.
 */
function putOutlivingBack(
  blocks: ReadonlyMap<string, Placed[]>,
  existing: readonly Old[],
  chosen: ReadonlySet<string>,
  keeps: Keeps,
): void {
  let [before] = blocks.values()
  for (const page of existing) {
    const { id, storyId, content, edited, removedAt } = page
    const block = blocks.get(groupOf(storyId, kindOf(content)))
    const outlives = !block && (storyId === null ? kindsOfStories.has(kindOf(content)) : chosen.has(storyId))
    if (!outlives) before = block ?? before
    else if (keeps(storyId ?? goneForGood, false) || (edited && !removedAt)) before?.push({ id, draft: null })
  }
}

const isOutAsIs = ({ removedAt, content }: Existing, draft: PageDraft | undefined): boolean =>
  removedAt !== null && isDeepStrictEqual(content, draft?.content)

type Existing = { id: string; content: unknown; edited: boolean; removedAt: Date | null }

/**
 * The new pages of a group, and the edited old ones among them. A page of the book itself stays the same page, with new content:
 * somebody may be writing on it, or wait for a drawing for it.
 */
function mixed({ storyId, drafts }: Group, old: readonly Existing[]): Placed[] {
  const goOn = storyId === null ? old.filter((page) => !page.edited && !page.removedAt) : []
  const known = old.map((page) => ({ ...page, content: page.content as PageContent }))
  return mixedPages(drafts, known, (page) => page.edited && !page.removedAt).map((one) => {
    if ('stays' in one) return { id: one.stays.id, draft: null }
    return { id: goOn[drafts.indexOf(one.draft)]?.id ?? uuidv7(), draft: one.draft }
  })
}

type Group = { name: string; storyId: string | null; drafts: PageDraft[] }

/** Groups the pages that are laid out together: all pages of a story, and each kind of the book's own pages. */
function groupsOf(drafts: readonly PageDraft[]): Group[] {
  const groups = new Map<string, Group>()
  for (const draft of drafts) {
    const name = groupOf(draft.storyId, draft.content.kind)
    const group = groups.get(name) ?? { name, storyId: draft.storyId, drafts: [] }
    group.drafts.push(draft)
    groups.set(name, group)
  }
  return [...groups.values()]
}

const groupOf = (storyId: string | null, kind: PageContent['kind']) => storyId ?? kind
const kindOf = (content: unknown) => (content as PageContent).kind

async function writeOrder(
  tx: Tx,
  { userId, bookId }: BookKey,
  placed: readonly Placed[],
  before: ReadonlyMap<string, unknown>,
): Promise<void> {
  const rows = placed.map(({ id, draft }, position) => ({ id, draft, position }))
  const added = rows.flatMap(({ id, draft, position }) =>
    draft === null || before.has(id)
      ? []
      : [
          {
            user_id: userId,
            id,
            storybook_id: bookId,
            position,
            kind: draft.content.kind,
            story_id: draft.storyId,
            content: JSON.stringify(withIds(draft)),
          },
        ],
  )
  for (let at = 0; at < added.length; at += 500) {
    await tx
      .insertInto('storybook_pages')
      .values(added.slice(at, at + 500))
      .execute()
  }
  for (const { id, draft } of rows) {
    if (draft === null || !before.has(id) || isDeepStrictEqual(before.get(id), draft.content)) continue
    await tx
      .updateTable('storybook_pages')
      .set((page) => ({ content: JSON.stringify(draft.content), version: page('version', '+', 1) }))
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute()
  }
  for (const { id, position } of rows.filter(({ id }) => before.has(id))) {
    await tx
      .updateTable('storybook_pages')
      .set({ position })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('position', '<>', position)
      .execute()
  }
}

function withIds({ content }: PageDraft): PageContent {
  if (content.kind !== 'text') return content
  return { ...content, passages: content.passages.map((passage) => ({ ...passage, id: uuidv7() })) }
}
