import { z } from 'zod'
import { instant, sha256Hex } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'

/*
 * The types of the columns in an archive. An archive is a file from outside: every value is checked as if a form had sent
 * it, before it reaches a table.
 */
export const id = z.uuid()
export const idOrNull = id.nullable()
export const short = z.string().max(limits.shortText)
export const long = z.string().max(limits.longText)
/**
 * A person's name: sign-in sets no limit on an account's name, and the account's own person in the tree has the same
 * name.
 */
export const accountName = long
export const whole = z.number().int()
export const wholeOrNull = whole.nullable()
export const yes = z.boolean()
/** As PostgreSQL writes a timestamptz into JSON, to the microsecond, so that nothing is rounded on the way. */
export const moment = instant
export const momentOrNull = moment.nullable()
export const hashOrNull = sha256Hex.nullable()
export const word = z.string().regex(/^[a-z_-]{1,40}$/)
export const wordOrNull = word.nullable()
export const nameOrNull = short.nullable()
export const json = z.json()
/** Media types that a browser only shows and never runs, because stored files are served from the family's own origin. */
export const mimeType = z
  .string()
  .max(200)
  .regex(
    /^((video|audio)\/[\w.+-]+(;[\w =".,+-]*)?|image\/(jpeg|png|gif|webp|avif|heic|heif|bmp|tiff)|application\/(pdf|json|zip|epub\+zip))$/,
  )
/** The path of a row's bytes in the archive. */
export const file = z.string().max(1_000)
