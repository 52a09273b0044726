import { globSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { findRunning } from './db/embedded/find-running.ts'
import { postmasterOf } from './db/embedded/orphan.ts'
import { sha256Of } from './sha256.ts'
import { type Person, personAt } from './testing/family.ts'
import { killPostmaster } from './testing/kill-database.ts'
import { completionOf, putAll, putChunk, startRecording } from './testing/recorder.ts'
import { createServerProcess } from './testing/server-process.ts'
import { hasFfmpeg, testMedia } from './testing/test-media.ts'
import { uploadByTus } from './testing/tus-upload.ts'

const SIZE = 50_000
const KILLS = 5
/** The latest moment of a kill: long enough for the jobs of a killed process to be taken up again. */
const LATEST_MS = 8_000

const bytes = await readFile(
  hasFfmpeg ? await testMedia.webmVp8(10) : join(import.meta.dirname, 'testing/films/three-seconds.webm'),
)

/** Runs one statement in the server's own database, past the policies. */
async function asOwner(dataDir: string, text: string, values: unknown[] = []) {
  const client = new pg.Client(findRunning(dataDir) ?? undefined)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

const databaseOf = (dataDir: string) => postmasterOf(join(dataDir, 'postgres'))

function killIfThere(postmaster: number | undefined): void {
  if (postmaster !== undefined) killPostmaster(postmaster)
}

/** Invites a person to a story; one mail has to reach them. */
const invite = (person: Person, resourceId: string, email: string) =>
  person.client.sharing.invite({ resourceType: 'story', resourceId, role: 'viewer', email })

const mailed = (dataDir: string) =>
  globSync(join(dataDir, 'outbox/*.eml'))
    .map((file) => /^To: (.+)\r$/m.exec(readFileSync(file, 'utf8'))?.[1])
    .toSorted()

test('a server that is killed again and again while it recovers comes to the same end, with nothing lost and nothing twice', {
  timeout: 240_000,
}, async () => {
  const server = await createServerProcess(undefined, { PLAN_DEFAULT: 'generation' })
  await server.start()
  const ana = await personAt(server.url)
  const told = await Promise.all([1, 2, 3].map(() => startRecording(ana)))
  for (const { id } of told) await putAll(ana, id, bytes, SIZE)
  const [silent, open] = [await startRecording(ana), await startRecording(ana)]
  await putAll(ana, silent.id, bytes, SIZE)
  expect((await putChunk(ana, open.id, 0, bytes.subarray(0, SIZE))).status).toBe(200)
  const file = await uploadByTus(server.url, ana.accessToken, bytes, () => undefined)
  const invited = told.map((_, index) => `vera${index}@example.com`)

  // At the first kill, all of this work has only been requested.
  await asOwner(
    server.dataDir,
    `with silenced as (update public.recordings set last_chunk_at = now() - interval '2 days' where id = $1)
     select graphile_worker.add_job('sweep_recordings', '{}')`,
    [silent.id],
  )
  await Promise.all(told.map(({ id }) => ana.client.recordings.complete(completionOf(id, bytes, SIZE))))
  await Promise.all(told.map(({ story }, index) => invite(ana, story.id, invited[index] ?? '')))
  // Its number is read before: the killed server's database begins to end by itself.
  const running = databaseOf(server.dataDir)
  expect(running).toBeGreaterThan(1)
  await server.kill()
  killIfThere(running)

  for (let kills = 1; kills <= KILLS; kills += 1) {
    const delay = (Math.random() * LATEST_MS * kills) / KILLS
    const starting = server.start().catch(() => undefined)
    await after(delay)
    await server.kill()
    await starting
    // Every second time the database is killed too, and then has its own log to replay.
    if (kills % 2 === 0) killIfThere(databaseOf(server.dataDir))
  }

  await server.start()
  expect(await ana.client.recordings.status({ id: open.id })).toMatchObject({
    state: 'receiving',
    receivedBytes: SIZE,
  })
  await putAll(ana, open.id, bytes, SIZE)
  await ana.client.recordings.complete(completionOf(open.id, bytes, SIZE))
  for (const { id } of [...told, silent, open]) {
    await expect
      .poll(() => ana.client.recordings.status({ id }), { timeout: 90_000 })
      .toMatchObject({ state: 'ready', sha256: sha256Of(bytes) })
  }
  await expect
    .poll(() => ana.client.media.upload({ id: file.id }))
    .toMatchObject({ state: 'stored', media: { sha256: sha256Of(bytes) } })
  await expect.poll(() => mailed(server.dataDir)).toEqual(invited)

  await expectEachOnce(ana, [...told, silent, open])
  const left = `select from graphile_worker.jobs where task_identifier in
    ('finalise_recording', 'process_upload', 'send_mail', 'sweep_recordings') and (attempts > 0 or last_error is not null)`
  await expect.poll(() => asOwner(server.dataDir, left)).toEqual([])
  await expectStoredOnce(server.dataDir)
})

/** Expects that each story has exactly one recording, and that its original and all copies can be fetched. */
async function expectEachOnce(ana: Person, told: { id: string; story: { id: string } }[]): Promise<void> {
  const { items } = await ana.client.stories.list({})
  expect(items.map(({ id }) => id).toSorted()).toEqual(told.map(({ story }) => story.id).toSorted())
  for (const { id, story } of told) {
    const { recordings } = await ana.client.stories.get({ id: story.id })
    expect(recordings).toMatchObject([
      {
        id,
        playbackMediaId: expect.any(String),
        ...(hasFfmpeg ? { posterMediaId: expect.any(String), peaksMediaId: expect.any(String) } : {}),
      },
    ])
    const original = await ana.client.media.address({ id: recordings[0]?.originalMediaId ?? '' })
    const playback = await ana.client.media.address({ id: recordings[0]?.playbackMediaId ?? '' })
    const whole = await ana.request(original.url)
    expect(sha256Of(Buffer.from(await whole.arrayBuffer()))).toBe(sha256Of(bytes))
    expect((await ana.request(playback.url, { headers: { range: 'bytes=1000-1999' } })).status).toBe(206)
  }
}

/** Expects the store to contain exactly what rows name: no copy was made twice, and no file is orphaned. */
async function expectStoredOnce(dataDir: string): Promise<void> {
  const rows = await asOwner(
    dataDir,
    'select storage_key as key, source_media_id as source, role from public.media',
  )
  const copies = rows.filter(({ source }) => source).map(({ source, role }) => `${source} ${role}`)
  expect(copies.toSorted()).toEqual([...new Set(copies)].toSorted())
  const root = join(dataDir, 'media')
  const stored = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.work'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  expect(stored.toSorted()).toEqual(rows.map(({ key }) => key).toSorted())
}
