import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { keepSomethingOfEachKind } from '../../testing/one-of-each.ts'
import { emptyBin } from '../media/media.ts'

const kinora = await createTestKinora()
const { person, database, services } = kinora

async function trashedStory({ client }: Person, title: string): Promise<string> {
  const { id } = await client.stories.create({ id: uuidv7(), title, method: 'journal' })
  await client.stories.delete({ id })
  return id
}

test('stories and storybooks lie in one trash, the latest first, a page at a time', async () => {
  const ana = await person('Ana')
  const story = await trashedStory(ana, 'The mill')
  const told = await ana.client.stories.create({ id: uuidv7(), title: 'The bridge', method: 'journal' })
  const book = await ana.client.storybooks.create({ id: uuidv7(), title: 'Our year', storyIds: [told.id] })
  await ana.client.storybooks.delete({ id: book.id })

  const first = await ana.client.trash.list({ limit: 1 })
  const second = await ana.client.trash.list({ limit: 1, cursor: first.nextCursor ?? '' })

  expect(first.items).toMatchObject([{ type: 'storybook', id: book.id, title: 'Our year' }])
  expect(second.items).toMatchObject([{ type: 'story', id: story, title: 'The mill' }])
  expect(second.nextCursor).toBeNull()
  const [item] = second.items
  const days = (Date.parse(item?.goneAt ?? '') - Date.parse(item?.deletedAt ?? '')) / 86_400_000
  expect(days).toBe(limits.trashDays)
})

test('what was brought back, and what was never deleted, is not in the trash', async () => {
  const ana = await person('Ana')
  const story = await trashedStory(ana, 'The mill')
  await ana.client.stories.create({ id: uuidv7(), title: 'The bridge', method: 'journal' })
  await ana.client.stories.restore({ id: story })

  expect((await ana.client.trash.list({})).items).toEqual([])
})

test('deleting for good takes a story with all its bytes', async () => {
  const ana = await person('Ana')
  const { story, media } = await keepSomethingOfEachKind(kinora, ana, 'plumjam')
  const key = `media/${ana.id}/${media}`
  expect(await services.storage.stat(key)).not.toBeNull()
  await ana.client.stories.delete({ id: story })

  await ana.client.trash.deleteForGood({ type: 'story', id: story })
  await emptyBin(services)

  expect((await ana.client.trash.list({})).items).toEqual([])
  expect(await services.storage.stat(key)).toBeNull()
  const { rows } = await database.asOwner('select from media where user_id = $1 and story_id = $2', [
    ana.id,
    story,
  ])
  expect(rows).toHaveLength(0)
})

test('what is not in the trash is not deleted, and neither is what lies in another trash', async () => {
  const [ana, mallory] = [await person('Ana'), await person('Mallory')]
  const kept = await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })
  const trashed = await trashedStory(ana, 'The bridge')

  const ofAna = ana.client.trash.deleteForGood({ type: 'story', id: kept.id })
  await expect(ofAna).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const ofMallory = mallory.client.trash.deleteForGood({ type: 'story', id: trashed })
  await expect(ofMallory).rejects.toMatchObject({ code: 'NOT_FOUND' })

  expect((await ana.client.stories.get({ id: kept.id })).title).toBe('The mill')
  expect((await ana.client.trash.list({})).items).toMatchObject([{ id: trashed }])
  expect((await mallory.client.trash.list({})).items).toEqual([])
})
