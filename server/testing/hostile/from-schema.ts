import fc from 'fast-check'
import { z } from 'zod'
import { hostileValue, quietSpite, strangeCursors, strangeInstants } from './hostile-values.ts'

/** The part of JSON Schema that the contract's OpenAPI document uses. */
export type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
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

/**
 * Ids of existing rows: `named` by the name of the property that takes them, `all` with those of the caller and of another person.
 */
export type KnownIds = { named: Record<string, string>; all: string[] }

/** One in so many values violates the schema, if it stands alone. */
const HOSTILE_EVERY = 12
/** One in so many objects lacks a required property. */
const LEFT_OUT_EVERY = 25

/**
 * Values that mostly fit the schema, so that they pass validation, and are hostile here and there.
 * @param name of the property or parameter; for an id, it says which is meant
 * @param every one in so many values is hostile; it rises with the number of values in a body, or no body would fit
 */
export function fromSchema(
  schema: Schema,
  ids: KnownIds,
  name = '',
  every = HOSTILE_EVERY,
): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: every, arbitrary: fitting(schema, ids, name, every) },
    { weight: 1, arbitrary: hostileValue },
  )
}

function fitting(schema: Schema, ids: KnownIds, name: string, every: number): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => fitting(choice, ids, name, every)))
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
      return arrayFor(schema, ids, name, every)
    case 'object':
      return objectFor(schema, ids, name, every)
    default:
      return hostileValue
  }
}

/** Mostly a single item, or several without duplicates, which many lists do not allow. */
function arrayFor(
  { items = {}, minItems = 0, maxItems = 5 }: Schema,
  ids: KnownIds,
  name: string,
  every: number,
): fc.Arbitrary<unknown> {
  const item = fromSchema(items, ids, name.replace(/Ids$/, 'Id'), 3 * every)
  const lengths = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 5) }
  const distinct = fc.uniqueArray(item, { maxLength: lengths.maxLength, selector: JSON.stringify })
  return fc.oneof(
    { weight: 12, arbitrary: fc.tuple(item) },
    { weight: 6, arbitrary: distinct.filter(({ length }) => length >= Math.min(minItems, 1)) },
    { weight: 1, arbitrary: fc.array(item, lengths) },
  )
}

/** Now and then a required property is missing, or unknown properties are added, which may override its own. */
function objectFor(
  { properties = {}, required = [] }: Schema,
  ids: KnownIds,
  name: string,
  every: number,
): fc.Arbitrary<unknown> {
  // Within a story object, `id` is what `storyId` is elsewhere.
  const meant = (property: string) =>
    property === 'id' && ids.named[`${name}Id`] !== undefined ? `${name}Id` : property
  const size = Math.max(1, Object.keys(properties).length)
  const given = Object.entries(properties).map(([property, expected]) => {
    const leftOutEvery = required.includes(property) ? LEFT_OUT_EVERY * size : 2
    const value = fromSchema(expected, ids, meant(property), every * size)
    return [property, fc.option(value, { nil: undefined, freq: leftOutEvery })] as const
  })
  const known = fc.record(Object.fromEntries(given))
  const more = fc.dictionary(fc.constantFrom('userId', 'user_id', 'role', 'id'), hostileValue)
  const unasked = fc.oneof({ weight: every, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: more })
  return fc.tuple(known, unasked).map(([object, extra]) => ({ ...object, ...extra }))
}

/** Values for properties whose text must satisfy more than its schema says, by the name of the property. */
const plausible: Record<string, string[]> = {
  email: ['friend@example.com', 'Somebody.Else+1@example.com'],
  mailTo: ['friend@example.com'],
  timeZone: ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/Indiana/Knox'],
  endpoint: ['https://push.example.com/a', 'https://updates.push.example.com/wpush/v2/b'],
}

function textFor(schema: Schema, ids: KnownIds, name: string): fc.Arbitrary<unknown> {
  const meant = ids.named[name]
  if (schema.format === 'uuid') {
    return fc.oneof(
      { weight: meant === undefined ? 0 : 12, arbitrary: fc.constant(meant) },
      { weight: 4, arbitrary: fc.constantFrom(...ids.all) },
      { weight: 1, arbitrary: fc.uuid({ version: 7 }) },
    )
  }
  const known = meant === undefined ? (plausible[name] ?? []) : [meant]
  return fc.oneof(...known.map((text) => ({ weight: 12 / known.length, arbitrary: fc.constant(text) })), {
    weight: 2,
    arbitrary: anyTextFor(schema, name),
  })
}

function anyTextFor(
  { format, pattern, minLength = 0, maxLength }: Schema,
  name: string,
): fc.Arbitrary<unknown> {
  if (format === 'date-time') {
    return fc.oneof(
      { weight: 12, arbitrary: dates.map((date) => date.toISOString()) },
      { weight: 1, arbitrary: strangeInstants },
    )
  }
  if (format === 'date') return dates.map((date) => date.toISOString().slice(0, 10))
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return fc.webUrl()
  if (pattern !== undefined) return fromPattern(pattern)

  if (name === 'cursor') return fc.oneof(strangeCursors, quietSpite)

  const longest = Math.min(maxLength ?? 80, minLength + 80)
  const plain = fc.string({ unit: 'grapheme', minLength, maxLength: longest })
  // The maximum length that is allowed, where columns and indexes have limits of their own.
  const full = fc.constant('ß'.repeat(Math.min(maxLength ?? 80, 20_000)))
  const spiteful = quietSpite.map((text) => text.padEnd(minLength, text).slice(0, longest))
  return fc.oneof(
    { weight: 8, arbitrary: plain },
    { weight: 2, arbitrary: spiteful },
    { weight: 1, arbitrary: full },
  )
}

/** Mostly years that people may mean, and now and then any other that can be written. */
const dates = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.date({ min: new Date('1850-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
  },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }) },
)

function fromPattern(pattern: string): fc.Arbitrary<unknown> {
  try {
    return fc.stringMatching(new RegExp(pattern))
  } catch {
    return fc.string()
  }
}

/**
 * The bounds as often as values between them, because a column may have no room for more than the greatest; most often small
 * values.
 */
function integerWithin({ min, max }: { min: number; max: number }): fc.Arbitrary<number> {
  const least = Math.min(Math.max(min, 0), max)
  return fc.oneof(
    { weight: 2, arbitrary: fc.integer({ min: least, max: Math.min(least + 5, max) }) },
    { weight: 1, arbitrary: fc.integer({ min, max }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
  )
}

function within({ minimum, exclusiveMinimum, maximum }: Schema): { min: number; max: number } {
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1
  const min = Math.max(least ?? -(2 ** 31), -(2 ** 31))
  return { min, max: Math.max(min, Math.min(maximum ?? 2 ** 31 - 1, 2 ** 31 - 1)) }
}
