import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { chunkReceipt } from '#contract/recordings.ts'
import { sha256Of } from '../../sha256.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { personAt } from '../../testing/family.ts'
import { completionOf, putAll, putChunk, startRecording } from '../../testing/recorder.ts'
import { createServerProcess, type ServerProcess } from '../../testing/server-process.ts'
import { hasFfmpeg, testMedia } from '../../testing/test-media.ts'
import { uploadByTus } from '../../testing/tus-upload.ts'

const database = await createTestDatabase()

const newServer = async () => {
  const server = await createServerProcess(database.connection)
  await server.start()
  return server
}
const film = async (seconds: number) => Buffer.from(await readFile(await testMedia.webmVp8(seconds)))
const restart = async (server: ServerProcess) => {
  await server.kill()
  await server.start()
}

test.skipIf(!hasFfmpeg)(
  'a server killed again and again while a recording comes in loses nothing that it acknowledged',
  { timeout: 120_000 },
  async () => {
    const server = await newServer()
    const ana = await personAt(server.url)
    const bytes = Buffer.concat([await film(2), randomBytes(1_500_000)])
    const size = 20_000
    const { id } = await startRecording(ana)

    let acknowledged = 0
    for (let kills = 0; kills < 5; kills += 1) {
      const killed = after(20 + Math.random() * 150).then(() => server.kill())
      for (let index = acknowledged; ; index += 1) {
        const chunk = bytes.subarray(index * size, (index + 1) * size)
        const answer = await putChunk(ana, id, index, chunk).catch(() => null)
        if (answer?.status !== 200) break
        const receipt = chunkReceipt.parse(await answer.json())
        expect(receipt).toMatchObject({ index, size: chunk.length, sha256: sha256Of(chunk) })
        acknowledged = receipt.nextIndex
        if (acknowledged * size >= bytes.length) break
      }
      await killed
      await server.start()

      // A chunk that was under way may have been stored although its receipt never came, but no acknowledged chunk
      // may be missing.
      const { nextIndex, receivedBytes } = await ana.client.recordings.status({ id })
      expect(nextIndex).toBeGreaterThanOrEqual(acknowledged)
      expect(nextIndex).toBeLessThanOrEqual(acknowledged + 1)
      expect(receivedBytes).toBe(Math.min(nextIndex * size, bytes.length))
    }

    await putAll(ana, id, bytes, size)
    await ana.client.recordings.complete(completionOf(id, bytes, size))
    await expect
      .poll(() => ana.client.recordings.status({ id }))
      .toMatchObject({ state: 'ready', sha256: sha256Of(bytes) })
    await server.kill()
  },
)

test.skipIf(!hasFfmpeg)(
  'a server killed while it finishes a recording finishes it after the next start',
  { timeout: 120_000 },
  async () => {
    const server = await newServer()
    const ana = await personAt(server.url)
    const bytes = await film(20)
    const { id, story } = await startRecording(ana)
    await putAll(ana, id, bytes)
    await ana.client.recordings.complete(completionOf(id, bytes))

    for (const delay of [30, 150, 300]) {
      await after(delay)
      await restart(server)
    }

    await expect
      .poll(() => ana.client.recordings.status({ id }))
      .toMatchObject({ state: 'ready', sha256: sha256Of(bytes) })
    const [part] = (await ana.client.stories.get({ id: story.id })).recordings
    const { url } = await ana.client.media.address({ id: part?.originalMediaId ?? '' })
    expect(Buffer.from(await (await fetch(server.url + url)).arrayBuffer()).equals(bytes)).toBe(true)
    expect(part).toMatchObject({
      playbackMediaId: expect.any(String),
      posterMediaId: expect.any(String),
      peaksMediaId: expect.any(String),
    })
    await server.kill()
  },
)

test.skipIf(!hasFfmpeg)(
  'a file on its way by tus goes on after the server was killed, and arrives as it was',
  { timeout: 120_000 },
  async () => {
    const server = await newServer()
    const ana = await personAt(server.url)
    const bytes = Buffer.concat([await film(1), randomBytes(40_000_000)])
    let kills = 0
    let restarted: Promise<void> = Promise.resolve()

    const { id, resumed } = await uploadByTus(server.url, ana.accessToken, bytes, (sent) => {
      if (sent < (kills + 1) * 9_000_000 || kills === 3) return
      kills += 1
      // A server takes bytes before it says that it is ready, and its start fails where it is killed in between.
      restarted = restarted.then(() => restart(server))
    })
    await restarted

    expect(kills).toBe(3)
    expect(resumed.length).toBeGreaterThanOrEqual(3)
    for (const { acknowledged, offset } of resumed) expect(offset).toBeGreaterThanOrEqual(acknowledged)
    await expect
      .poll(() => ana.client.media.upload({ id }))
      .toMatchObject({ state: 'stored', media: { sizeBytes: bytes.length, sha256: sha256Of(bytes) } })
    const { url } = await ana.client.media.address({ id })
    expect(sha256Of(Buffer.from(await (await fetch(server.url + url)).arrayBuffer()))).toBe(sha256Of(bytes))
    await server.kill()
  },
)
