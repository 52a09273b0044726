import { z } from 'zod'
import { codeError } from '../errors.ts'

/** The numbers of a cursor end where those of PostgreSQL's integer do. */
export const integer = z.int32()

/** Where the next page of a list begins, as the text that goes out with this one. */
export function writeCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/**
 * The place again. A cursor is whatever somebody sends, so each part of it is looked at before it reaches a query.
 * @throws BAD_REQUEST for anything but such a place
 */
export function readCursor<Place>(place: z.ZodType<Place>, cursor: string): Place {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw codeError('BAD_REQUEST')
  }
}
