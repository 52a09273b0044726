import { type AliasedRawBuilder, type Selectable, sql } from 'kysely'
import type { PromptList, PromptSearch } from '#contract/prompts.ts'
import type { Tx } from '../../db/actor.ts'
import { afterCursor } from '../../db/page.ts'
import type { DB } from '../../db/tables.generated.ts'
import { codeError } from '../../errors.ts'

type Table = 'prompts' | 'playlists'
type RowOf<T extends Table> = Selectable<DB[T]>

/** The rows of the person who asks. */
export const own = (table: Table) => sql<boolean>`${sql.table(table)}.user_id = (select auth.uid())`

/** Whose it is, as the contract tells it: never whose id. */
export const originOf = (table: Table) =>
  [
    sql<boolean>`${sql.table(table)}.is_official`.as('isOfficial'),
    sql<boolean>`coalesce(${own(table)}, false)`.as('isOwn'),
    sql<string | null>`${sql.table(table)}.author`.as('author'),
    sql<boolean>`(${sql.table(table)}.published_at is not null)`.as('isPublished'),
    sql<boolean>`(${sql.table(table)}.hidden_at is not null)`.as('isHidden'),
    sql<number>`${sql.table(table)}.version`.as('version'),
  ] as const

/** How many of the newest in Community are looked through for words, before the index of words is asked. */
const NEAR = 2000
export type Reach = 'near' | 'far'

/**
 * Where a list is read from: Community from a view of its own, because of which its words are found by an index (0067).
 * That index is asked for itself, whatever the planner believes: of words that somebody began to type it knows nothing.
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
 * Words in Community are looked for among the newest first: there a page of what many say is soon full, of which the index
 * would find all that ever was. What few say it finds at once.
 */
export async function nearOrFar<Row>(
  { list, search, limit }: Pick<PromptSearch, 'list' | 'search' | 'limit'>,
  read: (reach: Reach) => Promise<Row[]>,
): Promise<Row[]> {
  const near = await read('near')
  const isWhole = list !== 'community' || !search || near.length > limit
  return isWhole ? near : read('far')
}

/** The rows of one list there. Community leaves one's own in: they are there. */
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

/** Rows in which every word begins somewhere as somebody types it, whatever its accents and case. */
export function matchesWords(table: Table, search: string | undefined) {
  if (!search) return sql<boolean>`true`
  const words = search.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (words.length === 0) return sql<boolean>`false`
  // Quoted word by word: what unaccent makes of a letter (ŉ becomes 'n) is never read as an operator. Of an accent alone
  // it leaves nothing, and a query of nothing is none.
  return sql<boolean>`${sql.table(table)}.words @@ to_tsquery('simple', (
    select string_agg('''' || plain || ''':*', ' & ')
    from unnest(${words}::text[]) as word, replace(app.plain_text(word), '''', '') as plain
    where plain <> ''
  ))`
}

/** Whether one's own may become more. @throws LIMIT_REACHED */
export async function assertRoom(tx: Tx, table: Table, most: number): Promise<void> {
  const { count } = await tx
    .selectFrom(table)
    .select((from) => from.fn.countAll<number>().as('count'))
    .where(own(table))
    .executeTakeFirstOrThrow()
  if (Number(count) >= most) throw codeError('LIMIT_REACHED')
}
