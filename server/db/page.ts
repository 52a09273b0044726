import { sql } from 'kysely'
import { z } from 'zod'
import { codeError } from '../errors.ts'

/**
 * A place in a list that is ordered newest first: the row after which the next page begins. The time comes from
 * PostgreSQL as text, because a JavaScript Date would drop its microseconds and with them rows; it is checked as
 * a date, because a cursor is whatever somebody sends.
 */
const place = z.tuple([z.iso.datetime(), z.uuid()])

export type PageInput = { cursor?: string | undefined; limit: number }
export type Page<Item> = { items: Item[]; nextCursor: string | null }

/** A row that can be the last of its page; select `orderedAt` as `createdAtText`. */
export type PlacedRow = { id: string; ordered_at: string }

/** A timestamptz column to the microsecond, as ISO 8601 in UTC. */
export const exactInstant = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The exact time of a row, for its cursor. */
export const createdAtText = exactInstant('created_at')

/** The condition that continues after a cursor; true for the first page. */
export function afterCursor(cursor: string | undefined) {
  if (cursor === undefined) return sql<boolean>`true`
  const [createdAt, id] = readCursor(cursor)
  return sql<boolean>`(created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`
}

/** Makes a page of up to `limit` rows out of a query that asked for one more. */
export function toPage<Row extends PlacedRow, Item>(
  rows: Row[],
  limit: number,
  present: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { items: shown.map(present), nextCursor: hasMore ? writeCursor(last) : null }
}

function writeCursor(row: PlacedRow): string {
  return Buffer.from(JSON.stringify([row.ordered_at, row.id])).toString('base64url')
}

function readCursor(cursor: string): z.infer<typeof place> {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw codeError('BAD_REQUEST')
  }
}
