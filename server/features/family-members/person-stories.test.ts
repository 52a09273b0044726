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
