import { expect, test } from 'vitest'
import { z } from 'zod'
import { promptCategories } from '#contract/prompt-categories.ts'
import { createTestDatabase } from '../../testing/database.ts'

const database = await createTestDatabase()

const question = z.object({ id: z.uuid(), text: z.string(), category: z.string() })
const library = z
  .array(question)
  .parse((await database.asOwner('select id, text, category from prompts where is_official')).rows)

const list = z.object({ name: z.string(), description: z.string(), prompts: z.array(z.uuid()) })
const lists = z.array(list).parse(
  (
    await database.asOwner(`
      select name, description, (
        select array_agg(prompt_id order by position) from playlist_prompts where playlist_id = playlists.id
      ) as prompts
      from playlists where is_official`)
  ).rows,
)

/** Words that most questions share. What is left without them are the words that carry a question. */
const small = new Set(
  'a an and are as at be did do for from had has have how i in into is it like most of on one or our that the their them they this to was were what when where which who whom why with would you your'.split(
    ' ',
  ),
)
const wordsOf = (text: string) =>
  new Set((text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => !small.has(word)))

function likeness(one: Set<string>, other: Set<string>): number {
  const both = [...one].filter((word) => other.has(word)).length
  return both / (one.size + other.size - both)
}

test('each of the eight categories has at least twenty questions, and no other category has one', () => {
  const counts = Object.fromEntries(
    promptCategories.map((name) => [name, library.filter(({ category }) => category === name).length]),
  )

  for (const name of promptCategories) expect(counts[name], name).toBeGreaterThanOrEqual(20)
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(library.length)
})

test('every question is one question, of a length that can be read aloud in a breath', () => {
  for (const { text } of library) {
    expect(text, text).toMatch(/^[^?.!]+\?$/)
    expect(text.length, text).toBeGreaterThanOrEqual(24)
    expect(text.length, text).toBeLessThanOrEqual(110)
    expect(text.match(/,? and (what|who|how|why|where|when|which)\b/g)?.length ?? 0, text).toBeLessThan(2)
  }
})

test('no question can be answered with yes or no, or with a number', () => {
  for (const { text } of library) {
    expect(text, text).toMatch(/^(What|Which|Who|Whom|Where|When|Why|How) /)
    expect(text, text).not.toMatch(/^How (many|much|old|often|long|far) /)
  }
})

test('no two questions are alike', () => {
  const worded = library.map(({ text }) => ({ text, words: wordsOf(text) }))

  const alike = worded.flatMap((one, index) =>
    worded
      .slice(index + 1)
      .filter((other) => likeness(one.words, other.words) >= 0.5)
      .map((other) => `${one.text} / ${other.text}`),
  )
  expect(alike).toEqual([])
})

test('there are twelve playlists of nine questions or more, each question once', () => {
  expect(lists).toHaveLength(12)
  for (const { name, description, prompts } of lists) {
    expect(description.length, name).toBeGreaterThan(20)
    expect(prompts.length, name).toBeGreaterThanOrEqual(9)
    expect(new Set(prompts).size, name).toBe(prompts.length)
  }
})

test('the questions that families already have in their lists kept their ids', () => {
  const ids = new Set(library.map(({ id }) => id))
  const first = Array.from(
    { length: 48 },
    (_, index) => `01900000-0001-7000-8000-${(index + 1).toString(16).padStart(12, '0')}`,
  )
  expect(first.filter((id) => !ids.has(id))).toEqual([])
})
