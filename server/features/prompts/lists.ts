import { type AliasedRawBuilder, type Selectable, sql } from 'kysely'
import type { PromptList, PromptSearch } from '#contract/prompts.ts'
import type { Tx } from '../../db/actor.ts'
import { afterCursor } from '../../db/page.ts'
import type { DB } from '../../db/tables.generated.ts'
import { codeError } from '../../errors.ts'

type Table = 'prompts' | 'playlists'
type RowOf<T extends Table> = Selectable<DB[T]>

/** The condition for rows of the signed-in person. */
export const own = (table: Table) => sql<boolean>`${sql.table(table)}.user_id = (select auth.uid())`

/** The columns that say whose a row is and how it stands in Community. They never contain the owner's id. */
export const originOf = (table: Table) =>
  [
    sql<boolean>`${sql.table(table)}.is_official`.as('isOfficial'),
    sql<boolean>`coalesce(${own(table)}, false)`.as('isOwn'),
    sql<string | null>`${sql.table(table)}.author`.as('author'),
    sql<boolean>`(${sql.table(table)}.published_at is not null)`.as('isPublished'),
    sql<boolean>`(${sql.table(table)}.hidden_at is not null)`.as('isHidden'),
    sql<number>`${sql.table(table)}.version`.as('version'),
  ] as const

/** How many of the newest rows of Community are searched directly before the full-text index is used. */
const NEAR = 2000
export type Reach = 'near' | 'far'

/**
 * The table or subquery that a list is read from. Community is read from a view of its own, since only there can
 * PostgreSQL search words with an index (migration 0067). `offset 0` keeps that search in a subquery of its own, so
 * that the index is used whatever the planner estimates: it has no statistics about words of which only the beginning
 * is given.
 */
export function readFrom<T extends Table>(
  table: T,
  list: PromptList,
  { search, cursor }: Pick<PromptSearch, 'search' | 'cursor'>,
  reach: Reach,
): AliasedRawBuilder<RowOf<T>, T> {
  if (list !== 'community') return sql<RowOf<T>>`${sql.table(`public.${table}`)}`.as(table)
  const all = sql<RowOf<T>>`${sql.table(`app.community_${table}`)}`
  if (!search) return all.as(table)
  const newest = sql`where ${afterCursor(cursor)} order by created_at desc, id desc limit ${sql.lit(NEAR)}`
  const withWords = sql`where ${matchesWords(table, search)} offset 0`
  return sql<
    RowOf<T>
  >`(select * from ${all} as ${sql.table(table)} ${reach === 'near' ? newest : withWords})`.as(table)
}

/**
 * Searches the newest rows of Community first, then all. A frequent word fills a page from the newest rows, while the
 * index would collect every row that ever contained it. For a rare word the index is fast.
 */
export async function nearOrFar<Row>(
  { list, search, limit }: Pick<PromptSearch, 'list' | 'search' | 'limit'>,
  read: (reach: Reach) => Promise<Row[]>,
): Promise<Row[]> {
  const near = await read('near')
  const isWhole = list !== 'community' || !search || near.length > limit
  return isWhole ? near : read('far')
}

/** The condition for the rows of one list. Community includes what the person has published themselves. */
export function inList(table: Table, list: PromptList) {
  switch (list) {
    case 'own':
      return own(table)
    case 'official':
      return sql<boolean>`${sql.table(table)}.is_official`
    case 'community':
      return sql<boolean>`true`
  }
}

/**
 * The condition for rows that contain, for each word of the search, a word beginning with it, regardless of accents and
 * case.
 */
export function matchesWords(table: Table, search: string | undefined) {
  if (!search) return sql<boolean>`true`
  const words = search.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.length === 0) return sql<boolean>`false`
  // Each word is quoted, so that what `unaccent` makes of a letter (ŉ becomes 'n) is never read as an operator. Of an
  // accent alone it leaves an empty word, which can be no part of a query; hence the filter.
  return sql<boolean>`${sql.table(table)}.words @@ to_tsquery('simple', (
    select string_agg('''' || plain || ''':*', ' & ')
    from unnest(${words}::text[]) as word, replace(app.plain_text(word), '''', '') as plain
    where plain <> ''
  ))`
}

/** Checks that the person may add to their own prompts or playlists. @throws LIMIT_REACHED */
export async function assertRoom(tx: Tx, table: Table, most: number): Promise<void> {
  const { count } = await tx
    .selectFrom(table)
    .select((from) => from.fn.countAll<number>().as('count'))
    .where(own(table))
    .executeTakeFirstOrThrow()
  if (Number(count) >= most) throw codeError('LIMIT_REACHED')
}
