import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'

const { person } = await createTestKinora()

const grandmother = () => ({
  id: uuidv7(),
  firstName: 'Elena',
  lastName: 'Petrova',
  relationship: 'Grandparent' as const,
})

test('a person keeps their family, newest first', async () => {
  const { client } = await person()
  const [first, second] = [grandmother(), { ...grandmother(), firstName: 'Boris' }]
  await client.familyMembers.create(first)
  await client.familyMembers.create(second)

  const { items, nextCursor } = await client.familyMembers.list({})

  expect(items).toMatchObject([
    { firstName: 'Boris', relationship: 'Grandparent', bio: '' },
    { firstName: 'Elena' },
  ])
  expect(nextCursor).toBeNull()
})

test('adding the same person twice changes nothing', async () => {
  const { client } = await person()
  const elena = grandmother()

  const added = await client.familyMembers.create(elena)
  const again = await client.familyMembers.create({ ...elena, firstName: 'Somebody else' })

  expect(again).toEqual(added)
  expect((await client.familyMembers.list({})).items).toHaveLength(1)
})

test('pages continue where the one before ended', async () => {
  const { client } = await person()
  const ids = Array.from({ length: 5 }, () => uuidv7())
  for (const id of ids) await client.familyMembers.create({ ...grandmother(), id })

  const first = await client.familyMembers.list({ limit: 2 })
  const second = await client.familyMembers.list({ limit: 2, cursor: first.nextCursor ?? '' })
  const third = await client.familyMembers.list({ limit: 2, cursor: second.nextCursor ?? '' })

  const seen = [first, second, third].flatMap((page) => page.items.map((item) => item.id))
  expect(seen).toEqual(ids.toReversed())
  expect(third.nextCursor).toBeNull()
})

test('a cursor that nobody gave out is refused', async () => {
  const { client } = await person()

  await expect(client.familyMembers.list({ cursor: 'nonsense' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('nobody sees, takes over or removes somebody else’s family', async () => {
  const [ana, mallory] = [await person(), await person('Mallory')]
  const elena = grandmother()
  await ana.client.familyMembers.create(elena)

  expect((await mallory.client.familyMembers.list({})).items).toEqual([])
  await expect(mallory.client.familyMembers.delete({ id: elena.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await mallory.client.familyMembers.create({ ...elena, firstName: 'Taken' })

  expect((await ana.client.familyMembers.list({})).items).toMatchObject([{ firstName: 'Elena' }])
})

test('a removed person is gone', async () => {
  const { client } = await person()
  const elena = grandmother()
  await client.familyMembers.create(elena)

  expect(await client.familyMembers.delete({ id: elena.id })).toEqual({ id: elena.id })
  expect((await client.familyMembers.list({})).items).toEqual([])
})
