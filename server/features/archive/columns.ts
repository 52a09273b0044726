import { z } from 'zod'
import { instant, sha256Hex } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'

/*
 * What may stand in a column of an archive. An archive is a file that somebody brings along: every value is checked as if
 * a form had sent it, before it comes near a table.
 */
export const id = z.uuid()
export const idOrNull = id.nullable()
export const short = z.string().max(limits.shortText)
export const long = z.string().max(limits.longText)
/** What somebody is called: the ways in to an account know no limit, and the person of a tree is called as it is. */
export const accountName = long
export const whole = z.number().int()
export const wholeOrNull = whole.nullable()
export const yes = z.boolean()
/** As PostgreSQL writes a timestamptz into JSON: to the microsecond, so that nothing is rounded on the way. */
export const moment = instant
export const momentOrNull = moment.nullable()
export const hashOrNull = sha256Hex.nullable()
export const word = z.string().regex(/^[a-z_-]{1,40}$/)
export const wordOrNull = word.nullable()
export const nameOrNull = short.nullable()
export const json = z.json()
/** Types that a browser only shows and never runs, because stored files are served from the family's own origin. */
export const mimeType = z
  .string()
  .max(200)
  .regex(
    /^((video|audio)\/[\w.+-]+(;[\w =".,+-]*)?|image\/(jpeg|png|gif|webp|avif|heic|heif|bmp|tiff)|application\/(pdf|json|zip|epub\+zip))$/,
  )
/** Where in the zip the bytes of a row lie. */
export const file = z.string().max(1_000)
