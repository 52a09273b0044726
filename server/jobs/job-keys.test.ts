import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { asUser, asWorker } from '../db/actor.ts'
import { migrate, migrationSources } from '../db/migrate.ts'
import { queryIn } from '../testing/backups.ts'
import { createEmptyDatabase } from '../testing/database.ts'
import type { Person } from '../testing/family.ts'
import { createTestKinora } from '../testing/kinora.ts'
import { recordWhole } from '../testing/recorder.ts'

/* No worker runs on this queue, so that waiting jobs stay. */
const { services, database, person } = await createTestKinora()

const lost = async (finder: 'lost_recordings' | 'lost_transcripts') => {
  const { rows } = await asWorker(services.db, null, (tx) =>
    sql<{ user_id: string; id: string }>`select user_id, id from ${sql.ref(`app.${finder}`)}()`.execute(tx),
  )
  return rows
}

/** Makes two families that have a recording with the same id, as happens when an archive is imported into a second account. */
async function twoWithOneId(): Promise<{ ana: Person; boris: Person; id: string }> {
  const [ana, boris] = [await person('Ana'), await person('Boris')]
  const { id } = await recordWhole(ana, randomBytes(9_000))
  await recordWhole(boris, randomBytes(9_000), { id })
  return { ana, boris, id }
}

const giveUp = (who: Person, task: string, id: string) =>
  database.asOwner(
    `update graphile_worker._private_jobs j set attempts = max_attempts from graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = $1 and j.payload ->> 'userId' = $2 and j.payload ->> 'recordingId' = $3`,
    [task, who.id, id],
  )

test('a recording whose job was given up is found as lost, though another family’s job for the same id waits', async () => {
  const { ana, boris, id } = await twoWithOneId()
  expect(await lost('lost_recordings')).toEqual([])

  await giveUp(ana, 'finalise_recording', id)
  expect(await lost('lost_recordings')).toEqual([{ user_id: ana.id, id }])

  await giveUp(boris, 'finalise_recording', id)
  expect(await lost('lost_recordings')).toHaveLength(2)
})

test('so is a transcript', async () => {
  const { ana, boris, id } = await twoWithOneId()
  await database.asOwner(
    `insert into transcripts (user_id, id, story_id, state) select user_id, id, story_id, 'processing' from recordings
     where id = $1 on conflict (user_id, id) do update set state = 'processing'`,
    [id],
  )
  for (const { id: userId, claims } of [ana, boris]) {
    const payload = JSON.stringify({ userId, recordingId: id })
    await asUser(services.db, claims, (tx) =>
      sql`select app.enqueue('transcribe_recording', ${payload}::jsonb, ${`transcribe ${id}`})`.execute(tx),
    )
  }
  expect(await lost('lost_transcripts')).toEqual([])

  await giveUp(boris, 'transcribe_recording', id)
  expect(await lost('lost_transcripts')).toEqual([{ user_id: boris.id, id }])
})

test('work that says nothing of a family, or another kind of work, takes nobody’s place', async () => {
  const [ana, mallory] = [await person('Ana'), await person('Mallory')]
  const { id } = await recordWhole(ana, randomBytes(9_000))
  const { rows } = await database.asOwner(
    `select id, key from graphile_worker._private_jobs where payload ->> 'recordingId' = $1`,
    [id],
  )
  const [job] = rows as { id: string; key: string }[]
  expect(job?.key).toContain(`finalise ${id}`)

  for (const payload of [{ sealed: '' }, { userId: ana.id }, { userId: mallory.id }]) {
    for (const key of [job?.key, `finalise ${id}`, `${ana.id} finalise ${id}`]) {
      await asUser(services.db, mallory.claims, (tx) =>
        sql`select app.enqueue('send_mail', ${JSON.stringify(payload)}::jsonb, ${key})`.execute(tx),
      )
    }
  }

  const { rows: left } = await database.asOwner(
    'select payload from graphile_worker._private_jobs where id = $1',
    [job?.id],
  )
  expect(left).toEqual([{ payload: { userId: ana.id, recordingId: id } }])
})

/** Whether a migration is number 93 or later: the later ones are left out too, because migrations are never applied with a gap. */
const isSince93 = (file: string) => Number(/\/(\d{4})_[^/]*$/.exec(file)?.[1] ?? 0) >= 93

/** The migrations before the one that puts the family into the keys of jobs. */
function sourcesBefore() {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return migrationSources.map((source) => {
    if (source.name !== 'db') return source
    cpSync(source.folder, folder, { recursive: true, filter: (file) => !isSince93(file) })
    return { ...source, folder }
  })
}

const lockWaits = `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`

test('what an older version queued, is just queueing or does is not queued beside itself after an upgrade', async () => {
  const { connection } = await createEmptyDatabase()
  await migrate(connection, sourcesBefore())
  const [userId, waiting, running, coming] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  const enqueued = (recordingId: string) =>
    `select app.enqueue('transcribe_recording', '${JSON.stringify({ userId, recordingId })}', 'transcribe ${recordingId}')`
  for (const id of [waiting, running]) await queryIn(connection, enqueued(id))
  await queryIn(
    connection,
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'an older process', attempts = 1
     where payload ->> 'recordingId' = '${running}'`,
  )
  const older = new pg.Client(connection)
  await older.connect()
  onTestFinished(() => older.end())
  await older.query(`begin; ${enqueued(coming)}`)

  const migrating = migrate(connection)
  await expect.poll(() => queryIn(connection, lockWaits)).toHaveLength(1)
  await older.query('commit')
  await migrating
  for (const id of [waiting, running, coming]) await queryIn(connection, enqueued(id))

  // As before the upgrade: a waiting job is replaced, and a running one is not retried, because the newer one knows more.
  const jobs = await queryIn(
    connection,
    `select payload ->> 'recordingId' as about, locked_by is not null as "isRunning", attempts < max_attempts as "isTriedAgain"
     from graphile_worker._private_jobs order by id`,
  )
  expect(jobs).toEqual([
    { about: waiting, isRunning: false, isTriedAgain: true },
    { about: running, isRunning: true, isTriedAgain: false },
    { about: coming, isRunning: false, isTriedAgain: true },
    { about: running, isRunning: false, isTriedAgain: true },
  ])
})
