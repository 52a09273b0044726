import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import { Upload } from 'tus-js-client'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { tusPath } from '#contract/media.ts'
import { chunkReceipt } from '#contract/recordings.ts'
import { newPrivateJwk } from './auth/keys.ts'
import { sha256Of } from './sha256.ts'
import { freePort } from './testing/addresses.ts'
import { createTestDatabase } from './testing/database.ts'
import { type Door, type Person, personOf, signUp } from './testing/family.ts'
import { startFront } from './testing/front.ts'
import { newsOf } from './testing/live-news.ts'
import { completionOf, putChunk, startRecording } from './testing/recorder.ts'
import { startS3Store } from './testing/s3-store.ts'
import { createServerProcess, type ServerProcess } from './testing/server-process.ts'
import { hasFfmpeg, testMedia } from './testing/test-media.ts'

const database = await createTestDatabase()
const store = await startS3Store()
afterAll(() => store.stop())

const CHUNK_BYTES = 40_000

test.skipIf(!hasFfmpeg)(
  'two web and two worker processes that share a database and a store of objects are one Kinora, whichever of them is killed',
  { timeout: 300_000 },
  async () => {
    const { url, webs, workers } = await startMachines()
    const door = patientDoor(url)
    const ana = await signUp(door)

    // A change made through one process reaches a screen that another process serves.
    const [one, other] = webs.map((web) => personOf(patientDoor(web.url), ana))
    if (!one || !other) throw new Error('no two processes')
    const changes = await newsOf(other, database)
    const storyId = uuidv7()
    await one.client.stories.create({ id: storyId, title: 'The wedding', method: 'journal' })
    expect((await changes.next()).value).toMatchObject({ table: 'stories', id: storyId })

    // A recording is sent chunk by chunk while one web process after the other is killed.
    const film = Buffer.concat([await readFile(await testMedia.webmVp8(2)), randomBytes(600_000)])
    const { id } = await startRecording(ana)
    const replacing = replaceInTurn(webs)
    await sendChunks(ana, id, film)
    await replacing
    await ana.client.recordings.complete(completionOf(id, film, CHUNK_BYTES))

    // The original plays at once, and the job finishes although its worker is killed.
    const status = () => ana.client.recordings.status({ id })
    const { recordings } = await ana.client.stories.get({ id: (await status()).storyId })
    const { url: address } = await ana.client.media.address({ id: recordings[0]?.originalMediaId ?? '' })
    const replacingWorkers = replaceInTurn(workers)
    expect(await playByRanges(door, address, film.length)).toBe(sha256Of(film))
    await replacingWorkers
    await expect.poll(status, { timeout: 120_000 }).toMatchObject({ state: 'ready', sha256: sha256Of(film) })
    expect(await playByRanges(door, address, film.length)).toBe(sha256Of(film))

    // A file is uploaded by tus, again with a kill in the middle.
    const file = Buffer.concat([await readFile(await testMedia.webmVp8(1)), randomBytes(9_000_000)])
    const uploaded = await uploadByTus(url, ana, file, webs)
    await expect
      .poll(() => ana.client.media.upload({ id: uploaded }), { timeout: 120_000 })
      .toMatchObject({ state: 'stored', media: { sizeBytes: file.length, sha256: sha256Of(file) } })

    // Everything happened exactly once, and nothing is left half done.
    const { rows } = await database.asOwner(
      'select role, count(*)::int as count from public.media where recording_id = $1 group by role order by role',
      [id],
    )
    expect(rows.map(({ role, count }) => [role, count])).toEqual(
      ['original', 'peaks', 'playback', 'poster'].map((role) => [role, 1]),
    )
    await expect.poll(() => store.piecesLeft()).toEqual([])
    const { rows: failed } = await database.asOwner(
      'select task_identifier as task, last_error from graphile_worker.jobs where attempts >= max_attempts',
    )
    expect(failed).toEqual([])
  },
)

/** Four machines that share only what their settings name. */
async function startMachines() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const shared = {
    STORAGE_URL: store.url('stories'),
    ...store.keys,
    SECRET_KEY: randomBytes(32).toString('hex'),
    AUTH_JWT_KEYS: JSON.stringify(await newPrivateJwk()),
    PUBLIC_URL: url,
  }
  const machine = async (ROLE: string): Promise<ServerProcess> => {
    const made = await createServerProcess(database.connection, { ...shared, ROLE })
    await made.start()
    return made
  }
  // All start at once, as after a power cut: one of them migrates and names the store.
  const [web, otherWeb, worker, otherWorker] = await Promise.all(
    ['web', 'web', 'worker', 'worker'].map(machine),
  )
  if (!web || !otherWeb || !worker || !otherWorker) throw new Error('no machines')
  onTestFinished(await startFront(port, [web.url, otherWeb.url]))
  return { url, webs: [web, otherWeb], workers: [worker, otherWorker] }
}

/** Kills and restarts one machine after the other, so that one of them always answers. */
async function replaceInTurn(machines: ServerProcess[]): Promise<void> {
  for (const machine of machines) {
    await after(200 + Math.random() * 300)
    await machine.kill()
    await machine.start()
  }
}

/** Retries when the server that got the request died, as Kinora's web app does. */
function patientDoor(url: string): Door {
  return {
    request: async (input, init) => {
      const target = typeof input === 'string' ? url + input : url + new URL(input.url).pathname
      const given = typeof input === 'string' ? init : { ...(await asInit(input)), ...init }
      for (let tries = 0; ; tries += 1) {
        const answer = await fetch(target, given).catch(() => null)
        const whole = answer && answer.status < 500 ? await wholeOf(answer) : null
        if (whole) return whole
        if (tries === 150) throw new Error(`${target}: ${answer?.status ?? 'no answer'}`)
        await answer?.body?.cancel().catch(() => undefined)
        await after(200)
      }
    },
  }
}

/** The complete answer; null if its server died in the middle of it. An endless answer is returned as it is. */
async function wholeOf(answer: Response): Promise<Response | null> {
  if (answer.headers.get('content-type') === 'text/event-stream') return answer
  const bytes = await answer.arrayBuffer().catch(() => null)
  return bytes && new Response(bytes.byteLength > 0 ? bytes : null, answer)
}

async function asInit(request: Request): Promise<RequestInit> {
  const { method, headers } = request
  const body = await request.arrayBuffer()
  return { method, headers, ...(body.byteLength > 0 ? { body } : {}) }
}

async function sendChunks(person: Person, recordingId: string, bytes: Buffer): Promise<void> {
  for (let at = 0, index = 0; at < bytes.length; at += CHUNK_BYTES, index += 1) {
    const chunk = Buffer.from(bytes.subarray(at, at + CHUNK_BYTES))
    const answer = await putChunk(person, recordingId, index, chunk)
    const receipt = chunkReceipt.parse(await answer.json())
    expect(receipt).toMatchObject({
      index,
      size: chunk.length,
      sha256: sha256Of(chunk),
      nextIndex: index + 1,
    })
  }
}

async function playByRanges(door: Door, address: string, length: number): Promise<string> {
  const parts: Buffer[] = []
  for (let start = 0; start < length; start += 300_000) {
    const end = Math.min(start + 300_000, length) - 1
    const answer = await door.request(address, { headers: { range: `bytes=${start}-${end}` } })
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${length}`)
    parts.push(Buffer.from(await answer.arrayBuffer()))
  }
  return sha256Of(Buffer.concat(parts))
}

async function uploadByTus(
  url: string,
  person: Person,
  bytes: Buffer,
  webs: ServerProcess[],
): Promise<string> {
  let replaced: Promise<void> | null = null
  const id = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: url + tusPath,
      headers: { authorization: `Bearer ${person.accessToken}` },
      metadata: { filename: 'grandmother.webm' },
      chunkSize: 3_000_000,
      retryDelays: Array(150).fill(200),
      onProgress: (sent) => {
        if (sent > 4_000_000) replaced ??= replaceInTurn(webs)
      },
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
      onError: reject,
    })
    upload.start()
  })
  expect(replaced).not.toBeNull()
  await replaced
  return id
}
