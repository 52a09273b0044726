import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { chunkReceipt } from '#contract/recordings.ts'
import { sha256Of } from '../../sha256.ts'
import { type Person, personAt } from '../../testing/family.ts'
import { createDiskInMemory } from '../../testing/own-disk.ts'
import { completionOf, putAll, putChunk, startRecording } from '../../testing/recorder.ts'
import { createServerProcess } from '../../testing/server-process.ts'
import { filmWithoutFfmpeg } from '../../testing/test-media.ts'

/*
 * The database gets a small, real disk of its own; recordings lie elsewhere. Only root may mount a disk: without that
 * right these tests are skipped, and reported as skipped.
 */
const SIZE = 8_000
const disk = createDiskInMemory('250m')

/** Fills the disk. @returns a function that frees the space again */
function fill(folder: string): () => void {
  const filler = join(folder, 'filler')
  expect(() => writeFileSync(filler, Buffer.alloc(300_000_000))).toThrow(/ENOSPC/)
  return () => rmSync(filler)
}

const health = z.object({ status: z.string(), database: z.string(), storage: z.string() })
const credentials = z.object({ serverPassword: z.string() })

/** The server's own login, at the port that the running database has written down. */
function loginOf(folder: string): pg.ClientConfig {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const { serverPassword: password } = credentials.parse(JSON.parse(read('postgres.credentials.json')))
  const port = Number(read('postgres/postmaster.pid').split('\n')[3])
  return { host: '127.0.0.1', port, user: 'kinora', password, database: 'kinora' }
}

/** Makes the database write more to its log than the log has reserved: the database can then only stop. */
async function overflowLog(folder: string): Promise<void> {
  const client = new pg.Client(loginOf(folder))
  client.on('error', () => undefined)
  await client.connect()
  const noted = client.query(
    `select pg_logical_emit_message(false, 'test', repeat('x', 1000000)) from generate_series(1, 200)`,
  )
  await expect(noted).rejects.toThrow()
  await client.end().catch(() => undefined)
}

type Written = { id: string; description: string }

/** Writes a story with an incompressible text. @returns the code of the error, or null */
async function write(person: Person, { id, description }: Written): Promise<string | null> {
  try {
    await person.client.stories.create({ id, title: 'The flood', description, method: 'journal' })
    return null
  } catch (error) {
    return z.object({ code: z.string() }).parse(error).code
  }
}

const newStory = (): Written => ({ id: uuidv7(), description: randomBytes(700).toString('base64') })

test.skipIf(disk === null)(
  'a full disk under the database refuses by a code what it cannot keep, and with room the instance goes on by itself',
  async () => {
    if (!disk) return
    const { folder } = disk
    chmodSync(folder, 0o711)
    const media = mkdtempSync(join(tmpdir(), 'kinora-media-'))
    onTestFinished(() => rmSync(media, { recursive: true, force: true }))
    const server = await createServerProcess(undefined, {
      DATA_DIR: folder,
      STORAGE_URL: pathToFileURL(media).href,
    })
    await server.start()
    const healthOf = async () => health.parse(await (await fetch(`${server.url}/health`)).json())
    const ana = await personAt(server.url)
    const bytes = Buffer.from(await filmWithoutFfmpeg())
    const { id } = await startRecording(ana)
    let acknowledged = 0
    /** Sends the next chunk. @returns the status of the answer */
    const send = async () => {
      const at = acknowledged * SIZE
      const answer = await putChunk(ana, id, acknowledged, bytes.subarray(at, at + SIZE))
      const body: unknown = await answer.json()
      if (answer.ok) acknowledged = chunkReceipt.parse(body).nextIndex
      return answer.status
    }
    expect(await send()).toBe(200)

    // The tables have no room to grow, but everything can still be read.
    const kept: Written[] = []
    const writeNew = async () => {
      const story = newStory()
      const refusal = await write(ana, story)
      if (refusal === null) kept.push(story)
      return refusal
    }
    expect(await writeNew()).toBeNull()
    const giveBack = fill(folder)
    await expect.poll(writeNew, { interval: 1 }).toBe('STORAGE_FULL')
    expect([200, 507]).toContain(await send())
    expect(await ana.client.stories.get({ id: kept[0]?.id ?? '' })).toMatchObject(kept[0] ?? {})
    expect(await healthOf()).toMatchObject({ status: 'ok' })
    giveBack()
    expect(await writeNew()).toBeNull()
    expect(await send()).toBe(200)

    // The log has no room either: the database stops, and cannot start again.
    const giveAllBack = fill(folder)
    await overflowLog(folder)
    // Long enough for the server to have tried in vain to start it again.
    let looks = 0
    const looksInVain = async () => {
      looks = (await healthOf()).database === 'failing' ? looks + 1 : 0
      return looks
    }
    await expect.poll(looksInVain, { interval: 100 }).toBe(15)
    expect(await healthOf()).toMatchObject({ database: 'failing', storage: 'ok' })
    expect(await writeNew()).toBe('STORAGE_UNAVAILABLE')
    expect(await send()).toBe(503)
    giveAllBack()
    await expect.poll(healthOf).toMatchObject({ status: 'ok' })

    expect(await writeNew()).toBeNull()
    for (const story of kept) expect(await ana.client.stories.get({ id: story.id })).toMatchObject(story)
    expect(await ana.client.recordings.status({ id })).toMatchObject({ nextIndex: acknowledged })
    await putAll(ana, id, bytes, SIZE)
    await ana.client.recordings.complete(completionOf(id, bytes, SIZE))
    await expect
      .poll(() => ana.client.recordings.status({ id }))
      .toMatchObject({ state: 'ready', sha256: sha256Of(bytes) })
  },
)
