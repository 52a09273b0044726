import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { createTestKinora } from '../../testing/kinora.ts'

const { person, app, database } = await createTestKinora()

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

test('a change that changes nothing is done, also over what somebody else said alike', async () => {
  const { client } = await person()
  const { id } = await client.familyMembers.create(grandmother())
  const { version } = await client.familyMembers.get({ id })

  const unchanged = await client.familyMembers.update({ id, version })

  expect(unchanged).toMatchObject({ id, firstName: 'Elena' })
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

test('a person needs a first and a last name, whatever else is known', async () => {
  const { client } = await person()
  for (const missing of [{ firstName: '  ' }, { lastName: '' }]) {
    await expect(client.familyMembers.create({ ...grandmother(), ...missing })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  }
})

test('your own name stays in the two parts you wrote it in, until the account is called otherwise', async () => {
  const { client, id } = await person('Ana')
  const own = () => client.familyMembers.get({ id })
  const [firstName, lastName] = ['Anna Maria', 'Petrova']

  await client.familyMembers.update({ id, version: (await own()).version, firstName, lastName })

  expect(await own()).toMatchObject({ firstName, lastName })
  expect(await client.account.profile()).toMatchObject({ fullName: 'Anna Maria Petrova' })
  await client.account.updateProfile({ fullName: 'Anna Maria Petrova', phone: '123' })
  expect(await own()).toMatchObject({ firstName, lastName })
  await client.account.updateProfile({ fullName: 'Anna Maria Sokolova' })
  expect(await own()).toMatchObject({ firstName: 'Anna', lastName: 'Maria Sokolova' })
})

test('whoever has one name has it once in the account, also where the tree has it as first and last', async () => {
  const { client, id } = await person('Ana')
  const own = () => client.familyMembers.get({ id })
  const [firstName, lastName] = ['Sukarno', 'Sukarno']

  await client.familyMembers.update({ id, version: (await own()).version, firstName, lastName })

  expect(await client.account.profile()).toMatchObject({ fullName: 'Sukarno' })
  expect(await own()).toMatchObject({ firstName, lastName })
})

test('somebody unknown is named by a last name alone, too', async () => {
  const { client } = await person()
  await client.familyMembers.create({ ...grandmother(), relationship: 'Sibling' })
  const unknown = (await client.family.tree()).people.find((one) => one.isPlaceholder)

  await client.familyMembers.update({ id: unknown?.id ?? '', version: 0, lastName: 'Petrova' })

  expect((await client.familyMembers.list({})).items).toMatchObject([
    { firstName: '', lastName: 'Petrova' },
    { firstName: 'Elena' },
  ])
})

test('two people editing one person do not overwrite each other', async () => {
  const { client } = await person()
  const { id, version } = await client.familyMembers.create(grandmother())

  await client.familyMembers.update({ id, version, bio: 'Baked on Fridays' })
  await expect(client.familyMembers.update({ id, version, bio: 'Taken' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })

  expect(await client.familyMembers.get({ id })).toMatchObject({
    bio: 'Baked on Fridays',
    firstName: 'Elena',
  })
})

test('a date is kept as it was said, and sorted by what it means', async () => {
  const { client, id: owner } = await person()
  const { id } = await client.familyMembers.create({
    ...grandmother(),
    dateOfBirth: 'about 1943',
    dateOfDeath: 'in the hungry winter',
  })

  expect(await client.familyMembers.get({ id })).toMatchObject({
    dateOfBirth: 'about 1943',
    dateOfDeath: 'in the hungry winter',
    isDeceased: true,
  })
  const { rows } = await database.asOwner(
    'select born_from, born_to, died_from from family_members where user_id = $1 and id = $2',
    [owner, id],
  )
  expect(rows).toEqual([{ born_from: 708_571, born_to: 710_395, died_from: null }])
})

test('a person’s page knows what they tell and what they are mentioned in, and when it took place', async () => {
  const { client } = await person()
  const { id } = await client.familyMembers.create(grandmother())
  const story = (title: string, speakers: string[], date = '') =>
    client.stories.create({ id: uuidv7(), title, method: 'journal', speakers, date })
  await story('The harbour dance', ['Elena Petrova'], 'summer 1961')
  await story('What Elena Petrova baked', ['Boris'])
  await story('Something else', ['Boris'])

  expect(await client.familyMembers.stories({ id })).toMatchObject({
    told: [{ title: 'The harbour dance', date: 'summer 1961' }],
    mentioned: [{ title: 'What Elena Petrova baked', date: '' }],
  })
})

describe('a portrait', () => {
  const put = async (who: Awaited<ReturnType<typeof person>>, id: string, body: BodyInit) =>
    who.request(`/media/portraits/${id}`, { method: 'PUT', body })
  const picture = (format: 'png' | 'jpeg') =>
    sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } }).toFormat(format)

  test('is kept small, upright, and without what the camera wrote into it', async () => {
    const ana = await person()
    const { id } = await ana.client.familyMembers.create(grandmother())
    const halves = await picture('jpeg')
      .composite([
        { input: { create: { width: 200, height: 300, channels: 3, background: 'blue' } }, gravity: 'west' },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()

    expect((await put(ana, id, halves)).status).toBe(200)

    const { portrait } = await ana.client.familyMembers.get({ id })
    const kept = Buffer.from(await (await app.request(portrait ?? '')).arrayBuffer())
    const { width, height, exif } = await sharp(kept).metadata()
    expect([width, height, exif]).toEqual([limits.portraitPixels, limits.portraitPixels, undefined])
    // After a quarter turn, what was on the left is at the top.
    const { data } = await sharp(kept).extract({ left: 320, top: 4, width: 1, height: 1 }).raw().toBuffer({
      resolveWithObject: true,
    })
    expect(data[2]).toBeGreaterThan(200)
  })

  test('gives its room back when another takes its place or it is taken away', async () => {
    const ana = await person()
    const { id } = await ana.client.familyMembers.create(grandmother())
    const used = async () => (await ana.client.account.usage()).storageUsedBytes
    await put(ana, id, await picture('png').toBuffer())
    const once = await used()
    await put(ana, id, await picture('png').toBuffer())

    expect(once).toBeGreaterThan(0)
    expect(await used()).toBe(once)
    await ana.client.familyMembers.removePortrait({ id })
    expect(await used()).toBe(0)
    expect((await ana.client.familyMembers.get({ id })).portrait).toBeNull()
  })

  test('of somebody whom nobody has named stays with them, and its room comes back when they go', async () => {
    const ana = await person()
    const boris = await ana.client.familyMembers.create({ ...grandmother(), relationship: 'Sibling' })
    const unknown = async () => (await ana.client.family.tree()).people.filter((one) => one.isPlaceholder)
    const [{ id } = { id: '' }] = await unknown()
    await put(ana, id, await picture('png').toBuffer())

    await ana.client.familyMembers.delete({ id: boris.id })
    expect(await unknown()).toMatchObject([{ id, portrait: expect.any(String) }])
    await ana.client.familyMembers.delete({ id })

    expect((await ana.client.account.usage()).storageUsedBytes).toBe(0)
  })

  test('goes with its person, whoever deletes them', async () => {
    const ana = await person()
    const { id } = await ana.client.familyMembers.create(grandmother())
    await put(ana, id, await picture('png').toBuffer())

    await database.asOwner('delete from family_members where user_id = $1 and id = $2', [ana.id, id])

    expect((await ana.client.account.usage()).storageUsedBytes).toBe(0)
    const { rows } = await database.asOwner(
      `select from app.storage_deletions where storage_key like 'media/' || $1 || '/%.portrait'`,
      [ana.id],
    )
    expect(rows).toHaveLength(1)
  })

  test('is refused when it is too large, no picture, or could carry a script, and nothing is kept', async () => {
    const ana = await person()
    const { id } = await ana.client.familyMembers.create(grandmother())
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const codeOf = async (body: BodyInit) => (await (await put(ana, id, body)).json()).code

    expect(await codeOf(new Uint8Array(limits.portraitBytes + 1))).toBe('PAYLOAD_TOO_LARGE')
    expect(await codeOf(script)).toBe('FILE_TYPE_REFUSED')
    expect(await codeOf(`<?xml version="1.0"?>${script}`)).toBe('FILE_TYPE_REFUSED')
    expect(await codeOf('%PDF-1.7 nothing')).toBe('FILE_TYPE_REFUSED')
    expect(await codeOf((await picture('png').toBuffer()).subarray(0, 60))).toBe('FILE_UNREADABLE')
    expect((await ana.client.account.usage()).storageUsedBytes).toBe(0)
  })

  test('of nobody is kept nowhere', async () => {
    const ana = await person()
    expect((await put(ana, uuidv7(), await picture('png').toBuffer())).status).toBe(404)
    expect((await app.request(`/media/portraits/${ana.id}`, { method: 'PUT', body: 'x' })).status).toBe(401)
  })
})
