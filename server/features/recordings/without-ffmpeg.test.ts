import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sha256Of } from '../../sha256.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { personAt } from '../../testing/family.ts'
import { completionOf, putAll, startRecording } from '../../testing/recorder.ts'
import { createServerProcess } from '../../testing/server-process.ts'
import { filmWithoutFfmpeg } from '../../testing/test-media.ts'

const database = await createTestDatabase()

test('a server on a machine without ffmpeg makes of a recording all that is played, listed and looked at', async () => {
  const server = await createServerProcess(database.connection, { PATH: '' })
  await server.start()
  const ana = await personAt(server.url)
  expect(await ana.client.engines.get()).toMatchObject({ canCut: false })
  expect(await ana.client.transcripts.engine()).toMatchObject({ canCut: false })
  const bytes = await filmWithoutFfmpeg()
  const { id, story } = await startRecording(ana)
  const fetched = async (mediaId: string | null | undefined) => {
    const { url } = await ana.client.media.address({ id: mediaId ?? '' })
    const response = await fetch(server.url + url)
    return {
      type: response.headers.get('content-type'),
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }

  await putAll(ana, id, bytes, 5_000)
  await ana.client.recordings.complete(completionOf(id, bytes, 5_000))
  await expect
    .poll(() => ana.client.recordings.status({ id }))
    .toMatchObject({ state: 'ready', sha256: sha256Of(bytes) })

  const shown = await ana.client.stories.get({ id: story.id })
  const [part] = shown.recordings
  expect(shown).toMatchObject({ duration: 3, recordingState: 'ready' })
  expect((await fetched(part?.originalMediaId)).bytes.equals(bytes)).toBe(true)

  const copy = await fetched(part?.playbackMediaId)
  expect(copy.type).toBe('video/webm')
  // Seeking needs an index before the first picture, which the original lacks.
  const [cues, cluster] = [0x1c53bb6b, 0x1f43b675].map((element) => {
    const id = Buffer.alloc(4)
    id.writeUInt32BE(element)
    return (file: Buffer) => file.indexOf(id)
  })
  expect(cues?.(bytes)).toBe(-1)
  expect(cues?.(copy.bytes)).toBeGreaterThan(0)
  expect(cues?.(copy.bytes)).toBeLessThan(cluster?.(copy.bytes) ?? 0)

  const poster = await sharp((await fetched(part?.posterMediaId)).bytes).metadata()
  expect(poster).toMatchObject({ format: 'jpeg', width: 160, height: 120 })

  const peaks = JSON.parse((await fetched(part?.peaksMediaId)).bytes.toString())
  expect(peaks.length / (peaks.sample_rate / peaks.samples_per_pixel)).toBeCloseTo(3, 0)
  expect(Math.max(...peaks.data)).toBeGreaterThan(10)
})
