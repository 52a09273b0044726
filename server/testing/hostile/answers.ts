import { expect } from 'vitest'

/** The code of an unforeseen error, which is identified only by its id. */
const unforeseen = 'INTERNAL_SERVER_ERROR'
/** Internals that must not leak: lines of a stack, paths of Kinora's files, the database's terms. */
const innards = [
  /\bat [^\n]{1,80}\(?[^\n]{0,200}:\d+:\d+\)?/,
  /node_modules/,
  /\.ts:\d+/,
  /PostgresError|SQLSTATE|\bpg_/,
]

/**
 * Expects an answer to be a foreseen one: no unforeseen error, nothing of the internals, and not the marker word that everything of
 * another person contains.
 */
export async function expectForeseen(response: Response, foreignWord: string | null): Promise<void> {
  const text = await response.text()
  expect(response.status, text.slice(0, 500)).not.toBe(500)
  expect(text).not.toContain(unforeseen)
  for (const sign of innards) expect(text).not.toMatch(sign)
  if (foreignWord !== null) expect(text).not.toContain(foreignWord)
}
