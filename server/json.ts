/** Half of a surrogate pair as JSON escapes it; a whole character beyond U+FFFF is escaped as two of them. */
const maybeHalf = /\\u[dD][89a-fA-F]/

/**
 * Parses JSON from other services. It can escape lone surrogates, which careless cutting of text leaves behind and PostgreSQL
 * refuses in JSON: each becomes U+FFFD, as undecodable bytes do.
 *
 * @throws SyntaxError for text that is not JSON
 */
export function parseJson(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  const value: unknown = JSON.parse(text, reviver)
  return maybeHalf.test(text) ? wellFormed(value) : value
}

/** Parses JSON without changing its text; null for text that is not JSON, and for `null` itself. */
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
