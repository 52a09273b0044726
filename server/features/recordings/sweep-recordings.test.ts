import { expect, test } from 'vitest'
import { asWorker } from '../../db/actor.ts'
import { FfmpegTool } from '../../media/ffmpeg.ts'
import type { Storage } from '../../storage/storage.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser, putChunk, recordWhole, silentFor, startRecording } from '../../testing/recorder.ts'
import { recordingJobs } from './finalise.ts'

/* A recording for which the sweep fails does not hold up the others. */

const { services, database, person } = await createTestKinora()
const words = Buffer.from('What was said in the kitchen, in the winter of 1956.')

async function leftBehind() {
  const ana = await person()
  const { id } = await startRecording(ana)
  await putChunk(ana, id, 0, words)
  await silentFor(database, 25, id)
  const { storage_key: key } = await asWorker(services.db, ana.id, (tx) =>
    tx.selectFrom('media').where('recording_id', '=', id).select('storage_key').executeTakeFirstOrThrow(),
  )
  return { id, key, state: async () => (await ana.client.recordings.status({ id })).state }
}

/** Runs the job once, as the queue does, with a store that fails for one key. @returns what was logged */
async function run(brokenKey: string): Promise<unknown[]> {
  const stat: Storage['stat'] = async (key) => {
    if (key === brokenKey) throw new Error('EACCES: permission denied, stat')
    return services.storage.stat(key)
  }
  const storage: Storage = new Proxy(services.storage, {
    get: (target, name) => (name === 'stat' ? stat : Reflect.get(target, name, target).bind(target)),
  })
  const logged: unknown[] = []
  const log = Object.assign(Object.create(services.log), { error: (...told: unknown[]) => logged.push(told) })
  const jobs = recordingJobs({ ...services, storage, log }, async () => new FfmpegTool())
  const context = { log, attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
  await jobs.find(({ name }) => name === 'sweep_recordings')?.run({}, context)
  return logged
}

test('a recording that cannot be ended is told and tried again, and those after it are ended and taken up', async () => {
  const [broken, other] = [await leftBehind(), await leftBehind()]
  const lost = await recordWhole(await person(), words)
  await asSuperuser(
    database,
    `update graphile_worker._private_jobs set attempts = max_attempts where key like '%' || $1`,
    [`finalise ${lost.id}`],
  )

  const logged = await run(broken.key)

  expect([await broken.state(), await other.state()]).toEqual(['receiving', 'verifying'])
  expect(logged).toEqual([
    [expect.objectContaining({ recordingId: broken.id }), 'a silent recording was not ended'],
  ])
  const { rows } = await asSuperuser(
    database,
    `select attempts from graphile_worker.jobs where key like '%' || $1`,
    [`finalise ${lost.id}`],
  )
  expect(rows).toEqual([{ attempts: 0 }])

  expect(await run('')).toEqual([])
  expect(await broken.state()).toBe('verifying')
})
