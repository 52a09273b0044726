import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { FfmpegTool } from '../../media/ffmpeg.ts'
import { firstTry } from '../../testing/archives.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { hasFfmpeg, testMedia } from '../../testing/test-media.ts'
import { uploadJobs } from './process-upload.ts'
import { keepFile } from './uploads.ts'

const { services, database, person } = await createTestKinora()

test.skipIf(!hasFfmpeg)(
  'a film whose story lies in the trash while its copies are made is heard all the same',
  async () => {
    const ana = await person('Ana')
    const { id: storyId } = await ana.client.stories.create({
      id: uuidv7(),
      title: 'A film',
      method: 'upload',
    })
    const id = uuidv7()
    const film = await testMedia.webmVp9()
    const { size } = await stat(film)
    const file = { id, storyId, fileName: 'film.webm', size, source: createReadStream(film) }
    expect(await keepFile(services, { sub: ana.id }, file)).toBe('kept')
    const job = uploadJobs(services, async () => new FfmpegTool()).find(
      ({ name }) => name === 'process_upload',
    )

    await ana.client.stories.delete({ id: storyId })
    await job?.run({ userId: ana.id, mediaId: id }, firstTry())
    await ana.client.stories.restore({ id: storyId })

    const begun = await database.asOwner('select state from transcripts where id = $1', [id])
    expect(begun.rows).toEqual([{ state: 'pending' }])
    const jobs = `select 1 from graphile_worker.jobs where key like '%' || $1`
    expect((await database.asOwner(jobs, [`transcribe ${id}`])).rowCount).toBe(1)
  },
)
