import type { Context } from 'hono'
import type { z } from 'zod'
import { parseJson } from '../../json.ts'
import { AuthError } from '../errors.ts'
import { withoutNulls } from '../without-nulls.ts'

/**
 * The request's JSON in the given shape. Clients may write `null` for what is absent, so nulls at the top
 * are dropped before the shape is checked.
 * @throws AuthError bad_json
 */
export async function readBody<Shape extends z.ZodType>(c: Context, shape: Shape): Promise<z.output<Shape>> {
  const body = shape.safeParse(withoutNullFields(parsed(await c.req.text())))
  if (!body.success) throw badJson(body.error.issues[0]?.path.join('.') ?? '')
  return body.data
}

/** The same, but a missing body counts as `{}`. */
export async function readOptionalBody<Shape extends z.ZodType>(
  c: Context,
  shape: Shape,
): Promise<z.output<Shape>> {
  return (await c.req.text()) === '' ? shape.parse({}) : readBody(c, shape)
}

function parsed(text: string): unknown {
  try {
    return parseJson(text, refuseNul)
  } catch {
    throw badJson('')
  }
}

/** Refuses NUL characters, which PostgreSQL cannot store in text or JSON. */
function refuseNul(key: string, value: unknown): unknown {
  if (key.includes('\0') || (typeof value === 'string' && value.includes('\0'))) throw badJson(key)
  return value
}

function withoutNullFields(value: unknown): unknown {
  const hasFields = typeof value === 'object' && value !== null && !Array.isArray(value)
  return hasFields ? withoutNulls({ ...value }) : value
}

function badJson(field: string): AuthError {
  const where = field === '' ? '' : `: ${field}`
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON${where}`)
}
