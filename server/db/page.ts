import { sql } from 'kysely'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { readCursor, writeCursor } from './cursor.ts'

/**
 * A place in a list ordered from new to old: the row after which the next page begins. The time is taken from PostgreSQL as text,
 * because a JavaScript Date would drop its microseconds, and rows of the same millisecond would be skipped.
 */
const place = z.tuple([instant, z.uuid()])

export type PageInput = { cursor?: string | undefined; limit: number }
export type Page<Item> = { items: Item[]; nextCursor: string | null }

/** A row that can be the last of a page; the query selects `orderedAt` as `createdAtText`. */
export type PlacedRow = { id: string; ordered_at: string }

/** A timestamptz column to the microsecond, as ISO 8601 in UTC. */
export const exactInstant = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The exact time of a row, for its cursor. */
export const createdAtText = exactInstant('created_at')

/** The condition that continues after a cursor; true for the first page. `column` is the time that the list is ordered by. */
export function afterCursor(cursor: string | undefined, column = 'created_at') {
  if (cursor === undefined) return sql<boolean>`true`
  const [createdAt, id] = readCursor(place, cursor)
  return sql<boolean>`(${sql.ref(column)}, id) < (${createdAt}::timestamptz, ${id}::uuid)`
}

/** Makes a page of up to `limit` rows from the result of a query for one row more. */
export function toPage<Row extends PlacedRow, Item>(
  rows: Row[],
  limit: number,
  present: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { items: shown.map(present), nextCursor: hasMore ? writeCursor([last.ordered_at, last.id]) : null }
}
