import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { FfmpegTool } from '../../media/ffmpeg.ts'
import { MediaError, type MediaFailure } from '../../media/media-tool.ts'
import { firstTry } from '../../testing/archives.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { hasFfmpeg, newPath } from '../../testing/test-media.ts'
import { uploadJobs } from './process-upload.ts'
import { keepFile } from './uploads.ts'

const { services, person, database } = await createTestKinora()
const jobOf = (name: string, tool = new FfmpegTool()) => {
  const job = uploadJobs(services, async () => tool).find((handler) => handler.name === name)
  if (!job) throw new Error(`there is no ${name}`)
  return job
}

/** A digital camera's film of a second, with sound, as an upload leaves it. */
async function addedTape() {
  const ana = await person('Ana')
  const story = await ana.client.stories.create({ id: uuidv7(), title: 'A tape', method: 'upload' })
  const path = newPath('avi')
  const [picture, sound] = ['testsrc2=size=320x240:rate=25:duration=1', 'sine=duration=1']
  const film = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, '-c:v', 'mjpeg', '-c:a', 'pcm_u8']
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...film, path])
  const tape = await readFile(path)
  const id = uuidv7()
  const source = (async function* () {
    yield tape
  })()
  const file = { id, storyId: story.id, fileName: 'tape.avi', size: tape.length, source }
  expect(await keepFile(services, { sub: ana.id }, file)).toBe('kept')
  return { ana, id }
}

const copiesOf = async (id: string) => {
  const { rows } = await database.asOwner('select role from media where source_media_id = $1', [id])
  return rows.map(({ role }) => role).toSorted()
}

class Failing extends FfmpegTool {
  readonly #code: MediaFailure

  constructor(code: MediaFailure) {
    super()
    this.#code = code
  }

  override seekableCopy(): Promise<never> {
    return Promise.reject(new MediaError(this.#code, 'stopped'))
  }
}

test.skipIf(!hasFfmpeg)(
  'a tape that has to be drawn anew shows its picture at once, and is drawn in turns that keep nothing else waiting',
  async () => {
    const { ana, id } = await addedTape()
    const copies = () => copiesOf(id)
    const queued = `select from graphile_worker.jobs where task_identifier = 'encode_upload' and key like '%' || $1`

    await jobOf('process_upload').run({ userId: ana.id, mediaId: id }, firstTry())

    expect(await copies()).toEqual(['peaks', 'poster'])
    expect((await ana.client.media.upload({ id })).media).toMatchObject({
      examined: false,
      durationMs: 1_000,
    })
    expect((await database.asOwner(queued, [id])).rowCount).toBe(1)
    expect([jobOf('process_upload').turns, jobOf('encode_upload').turns]).toEqual(['common', 'encoded'])

    await jobOf('encode_upload').run({ userId: ana.id, mediaId: id }, firstTry())

    expect(await copies()).toEqual(['peaks', 'playback', 'poster'])
    expect((await ana.client.media.upload({ id })).media).toMatchObject({ examined: true })
  },
)

describe.skipIf(!hasFfmpeg)('a tape that cannot be drawn anew is whole all the same', () => {
  const transcripts = async (id: string) =>
    (await database.asOwner('select from transcripts where media_id = $1', [id])).rowCount

  test.each([
    ['because it reached a limit', 'UNREADABLE', 1],
    ['because its program failed three times', 'TOOL_FAILED', 3],
  ] as const)('%s: it has its length, its waveform and its words', async (_, code, attempt) => {
    const { ana, id } = await addedTape()
    await jobOf('process_upload').run({ userId: ana.id, mediaId: id }, firstTry())

    const last = { ...firstTry(), attempt, isLastAttempt: false }
    await jobOf('encode_upload', new Failing(code)).run({ userId: ana.id, mediaId: id }, last)

    const { media } = await ana.client.media.upload({ id })
    expect(media).toMatchObject({ examined: true, finding: null, durationMs: 1_000 })
    expect(await copiesOf(id)).toEqual(['peaks', 'poster'])
    expect(await transcripts(id)).toBe(1)
  })

  test('but it is tried again for as long as the disk is full', async () => {
    const { ana, id } = await addedTape()
    await jobOf('process_upload').run({ userId: ana.id, mediaId: id }, firstTry())

    const later = { ...firstTry(), attempt: 4, isLastAttempt: false }
    const encoding = jobOf('encode_upload', new Failing('DISK_FULL')).run(
      { userId: ana.id, mediaId: id },
      later,
    )

    await expect(encoding).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect((await ana.client.media.upload({ id })).media).toMatchObject({ examined: false })
  })

  test('because the queue gave it up', async () => {
    const { ana, id } = await addedTape()
    await jobOf('process_upload').run({ userId: ana.id, mediaId: id }, firstTry())

    await jobOf('encode_upload').giveUp?.({ userId: ana.id, mediaId: id })

    expect((await ana.client.media.upload({ id })).media).toMatchObject({ examined: true, finding: null })
    expect(await transcripts(id)).toBe(1)
  })
})
