import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { SearchAnswer } from '#contract/search.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'

const { person, database } = await createTestKinora()

const find = (who: Person, q: string) => who.client.search.find({ q })
const placesOf = ({ stories }: SearchAnswer) =>
  stories.flatMap(({ id, places }) => places.map(({ kind, said }) => ({ id, kind, text: said.text })))
const nothing = { stories: [], books: [] }

async function tell(who: Person) {
  const { id } = await who.client.stories.create({ id: uuidv7(), title: 'The orchard', method: 'upload' })
  return id
}
const share = (
  owner: Person,
  resourceType: 'story' | 'storybook' | 'family_member',
  resourceId: string,
  viewer: Person,
) => owner.client.sharing.share({ resourceType, resourceId, email: viewer.email, role: 'viewer' })

/** A photo that lies in a story, as an upload leaves it. */
async function addedPhoto(owner: Person, storyId: string) {
  const id = uuidv7()
  await database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, storage_key)
     values ($1, $2, $3, 'original', 'image', 'stored', 'image/jpeg', $4)`,
    [owner.id, id, storyId, `media/${owner.id}/${id}`],
  )
  return id
}

test('a comment is found by whoever may see its story, and by nobody once it is deleted', async () => {
  const [ana, ben, mallory] = [await person('Ana'), await person('Ben'), await person('Mallory')]
  const storyId = await tell(ana)
  await share(ana, 'story', storyId, ben)
  const { id } = await ben.client.comments.add({
    storyId,
    id: uuidv7(),
    text: 'It was the quincetree, I am sure.',
  })
  const found = { id: storyId, kind: 'comment', text: 'It was the quincetree, I am sure.' }

  expect(placesOf(await find(ana, 'quincetree'))).toEqual([found])
  expect(placesOf(await find(ben, 'quincetree'))).toEqual([found])
  expect(await find(mallory, 'quincetree')).toMatchObject(nothing)
  const { places } = await ana.client.search.inStory({ id: storyId, q: 'quincetree' })
  expect(places).toMatchObject([{ kind: 'comment', id }])

  await ben.client.comments.delete({ storyId, id })
  expect(await find(ana, 'quincetree')).toMatchObject(nothing)
  await ben.client.comments.restore({ storyId, id })
  expect(placesOf(await find(ana, 'quincetree'))).toEqual([found])
})

test('a photo is found by what the family says of it now, by whoever may see its story', async () => {
  const [ana, ben, mallory] = [await person('Ana'), await person('Ben'), await person('Mallory')]
  const storyId = await tell(ana)
  const id = await addedPhoto(ana, storyId)
  await ana.client.media.describe({ id, caption: 'Grandfather beside the threshing machine' })
  expect(await find(ben, 'threshing')).toMatchObject(nothing)
  await share(ana, 'story', storyId, ben)

  const found = { id: storyId, kind: 'caption', text: 'Grandfather beside the threshing machine' }
  expect(placesOf(await find(ana, 'threshing'))).toEqual([found])
  expect(placesOf(await find(ben, 'threshing'))).toEqual([found])
  expect(await find(mallory, 'threshing')).toMatchObject(nothing)

  await ana.client.media.describe({ id, caption: 'Grandfather beside the haywain' })
  expect(await find(ana, 'threshing')).toMatchObject(nothing)
  expect(placesOf(await find(ana, 'haywain'))).toHaveLength(1)
  await ana.client.media.remove({ id })
  expect(await find(ana, 'haywain')).toMatchObject(nothing)
})

test('a storybook is found by its title and by whom it is shared with, without the stories in it', async () => {
  const [ana, ben, mallory] = [await person('Ana'), await person('Ben'), await person('Mallory')]
  const { id: storyId } = await ana.client.stories.create({
    id: uuidv7(),
    title: 'Harvestmoon',
    method: 'journal',
  })
  const given = {
    title: 'Harvestmoon and other evenings',
    description: 'Kept for Oksana',
    storyIds: [storyId],
  }
  const { id } = await ana.client.storybooks.create({ id: uuidv7(), ...given })
  const book = { id, ownerId: ana.id, title: { text: given.title } }

  expect(await find(ana, 'harvestmoon')).toMatchObject({ stories: [{ id: storyId }], books: [book] })
  expect((await find(ana, 'oksana')).books).toMatchObject([book])
  expect(await find(ben, 'harvestmoon')).toMatchObject(nothing)

  await share(ana, 'storybook', id, ben)
  expect(await find(ben, 'harvestmoon')).toMatchObject({ stories: [], books: [book] })
  expect(await find(mallory, 'harvestmoon')).toMatchObject(nothing)
  await expect(ben.client.search.inStory({ id, q: 'harvestmoon' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })

  await ana.client.storybooks.delete({ id })
  expect((await find(ana, 'harvestmoon')).books).toEqual([])
  expect((await find(ben, 'harvestmoon')).books).toEqual([])
})

test('somebody with one name is found under it, though it is kept as first and last name', async () => {
  const ana = await person('Ana')
  await ana.client.familyMembers.create({ id: uuidv7(), firstName: 'Babusya', lastName: 'Babusya' })

  expect((await find(ana, 'babusya')).people).toMatchObject([{ name: { text: 'Babusya' } }])
})

test('a person who is shared is found by whom they are shared with, for as long as they are, and nobody beside them', async () => {
  const [ana, ben, mallory] = [await person('Ana'), await person('Ben'), await person('Mallory')]
  const elena = { id: uuidv7(), firstName: 'Quetzalina', lastName: 'Petrova', bio: 'She kept pigeons.' }
  await ana.client.familyMembers.create({ ...elena, relationship: 'Parent' })
  await ana.client.familyMembers.create({ id: uuidv7(), firstName: 'Quetzalina', lastName: 'Secretova' })
  await ana.client.prompts.create({ id: uuidv7(), text: 'What did Quetzalina cook?', category: 'General' })
  const name = { text: 'Quetzalina Petrova' }

  expect(await find(ben, 'quetzalina')).toMatchObject({ people: [], prompts: [] })
  const { id } = await share(ana, 'family_member', elena.id, ben)

  for (const q of ['quetzalina', 'quetzalina petrova', 'quetz', 'pigeons']) {
    const found = { people: [{ id: elena.id, name, sharedBy: 'Ana' }], prompts: [], stories: [], books: [] }
    expect(await find(ben, q)).toMatchObject(found)
  }
  expect(await find(ben, 'secretova')).toMatchObject({ people: [] })
  expect(await find(mallory, 'quetzalina')).toMatchObject({ people: [], instead: [] })
  expect((await find(ana, 'petrova')).people).toMatchObject([{ id: elena.id, sharedBy: null }])
  // A misspelt name finds the one person whom Ben may see, and nobody else of that family.
  expect((await find(ben, 'Quetzaline')).people).toMatchObject([{ id: elena.id }])
  expect((await find(ben, 'Secretovy')).instead).toEqual([])

  await ana.client.sharing.revoke({ resourceType: 'family_member', resourceId: elena.id, id })
  expect(await find(ben, 'quetzalina')).toMatchObject({ people: [] })
})
