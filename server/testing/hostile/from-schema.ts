import fc from 'fast-check'
import { z } from 'zod'
import { hostileValue, quietSpite, strangeCursors, strangeInstants } from './hostile-values.ts'

/** As much of JSON Schema as the contract's OpenAPI document uses. */
export type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

export const schemaShape: z.ZodType<Schema> = z.looseObject({}) as z.ZodType<Schema>

/** Ids of rows that are there: by the name of the property that takes them, and all, the caller's and somebody else's. */
export type KnownIds = { named: Record<string, string>; all: string[] }

/** One value in so many is another than the schema asks for. */
const HOSTILE_EVERY = 12

/**
 * What fits the schema for the most part, so that it comes past the door, and is spiteful here and there.
 * @param name of the property or parameter; an id's tells what is meant
 */
export function fromSchema(schema: Schema, ids: KnownIds, name = ''): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: HOSTILE_EVERY, arbitrary: fitting(schema, ids, name) },
    { weight: 1, arbitrary: hostileValue },
  )
}

function fitting(schema: Schema, ids: KnownIds, name: string): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => fromSchema(choice, ids, name)))
  if (schema.allOf !== undefined) return fc.oneof(...schema.allOf.map((part) => fromSchema(part, ids, name)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)

  switch (schema.type) {
    case 'string':
      return textFor(schema, ids, name)
    case 'integer':
      return integerWithin(within(schema))
    case 'number':
      return fc.double({ ...within(schema), noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, ids, name.replace(/Ids$/, 'Id')), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, (schema.minItems ?? 0) + 5),
      })
    case 'object':
      return objectFor(schema, ids)
    default:
      return hostileValue
  }
}

/** Required properties are left out now and then, and one that nobody asked for is put in. */
function objectFor({ properties = {}, required = [] }: Schema, ids: KnownIds): fc.Arbitrary<unknown> {
  const given = Object.entries(properties).map(([name, property]) => {
    const leftOutEvery = required.includes(name) ? 40 : 2
    return [name, fc.option(fromSchema(property, ids, name), { nil: undefined, freq: leftOutEvery })] as const
  })
  const known = fc.record(Object.fromEntries(given))
  const more = fc.option(fc.dictionary(fc.constantFrom('userId', 'user_id', 'role', 'id'), hostileValue), {
    freq: 10,
  })
  return fc
    .tuple(known, more)
    .map(([object, extra]) => (Array.isArray(extra) ? object : { ...object, ...extra }))
}

function textFor(
  { format, pattern, minLength = 0, maxLength }: Schema,
  ids: KnownIds,
  name: string,
): fc.Arbitrary<unknown> {
  if (format === 'uuid') {
    const meant = ids.named[name]
    return fc.oneof(
      { weight: meant === undefined ? 0 : 12, arbitrary: fc.constant(meant) },
      { weight: 4, arbitrary: fc.constantFrom(...ids.all) },
      { weight: 1, arbitrary: fc.uuid({ version: 7 }) },
    )
  }
  if (format === 'date-time') {
    return fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      strangeInstants,
    )
  }
  if (format === 'date') {
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
  }
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.webUrl()
  if (pattern !== undefined) return fromPattern(pattern)

  if (name === 'cursor') return fc.oneof(strangeCursors, quietSpite)

  const longest = Math.min(maxLength ?? 80, minLength + 80)
  const plain = fc.string({ unit: 'grapheme', minLength, maxLength: longest })
  // At the very end of what is allowed, where columns and indexes have their own ends.
  const full = fc.constant('ß'.repeat(Math.min(maxLength ?? 80, 20_000)))
  const spiteful = quietSpite.map((text) => text.padEnd(minLength, text).slice(0, longest))
  return fc.oneof(
    { weight: 5, arbitrary: plain },
    { weight: 5, arbitrary: spiteful },
    { weight: 1, arbitrary: full },
  )
}

function fromPattern(pattern: string): fc.Arbitrary<unknown> {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    return fc.string()
  }
}

/** Its ends as often as what is between: one more than the greatest has no room in a column. */
function integerWithin({ min, max }: { min: number; max: number }): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max))
}

function within({ minimum, maximum }: Schema): { min: number; max: number } {
  const min = Math.max(minimum ?? -(2 ** 31), -(2 ** 31))
  return { min, max: Math.max(min, Math.min(maximum ?? 2 ** 31 - 1, 2 ** 31 - 1)) }
}
