import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'

const { database, person } = await createTestKinora()

test('a person’s page lists every story they tell and are mentioned in, however many, and each once', async () => {
  const ana = await person()
  const { id } = await ana.client.familyMembers.create({
    id: uuidv7(),
    firstName: 'Elena',
    lastName: 'Petrova',
  })
  // Many at the same moment, as an archive brings them.
  await database.asOwner(
    `insert into stories (user_id, id, title, method, speakers, created_at)
     select $1, gen_random_uuid(), 'Told ' || nr, 'journal', '{Elena Petrova}', '2026-01-01'::timestamptz + nr / 50 * interval '1 s'
     from generate_series(1, 230) nr`,
    [ana.id],
  )
  await database.asOwner(
    `insert into stories (user_id, id, title, method, speakers)
     select $1, gen_random_uuid(), 'With Elena Petrova, ' || nr, 'journal', '{Boris}' from generate_series(1, 120) nr`,
    [ana.id],
  )

  const [told, mentioned] = [new Set<string>(), new Set<string>()]
  const sizes: number[][] = []
  let cursor: string | null = null
  do {
    const page = await ana.client.familyMembers.stories({ id, ...(cursor ? { cursor } : {}) })
    sizes.push([page.told.length, page.mentioned.length])
    for (const story of page.told) told.add(story.title)
    for (const story of page.mentioned) mentioned.add(story.title)
    cursor = page.nextCursor
  } while (cursor)

  expect(sizes).toEqual([
    [100, 100],
    [100, 20],
    [30, 0],
  ])
  expect([told.size, mentioned.size]).toEqual([230, 120])
})

test('a place in the stories of a person that is none is refused', async () => {
  const ana = await person()
  const { id } = await ana.client.familyMembers.create({
    id: uuidv7(),
    firstName: 'Elena',
    lastName: 'Petrova',
  })

  for (const cursor of ['nowhere', Buffer.from('["nowhere",null]').toString('base64url')]) {
    await expect(ana.client.familyMembers.stories({ id, cursor })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  }
})

test('whoever is called otherwise from now on still tells their stories, under the new name and each once', async () => {
  const { client } = await person()
  const [id, first, both] = [uuidv7(), uuidv7(), uuidv7()]
  await client.familyMembers.create({ id, firstName: 'Oma', lastName: 'Oma' })
  await client.stories.create({ id: first, title: 'The well', method: 'journal', speakers: ['Boris', 'Oma'] })
  await client.stories.create({
    id: both,
    title: 'Bread',
    method: 'journal',
    speakers: ['Elena Petrova', 'Oma'],
  })
  const { version } = await client.familyMembers.get({ id })

  await client.familyMembers.update({ id, version, firstName: 'Elena', lastName: 'Petrova' })

  const { told } = await client.familyMembers.stories({ id })
  expect(told.map(({ title }) => title).toSorted()).toEqual(['Bread', 'The well'])
  expect(await client.stories.get({ id: first })).toMatchObject({ speakers: ['Boris', 'Elena Petrova'] })
  expect(await client.stories.get({ id: both })).toMatchObject({ speakers: ['Elena Petrova'] })
})

test('a story stays with the name that somebody else of the family has, too, as nobody can say who of them tells it', async () => {
  const { client } = await person()
  const [elder, younger, story] = [uuidv7(), uuidv7(), uuidv7()]
  const name = { firstName: 'Ivan', lastName: 'Petrov' }
  await client.familyMembers.create({ id: elder, ...name })
  await client.familyMembers.create({ id: younger, ...name })
  await client.stories.create({ id: story, title: 'The mill', method: 'journal', speakers: ['Ivan Petrov'] })
  const { version } = await client.familyMembers.get({ id: younger })

  await client.familyMembers.update({ id: younger, version, firstName: 'Vanya' })

  expect(await client.stories.get({ id: story })).toMatchObject({ speakers: ['Ivan Petrov'] })
  expect((await client.familyMembers.stories({ id: elder })).told).toHaveLength(1)
})

test('so it does where their names are divided in another way', async () => {
  const { client } = await person()
  const [kept, renamed, story] = [uuidv7(), uuidv7(), uuidv7()]
  const name = 'Anna Maria Novak'
  await client.familyMembers.create({ id: kept, firstName: 'Anna', lastName: 'Maria Novak' })
  await client.familyMembers.create({ id: renamed, firstName: 'Anna Maria', lastName: 'Novak' })
  await client.stories.create({ id: story, title: 'The mill', method: 'journal', speakers: [name] })
  const { version } = await client.familyMembers.get({ id: renamed })

  await client.familyMembers.update({ id: renamed, version, firstName: 'Rosa', lastName: 'Lind' })

  expect(await client.stories.get({ id: story })).toMatchObject({ speakers: [name] })
  expect((await client.familyMembers.stories({ id: kept })).told).toHaveLength(1)
})

test('your own stories stay yours, whether you change your name in the tree or in your profile', async () => {
  const { client, id } = await person('Ana Petrova')
  const story = uuidv7()
  await client.stories.create({ id: story, title: 'At sea', method: 'journal', speakers: ['Ana Petrova'] })
  const { version } = await client.familyMembers.get({ id })

  await client.familyMembers.update({ id, version, lastName: 'Sokolova' })
  expect((await client.familyMembers.stories({ id })).told).toHaveLength(1)

  await client.account.updateProfile({ fullName: 'Ana Maria Sokolova' })
  expect((await client.familyMembers.stories({ id })).told).toHaveLength(1)
  expect(await client.stories.get({ id: story })).toMatchObject({ speakers: ['Ana Maria Sokolova'] })
})
