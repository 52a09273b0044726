import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { plans } from '#contract/plans.ts'
import type { ResourceType } from '#contract/sharing.ts'
import { createTestKinora } from '../../testing/kinora.ts'

const { person, database } = await createTestKinora()

test('signing up makes a profile with the name that was given', async () => {
  const { client, id, email } = await person('Ana Petrova')

  expect(await client.account.profile()).toEqual({
    id,
    fullName: 'Ana Petrova',
    email,
    avatarUrl: null,
    phone: '',
    location: '',
    bio: '',
    dateFormat: 'month-first',
    isOperator: false,
  })
})

test('a token that outlives its account keeps nothing, and is told that nobody is signed in', async () => {
  const gone = await person()
  await database.asOwner('delete from auth.users where id = $1', [gone.id])

  const story = gone.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })
  await expect(story).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 401 })
})

test('a profile keeps what is changed and what is not', async () => {
  const { client } = await person('Ana Petrova')
  await client.account.updateProfile({ bio: 'I bake.', location: 'Lviv' })

  const profile = await client.account.updateProfile({ bio: '', dateFormat: 'day-first' })

  expect(profile).toMatchObject({
    fullName: 'Ana Petrova',
    location: 'Lviv',
    bio: '',
    dateFormat: 'day-first',
  })
})

test('what was said of oneself on another device is overwritten by nobody who has not read that', async () => {
  const { client } = await person('Ana Petrova')
  await client.account.updateProfile({ bio: 'I bake.', was: { bio: '' } })

  const unread = client.account.updateProfile({
    bio: 'I sing.',
    location: 'Lviv',
    was: { bio: '', location: '' },
  })
  await expect(unread).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await client.account.profile()).toMatchObject({ bio: 'I bake.', location: '' })
  const read = { bio: 'I bake and sing.', was: { bio: 'I bake.' } }
  expect(await client.account.updateProfile(read)).toMatchObject({ bio: 'I bake and sing.' })
})

test('words that were kept although their answer was lost are kept when they are sent again', async () => {
  const { client } = await person('Ana Petrova')
  const change = { bio: 'I bake.', fullName: 'Ana P.', was: { bio: '', fullName: 'Ana Petrova' } }
  await client.account.updateProfile(change)

  expect(await client.account.updateProfile(change)).toMatchObject({ bio: 'I bake.', fullName: 'Ana P.' })
})

test('the picture of a profile is the portrait of oneself in the tree, small and without the place it was taken at', async () => {
  const { client, id, request } = await person()
  const body = await sharp({ create: { width: 1200, height: 900, channels: 3, background: 'green' } })
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

  await request(`/media/portraits/${id}`, { method: 'PUT', body })

  const { avatarUrl } = await client.account.profile()
  const picture = await request(avatarUrl ?? '')
  // `arrayBuffer()` and not `bytes()`: if the web server ran in this process, it replaced the global Response by one
  // without `bytes()`.
  const kept = await sharp(await picture.arrayBuffer()).metadata()
  expect([kept.width, kept.height]).toEqual([limits.portraitPixels, limits.portraitPixels])
  expect([kept.exif, kept.orientation]).toEqual([undefined, undefined])

  await client.familyMembers.removePortrait({ id })
  expect((await client.account.profile()).avatarUrl).toBeNull()
})

test('a picture of 200 MB is refused for its size and none of it is kept', async () => {
  const { client, id, request } = await person()
  let sent = 0
  const piece = new Uint8Array(1_000_000)
  const body = new ReadableStream({
    pull(controller) {
      sent += 1
      if (sent > 200) controller.close()
      else controller.enqueue(piece)
    },
  })

  const refused = await request(`/media/portraits/${id}`, {
    method: 'PUT',
    body,
    duplex: 'half',
  } as RequestInit)

  expect(refused.status).toBe(413)
  expect(sent).toBeLessThan(20)
  expect((await client.account.profile()).avatarUrl).toBeNull()
})

test('a new account has the free plan and has used nothing of it', async () => {
  const { client } = await person()

  expect(await client.account.usage()).toEqual({
    tier: 'free',
    status: 'active',
    storageUsedBytes: 0,
    storageLimitBytes: plans.free.storageBytes,
    aiAnalysisHoursUsed: 0,
    aiAnalysisHoursLimit: plans.free.aiHoursPerMonth,
    collaboratorsCount: 0,
  })
})

test('the dashboard counts what is kept and not what lies in the trash', async () => {
  const { client, id } = await person()
  const [kept, trashed] = [uuidv7(), uuidv7()]
  for (const story of [kept, trashed]) {
    await client.stories.create({ id: story, title: 'A story', method: 'journal' })
    await database.asOwner('update stories set duration = 90 where user_id = $1 and id = $2', [id, story])
  }
  await client.stories.delete({ id: trashed })
  await client.familyMembers.create({ id: uuidv7(), firstName: 'Elena', lastName: 'Petrova' })

  expect(await client.account.dashboard()).toEqual({
    storiesRecorded: 1,
    familyMembers: 1,
    storybooksCreated: 0,
    sharedWithMe: { stories: 0, storybooks: 0, familyMembers: 0 },
  })
})

test('the dashboard counts what others let somebody see, until it goes to their trash or is taken back', async () => {
  const [grandmother, guest] = [await person('Elena Petrova'), await person()]
  const { client } = grandmother
  const [story, trashed, book, brother] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  for (const id of [story, trashed]) await client.stories.create({ id, title: 'Goats', method: 'journal' })
  await client.storybooks.create({ id: book, title: 'A year', storyIds: [story] })
  await client.familyMembers.create({ id: brother, firstName: 'Pavlo', lastName: 'Petrenko' })
  const share = (resourceType: ResourceType, resourceId: string) =>
    client.sharing.share({ resourceType, resourceId, email: guest.email, role: 'viewer' })
  for (const id of [story, trashed]) await share('story', id)
  await share('storybook', book)
  const { id: shareId } = await share('family_member', brother)
  const shown = async () => (await guest.client.account.dashboard()).sharedWithMe

  expect(await shown()).toEqual({ stories: 2, storybooks: 1, familyMembers: 1 })
  expect((await client.account.dashboard()).sharedWithMe).toEqual({
    stories: 0,
    storybooks: 0,
    familyMembers: 0,
  })
  await client.stories.delete({ id: trashed })
  await client.storybooks.delete({ id: book })
  await client.sharing.revoke({ resourceType: 'family_member', resourceId: brother, id: shareId })
  expect(await shown()).toEqual({ stories: 1, storybooks: 0, familyMembers: 0 })
})

test('originals count against the plan to the byte, and the byte beyond it is refused', async () => {
  const { id } = await person()
  const add = (size: number) =>
    database.asOwner(
      `insert into media (user_id, role, kind, mime_type, size_bytes, storage_key)
       values ($1, 'original', 'video', 'video/webm', $2, $3)`,
      [id, size, uuidv7()],
    )
  await add(plans.free.storageBytes)

  await expect(add(1)).rejects.toMatchObject({ code: 'KN507' })
  await database.asOwner(`delete from media where user_id = $1`, [id])
  await add(1)
})
