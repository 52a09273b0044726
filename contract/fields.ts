import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { tooLong } from '#contract/too-long.ts'

/** PostgreSQL cannot store U+0000 in text; refusing it here keeps it a clear 400. */
const hasNoNul = (text: string) => !text.includes('\u0000')

/**
 * Text that may be empty, trimmed, of at most `max` UTF-16 units. What is wrong with it is told in a sentence, which our
 * own forms show as it is.
 */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
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

/** An instant, ISO 8601 with an offset. */
export const instant = z.iso.datetime({ offset: true })

export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)

/** mm:ss, minutes past 99 allowed (a five-hour recording reaches 300:00). */
export const timestamp = z.string().regex(/^\d{2,4}:[0-5]\d$/)

/** Input of a keyset page: the cursor is opaque, from the page before. */
export const pageInput = z.object({
  cursor: z.string().max(400).optional(),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSize),
})

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
