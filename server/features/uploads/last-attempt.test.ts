import { readFileSync } from 'node:fs'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { FfmpegTool } from '../../media/ffmpeg.ts'
import { MediaError } from '../../media/media-tool.ts'
import { firstTry } from '../../testing/archives.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { hasFfmpeg, testMedia } from '../../testing/test-media.ts'
import { uploadJobs } from './process-upload.ts'
import { keepFile } from './uploads.ts'

const { services, person } = await createTestKinora()

test('a file is not called unreadable because its last attempt was ended by a stop of the server', async () => {
  const ana = await person('Ana')
  const { id: storyId } = await ana.client.stories.create({ id: uuidv7(), title: 'A song', method: 'upload' })
  const id = uuidv7()
  const wave = Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0', 'latin1')
  const file = { id, storyId, fileName: 'song.wav', size: wave.length, source: streamOf(wave) }
  expect(await keepFile(services, { sub: ana.id }, file)).toBe('kept')
  const stopping = new AbortController()
  class Stopped extends FfmpegTool {
    override async probe(...given: Parameters<FfmpegTool['probe']>) {
      stopping.abort()
      return super.probe(...given)
    }
  }
  const job = uploadJobs(services, async () => new Stopped()).find(({ name }) => name === 'process_upload')

  const stopped = job?.run(
    { userId: ana.id, mediaId: id },
    { ...firstTry(), isLastAttempt: true, signal: stopping.signal },
  )
  await expect(stopped).rejects.toMatchObject({ code: 'ABORTED' })

  expect((await ana.client.media.upload({ id })).media).toMatchObject({ examined: false, finding: null })
})

test.skipIf(!hasFfmpeg)('nor because the tool died at its waveform, once its copy was there', async () => {
  const { ana, id } = await addedFilm()
  class Dying extends FfmpegTool {
    override peaks(): Promise<never> {
      return Promise.reject(new MediaError('TOOL_FAILED', 'out of memory'))
    }
  }
  const job = uploadJobs(services, async () => new Dying()).find(({ name }) => name === 'process_upload')

  await job?.run({ userId: ana.id, mediaId: id }, { ...firstTry(), isLastAttempt: true })

  expect((await ana.client.media.upload({ id })).media).toMatchObject({
    examined: true,
    finding: null,
    playbackMediaId: expect.any(String),
  })
})

test.skipIf(!hasFfmpeg)('nor because the disk was full until then', async () => {
  const { ana, id } = await addedFilm()
  class Full extends FfmpegTool {
    override seekableCopy(): Promise<never> {
      return Promise.reject(new MediaError('DISK_FULL', 'no space left on device'))
    }
  }
  const job = uploadJobs(services, async () => new Full()).find(({ name }) => name === 'process_upload')

  await job?.run({ userId: ana.id, mediaId: id }, { ...firstTry(), isLastAttempt: true })

  expect((await ana.client.media.upload({ id })).media).toMatchObject({ examined: true, finding: null })
})

async function addedFilm() {
  const ana = await person('Ana')
  const { id: storyId } = await ana.client.stories.create({ id: uuidv7(), title: 'A film', method: 'upload' })
  const id = uuidv7()
  const film = readFileSync(await testMedia.webmVp9())
  const file = { id, storyId, fileName: 'film.webm', size: film.length, source: streamOf(film) }
  expect(await keepFile(services, { sub: ana.id }, file)).toBe('kept')
  return { ana, id }
}

async function* streamOf(bytes: Uint8Array) {
  yield bytes
}
