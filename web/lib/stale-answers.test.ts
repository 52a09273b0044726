import { type QueryKey, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LiveEvent, LiveTable } from '#contract/live.ts'
import { createQueryClient } from './query-client.ts'
import { orpc } from './rpc.ts'
import { staleMarker } from './stale-answers.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

/** A screen that shows one answer of the server, with the answers controlled by the test. */
async function showTranscript() {
  const ended = new AbortController()
  const queries = createQueryClient()
  const hear = staleMarker(queries, ended.signal)
  const asked: ((text: string) => void)[] = []
  const screen = new QueryObserver(queries, {
    queryKey: orpc.transcripts.get.key(),
    queryFn: () => {
      const { promise, resolve } = Promise.withResolvers<string>()
      asked.push(resolve)
      return promise
    },
  })
  onTestFinished(screen.subscribe(() => undefined))
  const answer = async (text: string) => {
    asked.at(-1)?.(text)
    await vi.advanceTimersByTimeAsync(0)
  }
  await answer('nothing yet')
  return { hear, asked, answer, ended, shown: () => screen.getCurrentResult().data }
}

const grown = {
  type: 'change',
  table: 'transcripts',
  operation: 'UPDATE',
  id: '0190b1f2-6c00-7000-8000-000000000001',
  storyId: null,
} satisfies LiveEvent
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a page that was opened since anything changed reads nothing twice when its stream begins', async () => {
  const { hear, asked } = await showTranscript()
  const aDay = 86_400_000

  hear({ type: 'hello', calmMs: Math.ceil(performance.now()) + aDay })
  await passes(2_000)
  expect(asked).toHaveLength(1)

  hear({ type: 'hello', calmMs: 0 })
  await passes(2_000)
  expect(asked).toHaveLength(2)
})

test('what was read before something changed is read anew, also after a sleep that no counter saw', async () => {
  const { hear, asked, answer } = await showTranscript()

  hear({ type: 'hello' })
  await passes(2_000)
  await answer('something')
  expect(asked).toHaveLength(2)

  vi.setSystemTime(Date.now() + 8 * 3_600_000)
  hear({ type: 'hello', calmMs: 4 * 3_600_000 })
  await passes(2_000)
  expect(asked).toHaveLength(3)
})

test('a burst of changes is one reading', async () => {
  const { hear, asked } = await showTranscript()

  for (let change = 0; change < 5; change += 1) hear(grown)
  await passes(1_000)

  expect(asked).toHaveLength(2)
})

test('while changes do not end they are read less and less often, and the last one a second after it', async () => {
  const { hear, asked, answer, shown } = await showTranscript()

  for (let change = 0; change < 120; change += 1) {
    hear(grown)
    await passes(100)
    await answer(`${change} files`)
  }
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.length).toBeLessThan(11)

  await passes(1_000)
  await answer('all files')
  expect(shown()).toBe('all files')

  const before = asked.length
  hear(grown)
  await passes(300)
  expect(asked).toHaveLength(before + 1)
})

test('what grows without end is seen to grow on a slow line, and never more than one answer behind', async () => {
  const { hear, asked, answer, shown } = await showTranscript()

  for (const words of ['one', 'one two', 'one two three']) {
    for (let change = 0; change < 4; change += 1) {
      hear(grown)
      await passes(500)
    }
    await answer(words)
    expect(shown()).toBe(words)
  }

  hear(grown)
  await passes(1_000)
  expect(asked).toHaveLength(5)
})

test('a reading that never ends holds up the next change for ten seconds and no longer', async () => {
  const { hear, asked, answer, shown } = await showTranscript()

  hear(grown)
  await passes(300)
  hear(grown)
  await passes(9_000)
  expect(asked).toHaveLength(2)
  await passes(2_000)
  expect(asked).toHaveLength(3)
  await answer('found again')

  expect(shown()).toBe('found again')
})

test('nothing is read any more once the screen has gone', async () => {
  const { hear, asked, ended } = await showTranscript()

  hear(grown)
  ended.abort()
  await passes(1_000)
  hear(grown)
  await passes(1_000)

  expect(asked).toHaveLength(1)
})

/** Whether an answer that was read before is to be read anew once something in a table has changed. */
async function isOldAfter(table: LiveTable, queryKey: QueryKey): Promise<boolean> {
  const ended = new AbortController()
  const queries = createQueryClient()
  queries.setQueryData(queryKey, 'read before')

  staleMarker(queries, ended.signal)({ ...grown, table })
  await passes(1_000)

  ended.abort()
  return queries.getQueryState(queryKey)?.isInvalidated ?? false
}

const id = '0190b1f2-6c00-7000-8000-000000000002'

test('what was found is read anew when anything changes that is found by its words', async () => {
  const found: LiveTable[] = [
    'stories',
    'story_notes',
    'transcripts',
    'comments',
    'media',
    'family_members',
    'prompts',
    'storybooks',
  ]
  for (const table of found) {
    expect(await isOldAfter(table, orpc.search.find.key({ input: { q: 'Oksana' } })), table).toBe(true)
  }
})

test('a person’s page reads anew which stories they tell when a story is renamed, deleted or told by another', async () => {
  expect(await isOldAfter('stories', orpc.familyMembers.stories.key({ input: { id } }))).toBe(true)
  expect(await isOldAfter('stories', orpc.familyMembers.list.key({ input: {} }))).toBe(false)
})

test('the pictures of a book read anew who is in it when a person of the family changes', async () => {
  expect(await isOldAfter('family_members', orpc.bookPictures.get.key({ input: { storybookId: id } }))).toBe(
    true,
  )
})
