import fc from 'fast-check'
import { z } from 'zod'
import { fromSchema, type KnownIds, type Schema, schemaShape } from './from-schema.ts'
import { hostileText } from './hostile-values.ts'

/** A request as it is sent, without the sign-in. */
export type Call = { method: string; path: string; headers: Record<string, string>; body?: BodyInit }

export type Operation = {
  method: string
  route: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  body: Schema | undefined
}

const operation = z.object({
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        schema: schemaShape,
      }),
    )
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: schemaShape })) }).optional(),
})
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })

/** Every operation of an OpenAPI document. */
export function operationsOf(openApi: unknown): Operation[] {
  return Object.entries(document.parse(openApi).paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => ({
      method: method.toUpperCase(),
      route,
      parameters,
      body: requestBody?.content['application/json']?.schema,
    })),
  )
}

/** Calls of one operation, with existing ids and some values that violate the schema. */
export function callsOf({ method, route, parameters, body }: Operation, ids: KnownIds): fc.Arbitrary<Call> {
  const values = fc.tuple(
    ...parameters.map(({ name, schema, required, in: place }) => {
      const value = fromSchema(schema, ids, name)
      return required || place === 'path' ? value : fc.option(value, { nil: undefined })
    }),
  )
  return fc
    .tuple(values, body === undefined ? fc.constant(undefined) : bodyOf(body, ids))
    .map(([given, sent]) => {
      const query = new URLSearchParams()
      let path = route
      parameters.forEach(({ name, in: place }, at) => {
        const value = given[at]
        if (place === 'path') path = path.replace(`{${name}}`, () => inPath(value))
        else if (value !== undefined) query.append(name, asText(value))
      })
      const asked = query.size > 0 ? `${path}?${query}` : path
      return { method, path: `/api${asked}`, ...(sent ?? { headers: {} }) }
    })
}

/** Nearly always JSON; sometimes truncated, of another type, or nested absurdly deep. */
function bodyOf(schema: Schema, ids: KnownIds): fc.Arbitrary<Pick<Call, 'headers' | 'body'>> {
  const json = { 'content-type': 'application/json' }
  const whole = fromSchema(schema, ids).map((value) => JSON.stringify(value) ?? 'null')
  const odd = fc.oneof(
    whole.map((text) => ({ headers: json, body: text.slice(0, text.length / 2) })),
    whole.map((text) => ({ headers: { 'content-type': 'text/plain' }, body: text })),
    whole.map((text) => ({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: text })),
    fc.constant({ headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x\r\n\r\n--x--' }),
    fc.constant({ headers: json, body: '['.repeat(100_000) }),
    fc.constant({ headers: json, body: '' }),
    hostileText.map((body) => ({ headers: json, body })),
  )
  return fc.oneof(
    { weight: 20, arbitrary: whole.map((text) => ({ headers: json, body: text })) },
    { weight: 1, arbitrary: odd },
  )
}

/** Characters that cannot stand in a path are encoded as browsers do. */
export function inPath(value: unknown): string {
  const text = encodeURIComponent(asText(value).toWellFormed().slice(0, 2000))
  return ['', '.', '..'].includes(text) ? '-' : text
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
