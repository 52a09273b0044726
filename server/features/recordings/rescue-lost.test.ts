import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser, recordWhole } from '../../testing/recorder.ts'
import { testMedia } from '../../testing/test-media.ts'
import { rescueLost } from './rescue-lost.ts'

const { services, database, person } = await createTestKinora()

test('an ended recording whose job the queue has given up is taken up again, from its first attempt', async () => {
  const { id } = await recordWhole(await person(), Buffer.from(await readFile(await testMedia.webmVp8(1))))
  await giveUp(id)
  expect(await attemptsOf(id)).toEqual([{ attempts: 25, isAlive: false }])

  await rescueLost(services)
  expect(await attemptsOf(id)).toEqual([{ attempts: 0, isAlive: true }])
})

test('an ended recording whose job is only waiting for its next attempt is left to it', async () => {
  const { id } = await recordWhole(await person(), Buffer.from(await readFile(await testMedia.webmVp8(1))))
  await asSuperuser(
    database,
    `update graphile_worker._private_jobs set attempts = 3 where key like '%' || $1`,
    [`finalise ${id}`],
  )

  await rescueLost(services)
  expect(await attemptsOf(id)).toEqual([{ attempts: 3, isAlive: true }])
})

async function giveUp(id: string): Promise<void> {
  await asSuperuser(
    database,
    `update graphile_worker._private_jobs set attempts = max_attempts where key like '%' || $1`,
    [`finalise ${id}`],
  )
}

async function attemptsOf(id: string): Promise<unknown[]> {
  const { rows } = await asSuperuser(
    database,
    `select attempts, attempts < max_attempts as "isAlive" from graphile_worker.jobs where key like '%' || $1`,
    [`finalise ${id}`],
  )
  return rows
}
