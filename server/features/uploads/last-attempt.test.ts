import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { FfmpegTool } from '../../media/ffmpeg.ts'
import { firstTry } from '../../testing/archives.ts'
import { createTestKinora } from '../../testing/kinora.ts'
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

async function* streamOf(bytes: Uint8Array) {
  yield bytes
}
