import { rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { chunkReceipt } from '#contract/recordings.ts'
import { sha256Of } from '../../sha256.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { personAt } from '../../testing/family.ts'
import { createDiskInMemory } from '../../testing/own-disk.ts'
import { completionOf, putAll, putChunk, recordWhole, startRecording } from '../../testing/recorder.ts'
import { createServerProcess } from '../../testing/server-process.ts'

/*
 * Media get a small, real disk of their own. Only root may mount a disk: without that right these tests are skipped,
 * and reported as skipped.
 */
const SIZE = 20_000
const film = await readFile(join(import.meta.dirname, '../../testing/films/three-seconds.webm'))
const disk = createDiskInMemory('4m')

async function recordingOnDisk(folder: string) {
  const database = await createTestDatabase()
  const server = await createServerProcess(database.connection, { STORAGE_URL: pathToFileURL(folder).href })
  onTestFinished(() => server.kill())
  await server.start()
  const ana = await personAt(server.url)
  const { id, story } = await startRecording(ana)
  return { server, ana, id, story }
}

test.skipIf(disk === null)(
  'a full disk and then a read-only one refuse what they cannot keep, keep what they acknowledged, and go on after',
  async () => {
    if (!disk) return
    const { folder, makeReadOnly, makeWritable } = disk
    const { ana, id, server, story } = await recordingOnDisk(folder)
    const kept = await recordWhole(ana, film)
    await expect.poll(() => ana.client.recordings.status({ id: kept.id })).toMatchObject({ state: 'ready' })
    const [part] = (await ana.client.stories.get({ id: kept.story.id })).recordings
    const played = async () => {
      const { url } = await ana.client.media.address({ id: part?.originalMediaId ?? '' })
      const piece = await ana.request(url, { headers: { range: 'bytes=1000-1999' } })
      const whole = await ana.request(url)
      return [
        piece.status,
        (await piece.arrayBuffer()).byteLength,
        sha256Of(Buffer.from(await whole.arrayBuffer())),
      ]
    }
    const asItWas = [206, 1_000, sha256Of(film)]
    const send = (index: number) => putChunk(ana, id, index, film.subarray(index * SIZE, (index + 1) * SIZE))
    expect((await send(0)).status).toBe(200)

    const filler = join(folder, 'filler')
    const full = () => writeFileSync(filler, Buffer.alloc(8_000_000))
    expect(full).toThrow(/ENOSPC/)
    const refused = await send(1)
    expect(refused.status).toBe(507)
    expect(await refused.json()).toMatchObject({ code: 'STORAGE_FULL' })
    // Stored recordings can still be played and looked at.
    expect(await ana.client.recordings.status({ id })).toMatchObject({ nextIndex: 1, receivedBytes: SIZE })
    expect(await played()).toEqual(asItWas)

    rmSync(filler)
    const taken = chunkReceipt.parse(await (await send(1)).json())
    expect(taken.receivedBytes).toBe(Math.min(2 * SIZE, film.length))

    // A file open for writing would keep the disk from being made read-only.
    await server.kill()
    makeReadOnly()
    await server.start()
    const again = await startRecording(ana, { storyId: story.id, part: 1 })
    const away = await putChunk(ana, again.id, 0, film.subarray(0, SIZE))
    expect(away.status).toBe(503)
    expect(await away.json()).toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
    expect(await played()).toEqual(asItWas)

    makeWritable()
    await putAll(ana, again.id, film, SIZE)
    await ana.client.recordings.complete(completionOf(id, film, SIZE))
    await ana.client.recordings.complete(completionOf(again.id, film, SIZE))
    for (const one of [id, again.id]) {
      await expect
        .poll(() => ana.client.recordings.status({ id: one }))
        .toMatchObject({ state: 'ready', sha256: sha256Of(film) })
    }
    await server.kill()
  },
)
