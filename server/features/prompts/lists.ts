import { sql } from 'kysely'
import type { PromptList } from '#contract/prompts.ts'

type Table = 'prompts' | 'playlists'

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

/** The rows of one list. Community leaves one's own in: they are there. */
export function inList(table: Table, list: PromptList) {
  switch (list) {
    case 'own':
      return own(table)
    case 'official':
      return sql<boolean>`${sql.table(table)}.is_official`
    case 'community':
      return sql<boolean>`(${sql.table(table)}.published_at is not null and ${sql.table(table)}.hidden_at is null)`
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
