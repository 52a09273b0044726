import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { tooLong } from '#contract/too-long.ts'

/** PostgreSQL cannot store U+0000 in text; refusing it here keeps it a clear 400. */
const hasNoNul = (text: string) => !text.includes('\u0000')

/**
 * Text that may be empty, trimmed, of at most `max` UTF-16 units. What is wrong with it is told in a sentence, which our
 * own forms show as it is. Half a sign, which cutting in the wrong place leaves behind, becomes U+FFFD: PostgreSQL takes
 * none, and what else was written is not to be lost for it.
 */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .overwrite((text) => text.toWellFormed())
    .max(max, { error: ({ input }) => tooLong(max, String(input)) })
    .refine(hasNoNul, 'must not contain the NUL character')

/** Text that must say something; `missing` is the sentence for when it does not. */
export const requiredText = (max: number, missing = 'Please fill this in') =>
  optionalText(max).min(1, missing)

/** Whoever is heard in a story. */
export const speakerName = requiredText(limits.speakerName)

const notAnAddress = 'Please enter a valid email address'

/** A mail address; who it belongs to is compared in lower case. */
export const emailAddress = z.string().trim().max(limits.email, notAnAddress).pipe(z.email(notAnAddress))

/** A mail address that may be left out: the empty text. */
export const optionalEmailAddress = optionalText(limits.email).refine(
  (text) => text === '' || emailAddress.safeParse(text).success,
  notAnAddress,
)

export const id = z.uuid()

/** An id made by the client, so that work done offline can be sent twice without harm (RFC 9562, version 7). */
export const clientId = z.uuidv7()

/** Years of four digits, also in UTC: what an answer can say in ISO 8601 without a sign. */
const earliest = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T00:00:00Z')
/** PostgreSQL takes no offset of 16 hours or more; no place on earth has more than 14. */
const hasFarOffset = (text: string) => /[+-](1[6-9]|2\d):\d\d$/.test(text)

/** An instant, ISO 8601 with an offset, which the database can keep and give back. */
export const instant = z.iso.datetime({ offset: true }).refine((text) => {
  const at = Date.parse(text)
  return at >= earliest && at <= latest && !hasFarOffset(text)
}, 'must be a time between the years 1 and 9999')

export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)

/** mm:ss, minutes past 99 allowed (a five-hour recording reaches 300:00). */
export const timestamp = z.string().regex(/^\d{2,4}:[0-5]\d$/)

/** The number of a change that is spoken of: PostgreSQL's integer, in which the next number has room as well. */
export const rowVersion = z
  .int()
  .nonnegative()
  .max(2 ** 31 - 2)

/** Where a list goes on: opaque, from the page before. */
export const cursor = z.string().max(400).refine(hasNoNul, 'must not contain the NUL character')

/** Input of a keyset page. */
export const pageInput = z.object({
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSize),
})

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
