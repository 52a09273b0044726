/** Half of a sign outside of Unicode's first plane, as JSON spells it; a whole one is spelt by two of them. */
const maybeHalf = /\\u[dD][89a-fA-F]/

/**
 * JSON that others wrote. It can spell halves of signs, which cutting text in the wrong place leaves behind and which
 * PostgreSQL takes in no JSON: U+FFFD stands for each, as for everything that cannot be read.
 *
 * @throws SyntaxError for what is no JSON
 */
export function parseJson(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  const value: unknown = JSON.parse(text, reviver)
  return maybeHalf.test(text) ? wellFormed(value) : value
}

/** What a text says as JSON, as it was written; null for what is none, and for `null` itself. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key.toWellFormed(), wellFormed(field)]),
  )
}
