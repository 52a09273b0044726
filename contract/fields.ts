import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { tooLong } from '#contract/too-long.ts'

/** PostgreSQL cannot store U+0000 in text. Refusing it here yields a clear 400 in place of a failed query. */
const hasNoNul = (text: string) => !text.includes('\u0000')

/**
 * Text that may be empty, trimmed, of at most `max` UTF-16 units. Errors are sentences, because Kinora's own forms show them as
 * they are. A lone surrogate, as careless cutting leaves behind, becomes U+FFFD: PostgreSQL refuses lone surrogates, and the rest
 * of the text should not be lost because of one.
 */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .overwrite((text) => text.toWellFormed())
    .max(max, { error: ({ input }) => tooLong(max, String(input)) })
    .refine(hasNoNul, 'must not contain the NUL character')

/** Text that must not be empty; `missing` is the error shown if it is. */
export const requiredText = (max: number, missing = 'Please fill this in') =>
  optionalText(max).min(1, missing)

/** The name of a speaker. */
export const speakerName = requiredText(limits.speakerName)

const notAnAddress = 'Please enter a valid email address'

/** A mail address. To find its account, it is compared in lower case. */
export const emailAddress = z.string().trim().max(limits.email, notAnAddress).pipe(z.email(notAnAddress))

/** A mail address that may be left out: the empty text. */
export const optionalEmailAddress = optionalText(limits.email).refine(
  (text) => text === '' || emailAddress.safeParse(text).success,
  notAnAddress,
)

export const id = z.uuid()

/** An id made by the client, so that a request repeated after working offline has no further effect (RFC 9562, version 7). */
export const clientId = z.uuidv7()

/** Only years of four digits, also in UTC, because ISO 8601 writes any others with a sign. */
const earliest = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T00:00:00Z')
/** PostgreSQL refuses offsets of 16 hours or more; no place on earth has more than 14. */
const hasFarOffset = (text: string) => /[+-](1[6-9]|2\d):\d\d$/.test(text)

/** An instant in ISO 8601 with an offset, in the range that the database can store and return. */
export const instant = z.iso.datetime({ offset: true }).refine((text) => {
  const at = Date.parse(text)
  return at >= earliest && at <= latest && !hasFarOffset(text)
}, 'must be a time between the years 1 and 9999')

export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)

/** mm:ss, minutes past 99 allowed (a five-hour recording reaches 300:00). */
export const timestamp = z.string().regex(/^\d{2,4}:[0-5]\d$/)

/** A row's version, an integer of PostgreSQL; the upper bound leaves room for the next version. */
export const rowVersion = z
  .int()
  .nonnegative()
  .max(2 ** 31 - 2)

/** Where a list continues: an opaque value from the page before. */
export const cursor = z.string().max(400).refine(hasNoNul, 'must not contain the NUL character')

/** Input of a keyset page. */
export const pageInput = z.object({
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSize),
})

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
