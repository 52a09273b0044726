import { z } from 'zod'
import { codeError } from '../errors.ts'

/** An integer in a cursor, limited to the range of PostgreSQL's integer type. */
export const integer = z.int32()

/** Encodes the place where the next page of a list begins as an opaque text. */
export function writeCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/**
 * Decodes such a text. A cursor is untrusted input, so each part is validated before it reaches a query.
 * @throws BAD_REQUEST for anything that does not encode such a place
 */
export function readCursor<Place>(place: z.ZodType<Place>, cursor: string): Place {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw codeError('BAD_REQUEST')
  }
}
