import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { FfmpegTool } from '../../media/ffmpeg.ts'
import { firstTry } from '../../testing/archives.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { hasFfmpeg, newPath } from '../../testing/test-media.ts'
import { uploadJobs } from './process-upload.ts'
import { keepFile } from './uploads.ts'

const { services, person, database } = await createTestKinora()
const jobs = uploadJobs(services, async () => new FfmpegTool())
const jobOf = (name: string) => {
  const job = jobs.find((handler) => handler.name === name)
  if (!job) throw new Error(`there is no ${name}`)
  return job
}

test.skipIf(!hasFfmpeg)(
  'a tape that has to be drawn anew shows its picture at once, and is drawn in turns that keep nothing else waiting',
  async () => {
    const ana = await person('Ana')
    const story = await ana.client.stories.create({ id: uuidv7(), title: 'A tape', method: 'upload' })
    const path = newPath('avi')
    const film = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=25:duration=1', '-c:v', 'mjpeg']
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...film, path])
    const tape = await readFile(path)
    const id = uuidv7()
    const source = (async function* () {
      yield tape
    })()
    const file = { id, storyId: story.id, fileName: 'tape.avi', size: tape.length, source }
    expect(await keepFile(services, { sub: ana.id }, file)).toBe('kept')
    const copies = async () => {
      const { rows } = await database.asOwner('select role from media where source_media_id = $1', [id])
      return rows.map(({ role }) => role).toSorted()
    }
    const queued = `select from graphile_worker.jobs where task_identifier = 'encode_upload' and key like '%' || $1`

    await jobOf('process_upload').run({ userId: ana.id, mediaId: id }, firstTry())

    expect(await copies()).toEqual(['poster'])
    expect((await ana.client.media.upload({ id })).media).toMatchObject({ examined: false })
    expect((await database.asOwner(queued, [id])).rowCount).toBe(1)
    expect([jobOf('process_upload').turns, jobOf('encode_upload').turns]).toEqual(['common', 'encoded'])

    await jobOf('encode_upload').run({ userId: ana.id, mediaId: id }, firstTry())

    expect(await copies()).toEqual(['playback', 'poster'])
    expect((await ana.client.media.upload({ id })).media).toMatchObject({ examined: true })
  },
)
