import { randomBytes, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { asUser } from '../../db/actor.ts'
import { sha256Of } from '../../sha256.ts'
import { StorageError } from '../../storage/storage.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { signAddress, verifyAddress } from './address.ts'

const { app, services, person } = await createTestKinora()

const bytes = randomBytes(100_000)
const etag = `"${sha256Of(bytes)}"`

/** A stored film in a story of this person. */
async function film(
  owner: Person,
  given: { title?: string; state?: string; deletedAt?: Date; fileName?: string; sha256?: null } = {},
) {
  const [storyId, mediaId] = [randomUUID(), randomUUID()]
  const key = `media/${owner.id}/${mediaId}`
  await services.storage.put(key, bytes)
  await asUser(services.db, owner.claims, async (tx) => {
    await tx
      .insertInto('stories')
      .values({
        user_id: owner.id,
        id: storyId,
        title: given.title ?? 'The sea',
        method: 'recording',
        deleted_at: given.deletedAt ?? null,
      })
      .execute()
    await tx
      .insertInto('media')
      .values({
        user_id: owner.id,
        id: mediaId,
        story_id: storyId,
        role: 'original',
        kind: 'video',
        state: given.state ?? 'stored',
        mime_type: 'video/webm',
        file_name: given.fileName ?? '',
        size_bytes: bytes.length,
        sha256: given.sha256 === null ? null : etag.slice(1, -1),
        storage_key: key,
      })
      .execute()
  })
  const { url, downloadUrl } = signAddress(services.secrets, owner.id, mediaId, { person: owner.id })
  return { mediaId, url, downloadUrl }
}

const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(url, { method, headers })
const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('a signed address answers with the whole file and says what it is', async () => {
  const { url } = await film(await person())

  const response = await get(url)

  expect(response.status).toBe(200)
  expect((await bodyOf(response)).equals(bytes)).toBe(true)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=3600',
    'content-length': '100000',
    'content-type': 'video/webm',
    etag,
    'x-content-type-options': 'nosniff',
  })
})

test('HEAD says the same without the bytes', async () => {
  const { url } = await film(await person())

  const response = await get(url, {}, 'HEAD')

  expect(response.status).toBe(200)
  expect(response.headers.get('content-length')).toBe('100000')
  expect((await bodyOf(response)).length).toBe(0)
})

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=10-19', 10, 19],
  ['bytes=99990-', 99_990, 99_999],
  ['bytes=99990-200000', 99_990, 99_999],
  ['bytes=-5', 99_995, 99_999],
  ['bytes=-200000', 0, 99_999],
])('the range %s is answered with 206 and just these bytes', async (range, start, end) => {
  const { url } = await film(await person())

  const response = await get(url, { range })

  expect(response.status).toBe(206)
  expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/100000`)
  expect(response.headers.get('content-length')).toBe(String(end - start + 1))
  expect((await bodyOf(response)).equals(bytes.subarray(start, end + 1))).toBe(true)
})

test.each(['bytes=100000-', 'bytes=100000-100001', 'bytes=-0'])(
  'the range %s is answered with 416',
  async (range) => {
    const { url } = await film(await person())

    const response = await get(url, { range })

    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe('bytes */100000')
  },
)

test.each(['bytes=0-1,5-6', 'bytes=5-2', 'bytes=', 'bytes=-', 'lines=1-2', 'bytes=a-b'])(
  'the range %s is answered with the whole, as the RFC allows',
  async (range) => {
    const { url } = await film(await person())

    const response = await get(url, { range })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('100000')
  },
)

test('a range of an older version is answered with the whole of the new one', async () => {
  const { url } = await film(await person())

  expect((await get(url, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
  expect((await get(url, { range: 'bytes=0-9', 'if-range': '"older"' })).status).toBe(200)
  expect((await get(url, { range: 'bytes=0-9', 'if-range': 'Sat, 21 Nov 2026 03:00:00 GMT' })).status).toBe(
    200,
  )
})

test('who has the file already is not sent it again', async () => {
  const { url } = await film(await person())

  for (const known of [etag, `"other", W/${etag}`, '*']) {
    const response = await get(url, { 'if-none-match': known })
    expect(response.status).toBe(304)
    expect(response.headers.get('etag')).toBe(etag)
  }
  expect((await get(url, { 'if-none-match': '"other"' })).status).toBe(200)
})

test('a download is named after its story and when it was kept, in any script, and nothing in a title gets out of the header', async () => {
  const { downloadUrl, url } = await film(await person(), {
    title: 'Бабушка и море "1961"\r\nSet-Cookie: x=1/..\\',
  })

  expect((await get(url)).headers.get('content-disposition')).toMatch(/^inline; /)
  const disposition = (await get(downloadUrl)).headers.get('content-disposition') ?? ''
  expect(disposition).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''[A-Za-z0-9%._~!#$&+^`|-]+$/)
  expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toMatch(
    /^Бабушка и море "1961" Set-Cookie: x=1 \.\. \d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\.webm$/,
  )
})

test('a file that came with a name keeps it', async () => {
  const { downloadUrl } = await film(await person(), { fileName: 'Hochzeit 1961.mov' })

  expect((await get(downloadUrl)).headers.get('content-disposition')).toBe(
    `attachment; filename="Hochzeit 1961.mov"; filename*=UTF-8''Hochzeit%201961.mov`,
  )
})

test('a film that is called a page or a program is saved as a film', async () => {
  const { downloadUrl } = await film(await person(), { fileName: 'Hochzeit 1961.html' })

  expect((await get(downloadUrl)).headers.get('content-disposition')).toContain(
    `filename="Hochzeit 1961.html.webm"`,
  )
})

test('nothing can be read without a signature, with another one, or with a changed part', async () => {
  const owner = await person()
  const [mine, other] = [await film(owner), await film(owner)]
  const stranger = await person()
  const changed = (name: string, value: string) => {
    const url = new URL(mine.url, 'http://localhost')
    url.searchParams.set(name, value)
    return url.pathname + url.search
  }
  const flipped = mine.url.at(-1) === 'A' ? 'E' : 'A'

  const addresses = [
    `/media/files/${mine.mediaId}`,
    mine.url.slice(0, mine.url.indexOf('&signature')),
    mine.url.slice(0, -8),
    mine.url.slice(0, -1) + flipped,
    mine.url.replace(mine.mediaId, other.mediaId),
    changed('owner', stranger.id),
    changed('expires', '4102444800'),
    changed('expires', '1e99'),
    changed('signature', ''),
    signAddress(services.secrets, stranger.id, mine.mediaId, { person: stranger.id }).url,
  ]
  for (const address of addresses) {
    const response = await stranger.request(address)
    expect([address, response.status]).toEqual([address, 404])
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('an address works for an hour at least and then no more', async () => {
  const owner = await person()
  const { mediaId, url } = await film(owner)
  const query = Object.fromEntries(new URL(url, 'http://localhost').searchParams)
  const after = (minutes: number) =>
    verifyAddress(services.secrets, mediaId, query, Date.now() + minutes * 60_000)

  expect(after(59)).toEqual({ ownerId: owner.id, mediaId, reader: { person: owner.id } })
  expect(after(91)).toBeNull()
})

test('a file that is still coming in, or whose story lies in the trash, is not served', async () => {
  const owner = await person()

  expect((await get((await film(owner, { state: 'receiving' })).url)).status).toBe(404)
  expect((await get((await film(owner, { deletedAt: new Date() })).url)).status).toBe(404)
})

test('a file whose bytes are gone is not found, and the operator is told', async () => {
  const owner = await person()
  const { mediaId, url } = await film(owner)
  await services.storage.delete(`media/${owner.id}/${mediaId}`)
  const told = vi.spyOn(services.log, 'error')
  onTestFinished(() => told.mockRestore())

  expect((await get(url)).status).toBe(404)
  expect(told).toHaveBeenCalledWith(
    expect.objectContaining({ storageKey: `media/${owner.id}/${mediaId}` }),
    'a stored file is missing or too short',
  )
})

test('a file is not said to be gone while the store is away', async () => {
  const { url } = await film(await person())
  const away = vi
    .spyOn(services.storage, 'read')
    .mockRejectedValue(new StorageError('UNAVAILABLE', 'the disk does not answer'))
  onTestFinished(() => away.mockRestore())

  const response = await get(url)

  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
})

test('a file that has no hash yet is no version that anybody could know, and is asked for each time', async () => {
  const { url } = await film(await person(), { sha256: null })

  const { status, headers } = await get(url, { 'if-none-match': '*' })

  expect(status).toBe(200)
  expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'private, no-cache'])
})

test('of an object that is longer than what is known of it no more is given out than was promised', async () => {
  const owner = await person()
  const { mediaId, url } = await film(owner)
  await services.storage.put(`media/${owner.id}/${mediaId}`, Buffer.concat([bytes, randomBytes(10)]))

  expect((await bodyOf(await get(url))).equals(bytes)).toBe(true)
})
