import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { findMediaTool } from '../../media/find-media-tool.ts'
import { clientOf } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { hasFfmpeg, newPath, testMedia } from '../../testing/test-media.ts'
import { signAddress } from './address.ts'
import { deriveCopies } from './derive.ts'

const { app, person, database, services } = await createTestKinora()
const visitor = clientOf(app)
const secrets = ['Secret camera', '+48.2082+016.3738', 'At our house', '2019-07']

/**
 * A film as a phone writes it: with its place, its maker, the time of recording, and a chapter with a name that a
 * person gave it.
 */
async function filmOfPhone(): Promise<Buffer> {
  const [film, chapters] = [newPath('mp4'), newPath('txt')]
  await writeFile(
    chapters,
    ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=900\ntitle=At our house\n',
  )
  const told = ['-metadata', 'location=+48.2082+016.3738/', '-metadata', 'make=Secret camera']
  const track = ['-metadata:s:v:0', 'handler_name=Secret camera', '-metadata', 'comment=2019-07-21']
  await promisify(execFile)('ffmpeg', [
    ...[
      '-v',
      'error',
      '-i',
      await testMedia.fragmentedMp4(2),
      '-i',
      chapters,
      '-map',
      '0',
      '-map_chapters',
      '1',
    ],
    ...['-c', 'copy', ...told, ...track, '-movflags', 'use_metadata_tags', film],
  ])
  return readFile(film)
}

async function linkedFilm(bytes: Buffer, mimeType = 'video/mp4', kind = 'video') {
  const ana = await person('Ana')
  const storyId = uuidv7()
  await ana.client.stories.create({ id: storyId, title: 'Bread', method: 'upload' })
  const id = uuidv7()
  const key = `media/${ana.id}/${id}`
  await services.storage.put(key, bytes)
  await database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, file_name, size_bytes, sha256, storage_key)
     values ($1, $2, $3, 'original', $4, 'stored', $5, 'home.mp4', $6, repeat('a', 64), $7)`,
    [ana.id, id, storyId, kind, mimeType, bytes.length, key],
  )
  const { url } = await ana.client.publicLinks.turnOn({ storyId })
  const { rows } = await database.asOwner('select id from public_links where story_id = $1', [storyId])
  const forLink = signAddress(services.secrets, ana.id, id, { link: rows[0].id, word: null })
  const shown = async () => {
    const { files } = await visitor.publicStories.open({ token: url.split('/s/')[1] ?? '' })
    return files[0]
  }
  const derive = async () =>
    deriveCopies({
      services,
      tool: await findMediaTool(),
      userId: ana.id,
      mediaId: id,
      signal: new AbortController().signal,
      log: services.log,
    })
  return { ana, id, forLink, shown, derive }
}

test('a film of which there is no copy yet is being prepared, and no address opens a byte of it', async () => {
  const { ana, id, forLink, shown } = await linkedFilm(Buffer.from('GPS 48.2, a film'))

  expect(await shown()).toMatchObject({ url: null, isPreparing: true, posterUrl: null })
  const asked: [string, RequestInit][] = [
    [forLink.url, {}],
    [forLink.downloadUrl, {}],
    [forLink.url, { headers: { range: 'bytes=0-4' } }],
    [forLink.url, { headers: { 'if-none-match': `"${'a'.repeat(64)}"` } }],
    [forLink.url, { method: 'HEAD' }],
  ]
  for (const [url, init] of asked) {
    const answer = await app.request(url, init)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('GPS')
  }
  const own = await app.request(signAddress(services.secrets, ana.id, id).url)
  expect(await own.text()).toBe('GPS 48.2, a film')
})

test('a sound in a form that is played as it is goes out as it is', async () => {
  const { forLink, shown } = await linkedFilm(Buffer.from('sound'), 'audio/mpeg', 'audio')
  expect(await shown()).toMatchObject({ url: expect.any(String), isPreparing: false })
  expect((await app.request(forLink.url)).status).toBe(200)
})

describe.skipIf(!hasFfmpeg)('with a copy', () => {
  test('a film is seen, and tells nothing of where, when and by what it was taken', async () => {
    const film = await filmOfPhone()
    for (const secret of secrets) expect(film.includes(secret), secret).toBe(true)
    const { forLink, shown, derive } = await linkedFilm(film)
    expect(await derive()).toBe('ready')

    const { url, posterUrl, isPreparing } = (await shown()) ?? {}
    expect(isPreparing).toBe(false)
    for (const address of [url, posterUrl]) {
      const answer = await app.request(address ?? '')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-disposition')).toMatch(/"Bread\.(mp4|jpg)"/)
      const bytes = Buffer.from(await answer.arrayBuffer())
      for (const secret of secrets) expect(bytes.includes(secret), secret).toBe(false)
    }
    expect((await app.request(forLink.url)).status).toBe(404)
  })

  test('a film that no copy can be made of is not being prepared for ever', async () => {
    const { shown, derive } = await linkedFilm(Buffer.from('no film at all'))
    await derive()
    expect(await shown()).toMatchObject({ url: null, isPreparing: false })
  })
})
