import { expect } from 'vitest'

/** What says that nobody foresaw this: the code of a failure that is only known by its id. */
const unforeseen = 'INTERNAL_SERVER_ERROR'
/** Lines of a stack, paths of our own files, words of the database. */
const innards = [
  /\bat [^\n]{1,80}\(?[^\n]{0,200}:\d+:\d+\)?/,
  /node_modules/,
  /\.ts:\d+/,
  /PostgresError|SQLSTATE|\bpg_/,
]

/**
 * Whatever was sent, it was foreseen: no failure without a name, nothing of our insides, and not the word that
 * everything of somebody else's carries.
 */
export async function expectForeseen(response: Response, foreignWord: string | null): Promise<void> {
  const text = await response.text()
  expect(response.status, text.slice(0, 500)).not.toBe(500)
  expect(text).not.toContain(unforeseen)
  for (const sign of innards) expect(text).not.toMatch(sign)
  if (foreignWord !== null) expect(text).not.toContain(foreignWord)
}
