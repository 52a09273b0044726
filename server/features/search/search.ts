import { z } from 'zod'
import type { SearchAnswer } from '#contract/search.ts'
import type { Tx } from '../../db/actor.ts'
import { readCursor, writeCursor } from '../../db/cursor.ts'
import { findHits, type HitRow, similarNames } from './hits.ts'
import { markerOf } from './marked-text.ts'
import { foundBook, foundPerson, foundPrompt, foundStories } from './present.ts'
import { possibleNames, readQuery, type Term, withNames } from './query.ts'

export { findInStory } from './in-story.ts'

type Matching = SearchAnswer['matching']
type Instead = SearchAnswer['instead']
type Found = { terms: readonly Term[]; rows: HitRow[]; spread: boolean; matching: Matching; instead: Instead }

/**
 * A cursor: where the page before ended, whether its words may stand apart, and whether it looked for similar names. The names
 * themselves are found anew, because many of them would not fit. Opaque to clients, and validated when it comes back.
 */
const cursorParts = z.tuple([z.number(), z.uuid(), z.boolean(), z.boolean()])

/**
 * Answers one search. It first looks for all words in one place; if no story has that, for all words anywhere in a story. If
 * nobody is called by these words, it also looks for similar names of the family.
 */
export async function find(
  tx: Tx,
  { q, cursor, limit }: { q: string; cursor?: string | undefined; limit: number },
): Promise<SearchAnswer> {
  const terms = readQuery(q)
  if (!terms.some((term) => !term.not)) return nothing
  if (cursor !== undefined) return goOn(tx, terms, cursor, limit)

  // Sent together: the connection is pipelined, so neither query waits for the other's answer.
  const [exact, likely] = await Promise.all([
    findAnywhere(tx, terms, limit),
    similarNames(tx, possibleNames(terms)),
  ])
  const names = hasKind(exact.rows, 'person') ? [] : likely
  if (names.length === 0) return toAnswer(tx, { ...exact, instead: [] }, limit)

  const similar = await findAnywhere(tx, withNames(terms, names), limit)
  if (exact.rows.some(isOfStory)) {
    // A story has the words exactly as typed, so its hits are shown, and beside them people with a similar name.
    const people = similar.rows.filter((row) => row.kind === 'person')
    return toAnswer(
      tx,
      { ...exact, terms: similar.terms, rows: [...exact.rows, ...people], instead: [] },
      limit,
    )
  }
  return toAnswer(tx, { ...similar, matching: 'similar', instead: names }, limit)
}

const nothing: SearchAnswer = {
  matching: 'exact',
  instead: [],
  stories: [],
  nextCursor: null,
  people: [],
  prompts: [],
  books: [],
}
const isOfStory = (row: HitRow) => row.storyScore !== null
const hasKind = (rows: HitRow[], kind: string) => rows.some((row) => row.kind === kind)

async function findAnywhere(tx: Tx, terms: readonly Term[], limit: number): Promise<Omit<Found, 'instead'>> {
  const question = { terms, limit: limit + 1, after: null }
  const rows = await findHits(tx, { ...question, spread: false })
  const wanted = terms.filter((term) => !term.not).length
  if (wanted < 2 || rows.some(isOfStory)) return { terms, rows, spread: false, matching: 'exact' }

  // Only stories: where one word of two is a “the”, people, prompts and storybooks would come a second time.
  const spread = (await findHits(tx, { ...question, spread: true })).filter(isOfStory)
  return {
    terms,
    rows: [...rows, ...spread],
    spread: spread.length > 0,
    matching: spread.length > 0 ? 'spread' : 'exact',
  }
}

async function goOn(tx: Tx, terms: readonly Term[], cursor: string, limit: number): Promise<SearchAnswer> {
  const [score, storyId, spread, isSimilar] = readCursor(cursorParts, cursor)
  const instead = isSimilar ? await similarNames(tx, possibleNames(terms)) : []
  const meant = withNames(terms, instead)
  const rows = await findHits(tx, {
    terms: meant,
    spread,
    limit: limit + 1,
    after: { score, storyId },
  })
  const asTyped = spread ? 'spread' : 'exact'
  return toAnswer(
    tx,
    { terms: meant, rows, spread, matching: isSimilar ? 'similar' : asTyped, instead },
    limit,
  )
}

async function toAnswer(
  tx: Tx,
  { terms, rows, spread, matching, instead }: Found,
  limit: number,
): Promise<SearchAnswer> {
  const texts = rows.flatMap(({ said, title, language }) => [
    { said, language },
    { said: title ?? '', language },
  ])
  const mark = await markerOf(tx, terms, texts)
  const stories = foundStories(rows.filter(isOfStory), mark)
  const shown = stories.slice(0, limit)
  const last = shown.at(-1)
  return {
    matching,
    instead,
    stories: shown.map(({ story }) => story),
    nextCursor:
      stories.length > limit && last
        ? writeCursor([last.score, last.story.id, spread, instead.length > 0])
        : null,
    people: rows.filter((row) => row.kind === 'person').map((row) => foundPerson(row, mark)),
    prompts: rows.filter((row) => row.kind === 'prompt').map((row) => foundPrompt(row, mark)),
    books: rows.filter((row) => row.kind === 'storybook').map((row) => foundBook(row, mark)),
  }
}
