import { expect, test } from 'vitest'
import { z } from 'zod'
import { asWorker } from '../db/actor.ts'
import { defineJob, enqueue } from '../jobs/job.ts'
import { keepFile } from '../testing/backups.ts'
import { createTestKinora } from '../testing/kinora.ts'

const kinora = await createTestKinora()
const { app, services, database, person } = kinora
const greet = defineJob('greet', z.string())

test('whoever looks after the instance is told of jobs given up, and of bytes that are damaged or were long not read', async () => {
  const ana = await person()
  await keepFile(kinora, ana, Buffer.from('a picture'))
  await keepFile(kinora, ana, Buffer.from('another'))
  await database.asOwner(`update media set checked_at = now() - interval '40 days' where size_bytes = 9`)
  await database.asOwner(
    `insert into damaged_media (user_id, media_id, damage) select user_id, id, 'changed' from media`,
  )
  // Jobs in each state: four given up, two failed and waiting for a retry, one running, and three due.
  for (const name of ['up', 'up', 'up', 'up', 'again', 'again', 'now', 'due', 'due', 'due'])
    await asWorker(services.db, null, (tx) => enqueue(tx, greet, name))
  await database.asOwner(`
    update graphile_worker._private_jobs set
      attempts = case payload #>> '{}' when 'up' then max_attempts when 'due' then 0 else 1 end,
      run_at = case payload #>> '{}' when 'again' then now() + interval '1 hour' else now() - interval '90 seconds' end,
      locked_at = case payload #>> '{}' when 'now' then now() end
    where payload #>> '{}' in ('up', 'again', 'now', 'due')`)

  const answer = await app.request('/metrics', {}, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })
  const text = await answer.text()
  const readingOf = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )

  expect(text).toContain(
    [
      'kinora_jobs{state="due"} 3',
      'kinora_jobs{state="running"} 1',
      'kinora_jobs{state="failing"} 2',
      'kinora_jobs{state="given_up"} 4',
    ].join('\n'),
  )
  expect(readingOf('kinora_job_oldest_due_seconds')).toBeGreaterThanOrEqual(90)
  expect(readingOf('kinora_job_oldest_due_seconds')).toBeLessThan(600)
  expect(readingOf('kinora_media_damaged')).toBe(2)
  expect(readingOf('kinora_media_oldest_read_seconds') / 86_400).toBeCloseTo(40, 1)
})
