import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type OutgoingHttpHeaders, request } from 'node:http'
import { Upload } from 'tus-js-client'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { plans } from '#contract/plans.ts'
import { asWorker } from '../../db/actor.ts'
import { sha256Of } from '../../sha256.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { serveOnLoopback } from '../../testing/loopback.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { dropUpload } from './uploads.ts'

const { app, person, services, database } = await createTestKinora()
const origin = await serveOnLoopback(app)

const base64 = (text: string) => Buffer.from(text).toString('base64')
/** The beginning of a PNG as its readers walk it (8 bytes, IHDR, a long IDAT), with noise for its picture. */
const png = (size = 2_000_000) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    Buffer.from('0000000d49484452000000010000000108060000001f15c489', 'hex'),
    Buffer.from(size.toString(16).padStart(8, '0'), 'hex'),
    Buffer.from('IDAT'),
    randomBytes(size + 4),
  ])

async function storyOf({ client }: Person): Promise<string> {
  const { id } = await client.stories.create({ id: uuidv7(), title: 'The album', method: 'upload' })
  return id
}

type Sent = { id: string; upload: Upload }

/** Sends bytes as a browser would, by the stock client; rejects with the client's error. */
function send(who: Person, bytes: Buffer, metadata: Record<string, string>, options = {}): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${origin}/media/uploads`,
      headers: { authorization: `Bearer ${who.accessToken}` },
      metadata,
      retryDelays: null,
      ...options,
      onError: reject,
      onSuccess: () => resolve({ upload, id: upload.url?.split('/').at(-1) ?? '' }),
    })
    upload.start()
  })
}

/** Begins an upload by hand, where a test needs what the stock client would not do. */
async function begin(
  who: Person,
  size: number,
  filename = 'album.png',
  more: Record<string, string> = {},
): Promise<string> {
  const metadata = Object.entries({ filename, ...more }).map(([key, value]) => `${key} ${base64(value)}`)
  const response = await who.request('/media/uploads', {
    method: 'POST',
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(size),
      'Upload-Metadata': metadata.join(),
    },
  })
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
  return response.headers.get('location') ?? ''
}

const tusHeaders = (offset: number) => ({
  'Tus-Resumable': '1.0.0',
  'Content-Type': 'application/offset+octet-stream',
  'Upload-Offset': String(offset),
})

const patch = (
  who: Person,
  path: string,
  offset: number,
  bytes: Buffer,
  headers: Record<string, string> = {},
) =>
  who.request(path, {
    method: 'PATCH',
    headers: { ...tusHeaders(offset), ...headers },
    body: new Uint8Array(bytes),
  })

/** A PATCH whose body the test sends itself, without an announced length unless a header gives one. */
const openPatch = (who: Person, path: string, headers: OutgoingHttpHeaders = {}) =>
  request(origin + path, {
    method: 'PATCH',
    headers: { ...tusHeaders(0), authorization: `Bearer ${who.accessToken}`, ...headers },
  })

async function offsetOf(who: Person, path: string): Promise<number> {
  const response = await who.request(path, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })
  return Number(response.headers.get('upload-offset'))
}

test('a picture sent by the stock client lies in its story, byte for byte, typed by its bytes', async () => {
  const ana = await person()
  const storyId = await storyOf(ana)
  const bytes = png()

  const { id } = await send(ana, bytes, { filename: 'not-what-it-says.txt', storyId })

  const { files } = await ana.client.stories.get({ id: storyId })
  expect(files).toMatchObject([
    { id, kind: 'image', mimeType: 'image/png', fileName: 'not-what-it-says.txt', sizeBytes: bytes.length },
  ])
  expect(await storedHash(ana, id)).toBe(sha256Of(bytes))
  expect((await ana.client.account.usage()).storageUsedBytes).toBe(bytes.length)
})

test('an upload that stopped goes on from the last flushed byte', async () => {
  const ana = await person()
  const bytes = png()
  const path = await begin(ana, bytes.length)
  expect((await patch(ana, path, 0, bytes.subarray(0, 700_000))).status).toBe(204)

  expect(await offsetOf(ana, path)).toBe(700_000)
  expect((await patch(ana, path, 700_000, bytes.subarray(700_000))).status).toBe(204)

  expect(await storedHash(ana, path.split('/').at(-1) ?? '')).toBe(sha256Of(bytes))
})

test('bytes for another place than the next are refused and change nothing', async () => {
  const ana = await person()
  const bytes = png()
  const path = await begin(ana, bytes.length)

  expect((await patch(ana, path, 5, bytes.subarray(5))).status).toBe(409)
  expect(await offsetOf(ana, path)).toBe(0)
})

test('of two requests that send the next bytes at once one is taken, and the upload goes on from there', async () => {
  const ana = await person()
  const versions = [png(), png()]
  const path = await begin(ana, versions[0]?.length ?? 0)

  const answers = await Promise.all(versions.map((bytes) => patch(ana, path, 0, bytes.subarray(0, 700_000))))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([204, 409])
  expect(await offsetOf(ana, path)).toBe(700_000)

  const taken = versions[statuses.indexOf(204)] ?? Buffer.alloc(0)
  expect((await patch(ana, path, 700_000, taken.subarray(700_000))).status).toBe(204)
  expect(await storedHash(ana, path.split('/').at(-1) ?? '')).toBe(sha256Of(taken))
})

test('of two requests that both found the upload at their place one is taken, in whichever order they come to it', async () => {
  const ana = await person()
  const versions = [png(), png()]
  const path = await begin(ana, versions[0]?.length ?? 0)
  const holds = await otherTransaction(database)
  await holds.query('select from uploads where id = $1 for update', [path.split('/').at(-1)])

  const sent = versions.map((bytes) => patch(ana, path, 0, bytes))
  await somebodyWaits(database, 2)
  await holds.query('commit')
  const statuses = (await Promise.all(sent)).map(({ status }) => status)

  expect(statuses.toSorted()).toEqual([204, 409])
  const taken = versions[statuses.indexOf(204)] ?? Buffer.alloc(0)
  expect(await storedHash(ana, path.split('/').at(-1) ?? '')).toBe(sha256Of(taken))
})

test('the address of an upload makes no new one, for whoever it is', async () => {
  const [ana, mallory] = [await person(), await person()]
  const path = await begin(ana, 100)
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '5' }

  for (const who of [ana, mallory]) {
    expect((await who.request(path, { method: 'POST', headers })).status).toBe(404)
  }
})

test.each([
  ['', () => ({})],
  [
    ', also where it hashes to its checksum',
    (bytes: Buffer) => ({
      'Upload-Checksum': `sha256 ${createHash('sha256').update(bytes).digest('base64')}`,
    }),
  ],
])('a body that says no length and is longer than what was reserved is refused%s', async (_, headersFor) => {
  const ana = await person()
  const path = await begin(ana, 1_000)
  const bytes = randomBytes(1_001)
  const sending = openPatch(ana, path, headersFor(bytes))
  sending.write(bytes)
  sending.end()

  const [refused] = await once(sending, 'response')
  expect(refused.statusCode).toBe(413)
  expect(await offsetOf(ana, path)).toBe(0)
})

test('of a line that breaks, what had arrived is kept', async () => {
  const ana = await person()
  const bytes = png()
  const path = await begin(ana, bytes.length)
  const sending = openPatch(ana, path, { 'content-length': bytes.length })
  sending.on('error', () => undefined)
  await new Promise((sent) => sending.write(bytes.subarray(0, 700_000), sent))
  sending.destroy()

  await expect.poll(() => offsetOf(ana, path)).toBeGreaterThan(0)
  const kept = await offsetOf(ana, path)
  expect((await patch(ana, path, kept, bytes.subarray(kept))).status).toBe(204)
  expect(await storedHash(ana, path.split('/').at(-1) ?? '')).toBe(sha256Of(bytes))
})

test('a wrong checksum is refused with 460, and the right bytes may come again', async () => {
  const ana = await person()
  const bytes = png()
  const path = await begin(ana, bytes.length)
  const wrong = { 'Upload-Checksum': `sha1 ${createHash('sha1').update('other').digest('base64')}` }
  const right = { 'Upload-Checksum': `sha256 ${createHash('sha256').update(bytes).digest('base64')}` }

  expect((await patch(ana, path, 0, bytes, wrong)).status).toBe(460)
  expect(await offsetOf(ana, path)).toBe(0)
  expect((await patch(ana, path, 0, bytes, right)).status).toBe(204)
})

test('bytes that hash to their checksum are kept where they are more than is written at once', async () => {
  const ana = await person()
  const bytes = png(20_000_000)
  const path = await begin(ana, bytes.length)
  const checksum = { 'Upload-Checksum': `sha1 ${createHash('sha1').update(bytes).digest('base64')}` }

  const answered = await patch(ana, path, 0, bytes, checksum)

  expect([answered.status, answered.headers.get('upload-offset')]).toEqual([204, String(bytes.length)])
  expect(answered.headers.get('tus-checksum-algorithm')).toBe('sha1,sha256')
  expect(await storedHash(ana, path.split('/').at(-1) ?? '')).toBe(sha256Of(bytes))
})

test('of two that send at once to one place, the bytes of the one whose checksum is right are kept, or nothing', async () => {
  const ana = await person()
  const [bytes, others] = [png(12_000_000), png(12_000_000)]
  const path = await begin(ana, bytes.length)
  const id = path.split('/').at(-1) ?? ''
  const digest = createHash('sha256').update(bytes).digest('base64')
  const checksum = { 'Upload-Checksum': `sha256 ${digest}` }
  const sending = openPatch(ana, path, { ...checksum, 'content-length': bytes.length })
  const answered = once(sending, 'response')
  const begun = 9_000_000
  sending.write(bytes.subarray(0, begun))
  await expect
    .poll(async () => (await services.storage.stat(`media/${ana.id}/${id}`))?.size ?? 0)
    .toBeGreaterThan(0)

  expect((await patch(ana, path, 0, others, checksum)).status).toBe(460)
  sending.end(bytes.subarray(begun))

  const [{ statusCode }] = await answered
  expect([statusCode, await offsetOf(ana, path)]).toEqual([460, 0])
  expect((await patch(ana, path, 0, bytes, checksum)).status).toBe(204)
  expect(await storedHash(ana, id)).toBe(sha256Of(bytes))
})

test('a checksum nobody offered to check is a bad request', async () => {
  const ana = await person()
  const path = await begin(ana, 10)

  expect((await patch(ana, path, 0, Buffer.alloc(10), { 'Upload-Checksum': 'md5 AAAA' })).status).toBe(400)
})

test('a page with a script in it is refused whatever it is called, and nothing of it stays', async () => {
  const ana = await person()
  const storyId = await storyOf(ana)
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')

  await expect(send(ana, page, { filename: 'portrait.jpg', storyId })).rejects.toThrow(/FILE_TYPE_REFUSED/)
  const path = await begin(ana, page.length, 'portrait.jpg')
  const refused = await patch(ana, path, 0, page)

  expect(refused.status).toBe(415)
  expect(await refused.json()).toMatchObject({ code: 'FILE_TYPE_REFUSED' })
  expect((await ana.client.stories.get({ id: storyId })).files).toEqual([])
  expect((await ana.client.account.usage()).storageUsedBytes).toBe(0)
})

test('a file that comes whole, is refused or is given up changes nothing else of its owner', async () => {
  const ana = await person()
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  await send(ana, png(), { filename: 'kept.png', storyId: await storyOf(ana) })
  await begin(ana, 1_000)
  const everything = async () => {
    const { rows } = await database.asOwner(
      `select m.id, m.state, m.kind, m.mime_type, u.state as upload, u.byte_offset, u.code, u.media_id
       from uploads u join media m on m.user_id = u.user_id and m.id = u.media_id where u.user_id = $1 order by u.id`,
      [ana.id],
    )
    return rows
  }
  const before = await everything()

  expect((await patch(ana, await begin(ana, page.length, 'portrait.jpg'), 0, page)).status).toBe(415)
  const givenUp = await begin(ana, 1_000)
  const ended = await ana.request(givenUp, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } })
  expect(ended.status).toBe(204)
  const { id } = await send(ana, png(), { filename: 'new.png' })

  expect(before).toHaveLength(2)
  expect((await everything()).filter((row) => row.id !== id)).toEqual(before)
})

test('an empty file is refused before anything is made', async () => {
  const ana = await person()

  await expect(begin(ana, 0)).rejects.toThrow(/422 .*FILE_EMPTY/)
})

test.each(['idempotencyKey', 'relativePath'])(
  'an upload of which %s is said with a character that nothing can keep is a bad request',
  async (key) => {
    const begun = begin(await person(), 1_000, 'album.png', { [key]: 'scan\0' })

    await expect(begun).rejects.toThrow('400 {"code":"BAD_REQUEST"')
  },
)

test('room is reserved when an upload begins, so the one that would not fit is told at once', async () => {
  const ana = await person()
  await begin(ana, plans.free.storageBytes)

  await expect(begin(ana, 1)).rejects.toThrow(/507 .*STORAGE_LIMIT_REACHED/)
})

test('a file larger than any may be is refused, however much room there is, and a program can ask how large that is', async () => {
  const ana = await person()
  await database.asOwner(
    `update subscriptions set own_limits = '{"storageBytes": 100000000000}' where user_id = $1`,
    [ana.id],
  )

  await expect(begin(ana, limits.uploadBytesMax + 1)).rejects.toThrow(/413/)
  const asked = await ana.request('/media/uploads', { method: 'OPTIONS' })
  expect(asked.headers.get('tus-max-size')).toBe(`${limits.uploadBytesMax}`)
})

test('a page of somebody else’s is not let read what an upload is answered', async () => {
  const ana = await person()
  const place = await begin(ana, 3)

  for (const origin of ['https://elsewhere.example', services.env.publicUrl]) {
    const answer = await ana.request(place, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0', origin } })
    expect(answer.headers.get('access-control-allow-origin')).toBe(services.env.publicUrl)
  }
})

test('an upload whose beginning was not heard of is begun once, and its room is taken once', async () => {
  const [ana, bytes] = [await person(), png()]
  const [storyId, idempotencyKey] = [await storyOf(ana), uuidv7()]
  const unheard = await begin(ana, bytes.length, 'album.png', { storyId, idempotencyKey })
  expect((await patch(ana, unheard, 0, bytes.subarray(0, 700_000))).status).toBe(204)
  await begin(ana, plans.free.storageBytes - bytes.length)

  expect(await begin(ana, bytes.length, 'album.png', { storyId, idempotencyKey })).toBe(unheard)

  expect(await offsetOf(ana, unheard)).toBe(700_000)
  expect((await patch(ana, unheard, 700_000, bytes.subarray(700_000))).status).toBe(204)
  const { files } = await ana.client.stories.get({ id: storyId })
  expect(files.map(({ sizeBytes }) => sizeBytes)).toEqual([bytes.length])
})

test('an upload whose beginning is asked for several times at once is begun once', async () => {
  const [ana, times] = [await person(), [1, 2, 3, 4]]
  const ask = (idempotencyKey: string) => begin(ana, 1_000, 'album.png', { idempotencyKey })
  // After these requests every database connection is open, so that none of the following waits for its own to open.
  await Promise.all(times.map(() => ask(uuidv7())))

  const key = uuidv7()
  const begun = await Promise.all(times.map(() => ask(key)))

  expect(new Set(begun).size).toBe(1)
  expect((await ana.client.account.usage()).storageUsedBytes).toBe(5_000)
})

test('another file, somebody else’s, and one that is begun without a key, or after its end or its time, is begun anew', async () => {
  const [ana, eve, bytes] = [await person(), await person(), png(1_000)]
  const idempotencyKey = uuidv7()
  const first = await begin(ana, bytes.length, 'a.png', { idempotencyKey })
  const others = [
    await begin(ana, bytes.length, 'b.png', { idempotencyKey }),
    await begin(ana, bytes.length + 1, 'a.png', { idempotencyKey }),
    await begin(ana, bytes.length, 'a.png', { idempotencyKey: uuidv7() }),
    await begin(eve, bytes.length, 'a.png', { idempotencyKey }),
    await begin(ana, bytes.length, 'a.png'),
    await begin(ana, bytes.length, 'a.png'),
  ]
  expect((await patch(ana, first, 0, bytes)).status).toBe(204)
  const afterItsEnd = await begin(ana, bytes.length, 'a.png', { idempotencyKey })
  await database.asOwner('update uploads set expires_at = now() where user_id = $1', [ana.id])
  const afterItsTime = await begin(ana, bytes.length, 'a.png', { idempotencyKey })

  expect(new Set([first, ...others, afterItsEnd, afterItsTime]).size).toBe(9)
})

test('of two uploads that race for the last byte one begins', async () => {
  const ana = await person()
  await begin(ana, plans.free.storageBytes - 1)

  const both = await Promise.allSettled([begin(ana, 1), begin(ana, 1)])

  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('an upload given up frees its room', async () => {
  const ana = await person()
  const path = await begin(ana, 1_000_000)

  const ended = await ana.request(path, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } })

  expect(ended.status).toBe(204)
  expect((await ana.client.account.usage()).storageUsedBytes).toBe(0)
  expect((await ana.request(path, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })).status).toBe(
    404,
  )
})

test('an abandoned upload is dropped by the sweep’s step, a finished one is not', async () => {
  const ana = await person()
  const unfinished = (await begin(ana, 1_000)).split('/').at(-1) ?? ''
  const { id: finished } = await send(ana, png(), { filename: 'a.png' })

  for (const id of [unfinished, finished]) {
    await asWorker(services.db, ana.id, (tx) => dropUpload(tx, ana.id, id))
  }

  const left = await database.asOwner('select id from media where user_id = $1', [ana.id])
  expect(left.rows).toEqual([{ id: finished }])
})

test('an upload that comes slowly is given up only two days after its last byte', async () => {
  const ana = await person()
  const bytes = png()
  const path = await begin(ana, bytes.length)
  const [id, hour] = [path.split('/').at(-1), 3_600_000]
  const stands = () => ana.request(path, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })
  const age = (hours: number) =>
    database.asOwner(
      `update uploads set created_at = created_at - $2 * interval '1 ms', expires_at = expires_at - $2 * interval '1 ms'
       where id = $1`,
      [id, hours * hour],
    )

  const isSwept = async () => {
    const { rows } = await database.asOwner('select 1 from app.expired_uploads() where id = $1', [id])
    return rows.length > 0
  }

  await age(47)
  expect((await patch(ana, path, 0, bytes.subarray(0, 1_000_000))).status).toBe(204)
  await age(47)
  expect([(await stands()).status, await isSwept()]).toEqual([200, false])
  await age(2)
  expect([(await stands()).status, await isSwept()]).toEqual([410, true])
})

test('somebody else’s upload is not there: not to look at, go on with, or end', async () => {
  const [ana, mallory] = [await person(), await person('Mallory')]
  const bytes = png()
  const path = await begin(ana, bytes.length)
  const storyId = await storyOf(ana)

  expect(
    (await mallory.request(path, { method: 'HEAD', headers: { 'Tus-Resumable': '1.0.0' } })).status,
  ).toBe(404)
  expect((await patch(mallory, path, 0, bytes)).status).toBe(404)
  await mallory.request(path, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } })
  await expect(send(mallory, png(), { filename: 'a.png', storyId })).rejects.toThrow(/NOT_FOUND/)

  expect(await offsetOf(ana, path)).toBe(0)
  expect((await app.request(path, { method: 'HEAD' })).status).toBe(401)
})

async function storedHash(who: Person, mediaId: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of await services.storage.read(`media/${who.id}/${mediaId}`)) hash.update(piece)
  return hash.digest('hex')
}
