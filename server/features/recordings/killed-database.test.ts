import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { chunkReceipt } from '#contract/recordings.ts'
import { startEmbedded } from '../../db/embedded/embedded.ts'
import { sha256Of } from '../../sha256.ts'
import { type Person, personAt } from '../../testing/family.ts'
import { killDatabase } from '../../testing/kill-database.ts'
import { completionOf, putAll, putChunk, startRecording } from '../../testing/recorder.ts'
import { createServerProcess } from '../../testing/server-process.ts'
import { filmWithoutFfmpeg, hasFfmpeg, testMedia } from '../../testing/test-media.ts'
import { uploadByTus } from '../../testing/tus-upload.ts'

const film = async (seconds: number) => Buffer.from(await readFile(await testMedia.webmVp8(seconds)))

/** A server with its own database; both are real and flush to the disk. */
async function newServer() {
  const server = await createServerProcess()
  await server.start()
  return { dataDir: server.dataDir, url: server.url, ana: await personAt(server.url) }
}

/**
 * The status of a recording, asked again until the server can answer. For longer than elsewhere: the third try of a job alone waits 20 s,
 * and a killed database first recovers, which on a busy machine has taken a minute.
 */
const statusOf = (ana: Person, id: string) =>
  expect.poll(() => ana.client.recordings.status({ id }).catch(() => null), { timeout: 150_000 })

test('a database killed again and again while a recording comes in loses nothing that was acknowledged', {
  timeout: 400_000,
}, async () => {
  const { dataDir, ana } = await newServer()
  const size = 20_000
  const bytes = randomBytes(100 * size)
  const { id } = await startRecording(ana)

  let acknowledged = 0
  for (let kills = 0; kills < 4; kills += 1) {
    const killed = after(20 + Math.random() * 200).then(() => killDatabase(dataDir))
    while (acknowledged * size < bytes.length) {
      const chunk = bytes.subarray(acknowledged * size, (acknowledged + 1) * size)
      const answer = await putChunk(ana, id, acknowledged, chunk)
      if (answer.status !== 200) break
      acknowledged = chunkReceipt.parse(await answer.json()).nextIndex
    }
    await killed

    // The same server process restarts its database, and the device asks until it gets an answer.
    await statusOf(ana, id).toMatchObject({ state: 'receiving' })
    const { nextIndex, receivedBytes } = await ana.client.recordings.status({ id })
    expect(nextIndex).toBeGreaterThanOrEqual(acknowledged)
    expect(nextIndex).toBeLessThanOrEqual(acknowledged + 1)
    expect(receivedBytes).toBe(nextIndex * size)
    acknowledged = nextIndex
  }

  await putAll(ana, id, bytes, size)
  await ana.client.recordings.complete(completionOf(id, bytes, size))
  await expect.poll(async () => (await ana.client.recordings.status({ id })).sha256).toBe(sha256Of(bytes))
})

test.skipIf(!hasFfmpeg)(
  'a recording is finished although the database is killed while it is being finished',
  { timeout: 400_000 },
  async () => {
    const { dataDir, ana } = await newServer()
    const bytes = await film(20)
    const { id, story } = await startRecording(ana)
    await putAll(ana, id, bytes)
    await ana.client.recordings.complete(completionOf(id, bytes))

    for (const delay of [30, 200, 400]) {
      await after(delay)
      killDatabase(dataDir)
      await statusOf(ana, id).toMatchObject({ sha256: expect.anything() })
    }

    await statusOf(ana, id).toMatchObject({ state: 'ready', sha256: sha256Of(bytes) })
    const { recordings } = await ana.client.stories.get({ id: story.id })
    expect(recordings).toMatchObject([
      {
        playbackMediaId: expect.any(String),
        posterMediaId: expect.any(String),
        peaksMediaId: expect.any(String),
      },
    ])
  },
)

test('a file on its way by tus goes on although the database is killed, and loses nothing that was acknowledged', {
  timeout: 400_000,
}, async () => {
  const { dataDir, ana, url } = await newServer()
  const bytes = Buffer.concat([await filmWithoutFfmpeg(), randomBytes(30_000_000)])
  let kills = 0

  const { id, resumed } = await uploadByTus(url, ana.accessToken, bytes, (sent) => {
    if (sent < (kills + 1) * 9_000_000 || kills === 3) return
    kills += 1
    killDatabase(dataDir)
  })

  expect(kills).toBe(3)
  expect(resumed.length).toBeGreaterThanOrEqual(3)
  for (const { acknowledged, offset } of resumed) expect(offset).toBeGreaterThanOrEqual(acknowledged)
  await expect
    .poll(() => ana.client.media.upload({ id }).catch(() => null))
    .toMatchObject({ state: 'stored', media: { sizeBytes: bytes.length, sha256: sha256Of(bytes) } })
  const address = await ana.client.media.address({ id })
  expect(sha256Of(Buffer.from(await (await fetch(url + address.url)).arrayBuffer()))).toBe(sha256Of(bytes))
})

test('a database of the operator’s may die while a recording comes in and while it is finished', {
  timeout: 400_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-operator-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const theirs = await startEmbedded({ dataDir: folder, durable: true, log: () => undefined })
  onTestFinished(theirs.stop)
  const server = await createServerProcess(theirs.login)
  await server.start()
  const ana = await personAt(server.url)
  const bytes = await filmWithoutFfmpeg()
  const size = 4_000
  const { id } = await startRecording(ana)
  await putAll(ana, id, bytes.subarray(0, 4 * size), size)

  killDatabase(folder)
  await statusOf(ana, id).toMatchObject({ state: 'receiving', nextIndex: 4, receivedBytes: 4 * size })
  await putAll(ana, id, bytes, size)
  await ana.client.recordings.complete(completionOf(id, bytes, size))
  killDatabase(folder)

  await statusOf(ana, id).toMatchObject({ state: 'ready', sha256: sha256Of(bytes) })
})
