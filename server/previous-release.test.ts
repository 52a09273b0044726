import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { newPrivateJwk } from './auth/keys.ts'
import { lastReleased } from './db/additive.ts'
import { migrationsOf } from './db/migrate.ts'
import { sha256Of } from './sha256.ts'
import { createEmptyDatabase } from './testing/database.ts'
import { doorAt, enterAt, type Person, personAt, personOf } from './testing/family.ts'
import { completionOf, putChunk, startRecording } from './testing/recorder.ts'
import { unpackRelease } from './testing/release.ts'
import { createServerProcess } from './testing/server-process.ts'
import { hasFfmpeg, testMedia } from './testing/test-media.ts'

const release = unpackRelease(lastReleased.commit)
const newestHere = readdirSync(join(import.meta.dirname, 'db/migrations'))
  .toSorted()
  .at(-1)
const CHUNK_BYTES = 40_000

test.skipIf(release === null || !hasFfmpeg)(
  'while a release is replaced its processes and this version’s are one Kinora: a recording goes on from one to the other and back',
  async () => {
    const { connection } = await createEmptyDatabase()
    const shared = {
      STORAGE_URL: pathToFileURL(mkdtempSync(join(tmpdir(), 'kinora-media-'))).href,
      SECRET_KEY: randomBytes(32).toString('hex'),
      AUTH_JWT_KEYS: JSON.stringify(await newPrivateJwk()),
      PUBLIC_URL: 'http://localhost',
    }
    const older = await createServerProcess(connection, shared, [], join(release ?? '', 'server/main.ts'))
    await older.start()
    const before = await personAt(older.url)
    const film = Buffer.from(await readFile(await testMedia.webmVp8(3)))
    const chunks = Math.ceil(film.length / CHUNK_BYTES)
    expect(chunks).toBeGreaterThan(2)
    const { id, story } = await startRecording(before)
    await putOne(before, id, film, 0)

    // From here on the schema is the new one, and both releases serve requests.
    const newer = await createServerProcess(connection, shared)
    expect(await newestMigration(connection)).toBe(`db/${lastReleased.db}`)
    await newer.start()
    expect(await newestMigration(connection)).toBe(`db/${newestHere}`)
    const after = personOf(doorAt(newer.url), before)
    for (let index = 1; index < chunks; index += 1) {
      await putOne(index % 2 === 0 ? before : after, id, film, index)
    }
    await before.client.recordings.complete(completionOf(id, film, CHUNK_BYTES))
    await expect
      .poll(() => after.client.recordings.status({ id }))
      .toMatchObject({ state: 'ready', sha256: sha256Of(film) })

    // On the old server, people sign up, log in, write, are found and delete as before.
    const newcomer = await personAt(older.url)
    expect((await enterAt(older.url, { email: newcomer.email, password: 'wild geese' })).id).toBe(newcomer.id)
    const written = uuidv7()
    await newcomer.client.stories.create({ id: written, title: 'The wedding', method: 'journal' })
    const note = { storyId: written, id: uuidv7(), text: 'It rained', timestamp: '00:00' }
    await newcomer.client.stories.putNote(note)
    const there = personOf(doorAt(newer.url), newcomer)
    expect((await there.client.stories.get({ id: written })).notes).toMatchObject([{ text: 'It rained' }])
    for (const { client } of [newcomer, there]) {
      expect(JSON.stringify(await client.search.find({ q: 'wedding' }))).toContain(written)
    }
    await there.client.stories.delete({ id: written })
    expect((await newcomer.client.trash.list({})).items).toMatchObject([{ id: written }])
    expect((await before.client.prompts.list({})).items.length).toBeGreaterThan(0)

    // The old server goes, and nothing is lost with it.
    await older.kill()
    const [part] = (await after.client.stories.get({ id: story.id })).recordings
    const { url } = await after.client.media.address({ id: part?.originalMediaId ?? '' })
    const played = Buffer.from(await (await fetch(newer.url + url)).arrayBuffer())
    expect(played.equals(film)).toBe(true)
  },
)

async function newestMigration(connection: pg.ClientConfig): Promise<string | undefined> {
  const client = new pg.Client(connection)
  await client.connect()
  const names = (await migrationsOf(client)).map(({ name }) => name)
  await client.end()
  return names
    .filter((name) => name.startsWith('db/'))
    .toSorted()
    .at(-1)
}

async function putOne(who: Person, id: string, film: Buffer<ArrayBuffer>, index: number): Promise<void> {
  const at = index * CHUNK_BYTES
  const answer = await putChunk(who, id, index, film.subarray(at, at + CHUNK_BYTES))
  expect([index, answer.status]).toEqual([index, 200])
}
