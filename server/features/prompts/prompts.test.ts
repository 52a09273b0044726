import { expect, test } from 'vitest'
import { promptCategories } from '#contract/prompts.ts'
import { createTestKinora } from '../../testing/kinora.ts'

const { person, database } = await createTestKinora()

test('every category has official questions to ask', async () => {
  const { client } = await person()

  for (const category of promptCategories) {
    const { items } = await client.prompts.list({ category })
    expect(items.length, category).toBeGreaterThan(0)
    expect(items.every((item) => item.category === category && item.isOfficial)).toBe(true)
  }
})

test('the library is read page by page, each question once', async () => {
  const { client } = await person()
  const first = await client.prompts.list({ limit: 100 })
  const second = await client.prompts.list({ limit: 100, cursor: first.nextCursor ?? '' })

  const ids = [...first.items, ...second.items].map((item) => item.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(160)
  expect(second.nextCursor).toBeNull()
})

test('search finds a word anywhere in a question, in either case', async () => {
  const { client } = await person()

  const { items } = await client.prompts.list({ search: 'SCHOOL morning' })

  expect(items.map((item) => item.text)).toEqual([
    'What was an ordinary school morning like, from waking up to the first lesson?',
  ])
})

test('a percent sign in a search means a percent sign', async () => {
  const { client } = await person()

  expect((await client.prompts.list({ search: '%' })).items).toEqual([])
})

test('a playlist comes with its questions in their order', async () => {
  const { client } = await person()
  const lists = await client.prompts.playlists()
  const life = lists.find((list) => list.name === 'A life in ten questions')

  const whole = await client.prompts.playlist({ id: life?.id ?? '' })

  expect(whole.promptCount).toBe(10)
  expect(whole.prompts.map((one) => one.id)).toEqual(life?.promptIds)
  expect(whole.prompts[0]?.text).toMatch(/^What is the earliest thing/)
})

test('a question that somebody wrote for themselves is theirs alone', async () => {
  const [ana, mallory] = [await person(), await person('Mallory')]
  await database.asOwner(`insert into prompts (user_id, text, category) values ($1, $2, 'General')`, [
    ana.id,
    'Where is the blue suitcase?',
  ])

  expect((await ana.client.prompts.list({ search: 'suitcase' })).items).toHaveLength(1)
  expect((await mallory.client.prompts.list({ search: 'suitcase' })).items).toEqual([])
})
