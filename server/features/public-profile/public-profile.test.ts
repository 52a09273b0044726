import sharp from 'sharp'
import { expect, test } from 'vitest'
import { clientOf, type Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'

const { person, app, database, services } = await createTestKinora()
const visitor = clientOf(app)

const all = { isPublic: true, picture: true, location: true, bio: true }
const tokenOf = (url: string | null) => url?.split('/p/')[1] ?? ''

async function withProfile(): Promise<Person> {
  const ana = await person('Ana Petrova')
  await ana.client.account.updateProfile({ phone: '+49 30 1234', location: 'Lviv', bio: 'I bake.' })
  const body = await sharp({ create: { width: 80, height: 40, channels: 3, background: 'green' } })
    .png()
    .toBuffer()
  const put = await ana.request(`/media/portraits/${ana.id}`, { method: 'PUT', body })
  expect(put.status).toBe(200)
  return ana
}

test('nothing is public until somebody says so', async () => {
  const ana = await withProfile()

  expect(await ana.client.publicProfile.get()).toEqual({
    isPublic: false,
    picture: false,
    location: false,
    bio: false,
    url: null,
  })
})

test('whoever has the address sees the name and what was chosen, and no phone, e-mail or id', async () => {
  const ana = await withProfile()
  const { url } = await ana.client.publicProfile.set({ ...all, picture: false, bio: false })

  const shown = await visitor.publicProfile.read({ token: tokenOf(url) })

  expect(shown).toEqual({ name: 'Ana Petrova', location: 'Lviv', bio: '', pictureUrl: null })
  await ana.client.publicProfile.set({ ...all, picture: false, location: false })
  expect(await visitor.publicProfile.read({ token: tokenOf(url) })).toEqual({
    name: 'Ana Petrova',
    location: '',
    bio: 'I bake.',
    pictureUrl: null,
  })
})

test('the picture is shown when it was chosen', async () => {
  const ana = await withProfile()
  const { url } = await ana.client.publicProfile.set(all)

  const { pictureUrl } = await visitor.publicProfile.read({ token: tokenOf(url) })

  const picture = await app.request(pictureUrl ?? '')
  expect(picture.status).toBe(200)
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
})

test('the address of the picture ends with the profile, and when the picture is not to be shown any more', async () => {
  const ana = await withProfile()
  const pictureNow = async () => {
    const { url } = await ana.client.publicProfile.set(all)
    const { pictureUrl } = await visitor.publicProfile.read({ token: tokenOf(url) })
    return pictureUrl ?? ''
  }
  const statusOf = async (address: string) => (await app.request(address)).status
  const first = await pictureNow()
  expect(await statusOf(first)).toBe(200)

  await ana.client.publicProfile.set({ ...all, picture: false })
  expect(await statusOf(first)).toBe(404)
  expect(await pictureNow()).toBe(first)
  expect(await statusOf(first)).toBe(200)

  await ana.client.publicProfile.set({ ...all, isPublic: false })
  expect(await statusOf(first)).toBe(404)
  const later = await pictureNow()
  expect([await statusOf(first), await statusOf(later)]).toEqual([404, 200])
})

test('the picture goes out as a copy that says nothing of where it was taken, and under no name', async () => {
  const ana = await withProfile()
  const { url } = await ana.client.publicProfile.set(all)
  const { rows } = await database.asOwner(
    `update media set file_name = 'Secret street 7.jpg' where user_id = $1 returning storage_key`,
    [ana.id],
  )
  const told = await sharp({ create: { width: 80, height: 40, channels: 3, background: 'green' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'Secret camera' } })
    .toBuffer()
  await services.storage.put(rows[0]?.storage_key, told)

  const { pictureUrl } = await visitor.publicProfile.read({ token: tokenOf(url) })
  const answer = await app.request(pictureUrl ?? '')

  expect(JSON.stringify([...answer.headers])).not.toContain('Secret')
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).exif).toBeUndefined()
})

test('a change of what is shown keeps the address; ending it ends the address for good', async () => {
  const ana = await withProfile()
  const first = await ana.client.publicProfile.set({ ...all, bio: false })
  const second = await ana.client.publicProfile.set(all)
  expect(second.url).toBe(first.url)
  expect((await visitor.publicProfile.read({ token: tokenOf(first.url) })).bio).toBe('I bake.')

  await ana.client.publicProfile.set({ ...all, isPublic: false })
  const later = await ana.client.publicProfile.set(all)

  expect(later.url).not.toBe(first.url)
  await expect(visitor.publicProfile.read({ token: tokenOf(first.url) })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('the address stands in the database only where the server’s own secret opens it', async () => {
  const ana = await withProfile()
  const { url } = await ana.client.publicProfile.set(all)

  const { rows } = await database.asOwner('select * from public_profiles where user_id = $1', [ana.id])

  expect(JSON.stringify(rows)).not.toContain(tokenOf(url))
})

test('the page of a profile is not for search engines', async () => {
  const page = await app.request('/p/anything', { headers: { accept: 'text/html' } })

  expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
})
