import { z } from 'zod'
import { limits } from '#contract/limits.ts'

/** PostgreSQL cannot store U+0000 in text; refusing it here keeps it a clear 400. */
const hasNoNul = (text: string) => !text.includes('\u0000')

/** Text that may be empty, trimmed, of at most `max` UTF-16 units. */
export const optionalText = (max: number) =>
  z.string().trim().max(max).refine(hasNoNul, 'must not contain the NUL character')

/** Text that must say something. */
export const requiredText = (max: number) => optionalText(max).min(1)

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
