import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { FfmpegTool } from '../../media/ffmpeg.ts'
import { firstTry } from '../../testing/archives.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { completionOf, newRecording, putAll } from '../../testing/recorder.ts'
import { type Device, deviceWith, makeLink } from '../../testing/recording-links.ts'
import { hasFfmpeg, testMedia } from '../../testing/test-media.ts'
import { finalise } from './finalise.ts'

const { app, database, services, person } = await createTestKinora()

/** Records with a phone that knows nothing of the computer's settings. @returns what is to become of the recording */
async function recordWith(phone: Device, owner: Person, storyId: string) {
  const bytes = Buffer.from(await readFile(await testMedia.webmVp8(1)))
  const { nextPart: part } = await phone.client.recordingLinks.open()
  const start = newRecording({ storyId, part, transcribe: true })
  await phone.client.recordings.start(start)
  // `putAll` uses nothing of a person but the way to send requests, which a device has, too.
  await putAll(phone as unknown as Person, start.id, bytes)
  await phone.client.recordings.complete(completionOf(start.id, bytes))
  await finalise(services, new FfmpegTool(), owner.id, start.id, firstTry())

  const { isWanted } = await owner.client.transcripts.get({ id: start.id })
  const jobs = `select 1 from graphile_worker.jobs where key like '%' || $1`
  return { isWanted, jobs: (await database.asOwner(jobs, [`transcribe ${start.id}`])).rowCount }
}

test.skipIf(!hasFfmpeg)(
  'what a phone records is not transcribed where the computer beside it wishes none',
  async () => {
    const ana = await person()
    const { link, address } = await makeLink(ana, { transcribe: false })
    const phone = deviceWith(app, address)

    expect(await recordWith(phone, ana, link.storyId)).toEqual({ isWanted: false, jobs: 0 })

    await ana.client.recordingLinks.ask({ id: link.id, question: '', transcribe: true })
    expect(await recordWith(phone, ana, link.storyId)).toEqual({ isWanted: true, jobs: 1 })

    await ana.client.recordingLinks.ask({ id: link.id, question: '', transcribe: false })
    // A page of an older version tells only the question.
    await ana.client.recordingLinks.ask({ id: link.id, question: 'Where did you meet?' })
    expect(await recordWith(phone, ana, link.storyId)).toEqual({ isWanted: false, jobs: 0 })
  },
)

test.skipIf(!hasFfmpeg)('what a relative records by a link is transcribed', async () => {
  const ana = await person()
  const { link, address } = await makeLink(ana, { purpose: 'relative' })

  expect(await recordWith(deviceWith(app, address), ana, link.storyId)).toEqual({ isWanted: true, jobs: 1 })
})
