import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { promptCategories } from '#contract/prompt-categories.ts'
import type { PromptCategory } from '#contract/prompts.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'

const { person } = await createTestKinora()

async function storyOf({ client }: Person): Promise<string> {
  const id = uuidv7()
  await client.stories.create({ id, title: 'The harbour dance', method: 'journal' })
  return id
}

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

test('a word is found while it is typed, whatever its accents', async () => {
  const { client } = await person()
  const text = 'How did Zoë make the crème brûlée?'
  await client.prompts.create({ id: uuidv7(), text })

  for (const search of ['CREME', 'crè bru', 'zoe']) {
    expect((await client.prompts.list({ search })).items.map((item) => item.text)).toEqual([text])
  }
  for (const search of [
    'rulee',
    "'",
    '!',
    '& | !',
    ':*',
    'zoe nobody',
    'ŉ½',
    '\u2190\u0338',
    '\u0338 \u02b9',
  ]) {
    expect((await client.prompts.list({ search })).items, search).toEqual([])
  }
})

test('list, category, words and what was asked narrow a list together', async () => {
  const ana = await person()
  const story = await storyOf(ana)
  const write = (text: string, category: PromptCategory) =>
    ana.client.prompts.create({ id: uuidv7(), text, category })
  const asked = await write('Where did the harbour begin?', 'Relationships')
  const other = await write('Who swept the harbour?', 'Relationships')
  await write('Who kept the harbour light?', 'Career & Work')
  await ana.client.prompts.markAsked({ id: asked.id, storyId: story, at: '2026-11-21T10:00:00Z' })

  const narrow = { list: 'own', category: 'Relationships', search: 'harb' } as const
  const idsOf = async (filter: { asked?: 'yes' | 'no' }) =>
    (await ana.client.prompts.list({ ...narrow, ...filter })).items.map((item) => item.id)
  expect(await idsOf({})).toEqual([other.id, asked.id])
  expect(await idsOf({ asked: 'yes' })).toEqual([asked.id])
  expect(await idsOf({ asked: 'no' })).toEqual([other.id])
  expect((await ana.client.prompts.list({ ...narrow, list: 'official' })).items).toEqual([])
})

test('a question that somebody wrote for themselves is theirs alone, to read and to change', async () => {
  const [ana, mallory] = [await person(), await person('Mallory')]
  const written = await ana.client.prompts.create({ id: uuidv7(), text: 'Where is the blue suitcase?' })

  expect(written).toMatchObject({ category: 'General', isOwn: true, isOfficial: false, author: null })
  expect((await mallory.client.prompts.list({ search: 'suitcase' })).items).toEqual([])
  const stolen = { id: written.id, version: 0, text: 'Taken?', category: 'General' } as const
  const refused = await Promise.allSettled([
    mallory.client.prompts.get({ id: written.id }),
    mallory.client.prompts.update(stolen),
    mallory.client.prompts.delete({ id: written.id }),
    mallory.client.prompts.copy({ id: written.id }),
  ])
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'NOT_FOUND' } })
  await expect(mallory.client.prompts.create({ id: written.id, text: 'Mine?' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await ana.client.prompts.get({ id: written.id })).toEqual(written)
})

test('a prompt sent twice, as after a lost answer, is one prompt', async () => {
  const { client } = await person()
  const draft = { id: uuidv7(), text: 'Where is the blue suitcase?' }

  const [first, second] = await Promise.all([client.prompts.create(draft), client.prompts.create(draft)])

  expect(second).toEqual(first)
  expect((await client.prompts.list({ list: 'own' })).items).toHaveLength(1)
})

test('a prompt of nothing, of one letter too many and of an unknown category is refused', async () => {
  const { client } = await person()
  const write = (text: string) => client.prompts.create({ id: uuidv7(), text })

  await expect(write('  ')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(write('a'.repeat(limits.question + 1))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(write('a'.repeat(1_000_000))).rejects.toMatchObject({ status: 413 })
  const category = 'Nonsense' as PromptCategory
  await expect(client.prompts.create({ id: uuidv7(), text: 'Why?', category })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  expect((await client.prompts.list({ list: 'own' })).items).toEqual([])
})

test('of two people who change one prompt at once the second is told, and nothing is overwritten', async () => {
  const { client } = await person()
  const { id } = await client.prompts.create({ id: uuidv7(), text: 'Where is the suitcase?' })
  const change = (text: string) =>
    client.prompts.update({ id, version: 0, text, category: 'General' }).catch((error: unknown) => error)

  const answers = await Promise.all([change('Where is the blue suitcase?'), change('Where is the red one?')])

  expect(answers).toContainEqual(expect.objectContaining({ code: 'CONFLICT' }))
  expect(answers).toContainEqual(await client.prompts.get({ id }))
})

test('a question that was changed although the answer was lost is so when the change is sent again', async () => {
  const { client } = await person()
  const { id } = await client.prompts.create({ id: uuidv7(), text: 'Where is the suitcase?' })
  const change = { id, version: 0, text: 'Where is the blue suitcase?', category: 'General' } as const
  const changed = await client.prompts.update(change)

  expect(await client.prompts.update(change)).toEqual(changed)
})

test('an official prompt is nobody’s to change or delete', async () => {
  const { client } = await person()
  const [official] = (await client.prompts.list({ list: 'official', limit: 1 })).items
  const id = official?.id ?? ''

  const change = client.prompts.update({ id, version: 0, text: 'Taken?', category: 'General' })
  await expect(change).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(client.prompts.delete({ id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await client.prompts.get({ id })).toEqual(official)
})

test('adding an official prompt to one’s own twice adds it once', async () => {
  const { client } = await person()
  const [official] = (await client.prompts.list({ list: 'official', limit: 1 })).items
  const id = official?.id ?? ''

  const [copy, again] = await Promise.all([client.prompts.copy({ id }), client.prompts.copy({ id })])

  expect(again).toEqual(copy)
  expect(copy).toMatchObject({ text: official?.text, category: official?.category, isOwn: true })
  expect((await client.prompts.list({ list: 'own' })).items).toEqual([copy])
})

test('what was asked is remembered with its last story and time, for one’s own family alone', async () => {
  const [ana, boris] = [await person(), await person('Boris')]
  const [official] = (await ana.client.prompts.list({ list: 'official', limit: 1 })).items
  const id = official?.id ?? ''
  const [first, second] = [await storyOf(ana), await storyOf(ana)]

  await ana.client.prompts.markAsked({ id, storyId: first, at: '2026-11-21T10:00:00Z' })
  await ana.client.prompts.markAsked({ id, storyId: second, at: '2026-11-22T10:00:00Z' })
  await ana.client.prompts.markAsked({ id, storyId: second, at: '2026-11-29T10:00:00Z' })

  expect((await ana.client.prompts.get({ id })).asked).toEqual({
    times: 2,
    at: '2026-11-22T10:00:00Z',
    storyId: second,
    storyTitle: 'The harbour dance',
  })
  expect((await boris.client.prompts.get({ id })).asked).toBeNull()
  await expect(
    boris.client.prompts.markAsked({ id, storyId: first, at: '2026-11-21T10:00:00Z' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })

  await ana.client.stories.delete({ id: second })
  expect((await ana.client.prompts.get({ id })).asked).toMatchObject({ times: 1, storyId: first })
})
