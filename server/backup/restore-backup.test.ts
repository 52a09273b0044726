import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { createPool } from '../db/pool.ts'
import { emptyBin } from '../features/media/media.ts'
import { noticeJobs } from '../features/notices/notices.jobs.ts'
import { settleGivenUp } from '../jobs/given-up.ts'
import {
  backedUp,
  contentsOf,
  keepFile,
  linesOf,
  newFolder,
  newStore,
  queryIn,
  restoredInto,
} from '../testing/backups.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createTestKinora } from '../testing/kinora.ts'
import { keepSomethingOfEachKind } from '../testing/one-of-each.ts'
import { putAll, putChunk, startRecording } from '../testing/recorder.ts'
import { jobsThatTellPeople } from './jobs.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { leftOutTables } from './tables.ts'
import { verifyBackups } from './verify-backup.ts'

const kinora = await createTestKinora()
const [empty, alsoEmpty] = [await createTestDatabase(), await createTestDatabase()]
const thirdEmpty = await createTestDatabase()
const { services, database, person } = kinora

test('a backup made while people go on is of one moment, and puts all of it back, bytes and jobs too', async () => {
  const [ana, folder, store] = [await person('Ana'), newFolder(), newStore()]
  const { connection } = empty
  await keepSomethingOfEachKind(kinora, ana, 'wildgeese')
  const [picture, told] = [randomBytes(300_000), randomBytes(120_000)]
  const key = await keepFile(kinora, ana, picture)
  const running = await startRecording(ana)
  await putAll(ana, running.id, told)
  await database.asOwner(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w', attempts = max_attempts
     where id = (select max(id) from graphile_worker._private_jobs)`,
  )
  const queue = `select t.identifier, j.payload, j.run_at, j.key, j.max_attempts, j.locked_at is not null as "isRunning"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`
  const jobs = await queryIn<{ identifier: string; run_at: Date }>(database.connection, queue)
  const before = await contentsOf(database.connection)

  const taken = await backedUp(kinora, folder, {
    onRowsRead: async () => {
      await putChunk(ana, running.id, 3, randomBytes(40_000))
      await database.asOwner('delete from media where storage_key = $1', [key])
      await emptyBin(services)
      await ana.client.stories.create({
        id: running.story.id.replace(/.$/, '0'),
        title: 'Later',
        method: 'journal',
      })
    },
  })
  const restored = await restoredInto(folder, connection, store)

  for (const table of leftOutTables) before[table] = '0 '
  expect(await contentsOf(connection)).toEqual(before)
  expect(taken.manifest.media).toMatchObject({ damaged: 0 })
  expect((await buffer(await store.read(key))).equals(picture)).toBe(true)
  const [growing] = await queryIn<{ key: string }>(
    connection,
    `select storage_key as key from media where id = (select original_media_id from recordings where id = '${running.id}')`,
  )
  expect((await buffer(await store.read(growing?.key ?? ''))).equals(told)).toBe(true)
  await store.writeAt(growing?.key ?? '', told.length, randomBytes(10))

  expect(restored.jobs).toBe(jobs.length)
  const waiting = await queryIn(connection, queue)
  expect(waiting).toEqual(jobs.map((job) => ({ ...job, isRunning: false })))
  const due = jobs.filter(
    ({ identifier, run_at }) =>
      jobsThatTellPeople.includes(identifier) && run_at <= new Date(taken.manifest.createdAt),
  )
  const given = await queryIn(
    connection,
    'select task_identifier from graphile_worker.jobs where attempts = max_attempts',
  )
  expect([given.length, restored.held]).toEqual([due.length, due.length])
  expect(due.length).toBeGreaterThan(0)
  expect(await queryIn(connection, 'select * from app.drifted_usage()')).toEqual([])

  await emptyBin(services)
  expect(await services.storage.stat(key)).toBeNull()
})

test('news that a restore holds back are followed by the next, which are told', async () => {
  const [ana, boris, folder] = [await person('Ana'), await person('Boris'), newFolder()]
  const storyId = uuidv7()
  await ana.client.stories.create({ id: storyId, title: 'Bread', method: 'journal' })
  const on = { resourceType: 'story', resourceId: storyId } as const
  await ana.client.sharing.share({ ...on, email: boris.email, role: 'viewer' })
  await boris.client.comments.add({ storyId, id: uuidv7(), text: 'Yes' })
  await database.asOwner(
    `update graphile_worker._private_jobs set run_at = now() - interval '1 minute' where payload ->> 'userId' = $1`,
    [ana.id],
  )
  await backedUp(kinora, folder)
  await restoredInto(folder, thirdEmpty.connection)
  const toldTo = () =>
    queryIn(
      thirdEmpty.connection,
      `select from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
       where j.task_identifier = 'tell_news' and j.attempts < j.max_attempts and p.payload ->> 'userId' = '${ana.id}'`,
    )
  expect(await toldTo()).toEqual([])

  const pool = createPool(thirdEmpty.connection, { max: 2, onError: () => undefined })
  onTestFinished(() => pool.end())
  const handlers = noticeJobs({ ...services, db: thirdEmpty.db })
  await settleGivenUp(
    pool,
    handlers,
    (error) => expect.unreachable(String(error)),
    new AbortController().signal,
  )
  await thirdEmpty.asOwner(
    `insert into comments (user_id, id, story_id, text, author_id, author_name)
     select user_id, $1, story_id, 'And then?', author_id, author_name from comments where story_id = $2`,
    [uuidv7(), storyId],
  )

  expect(await toldTo()).toHaveLength(1)
})

test('what has changed in a backup is found, and it is restored only as far as it is whole, only into an empty Kinora', async () => {
  const [ana, folder] = [await person(), newFolder()]
  const key = await keepFile(kinora, ana, randomBytes(20_000))
  const { name } = await backedUp(kinora, folder)
  await expect(restoredInto(folder, database.connection)).rejects.toThrow('There are accounts')

  const line = (await linesOf(folder, name)).find((one) => one.key === key)
  const object = join(folder, 'objects', line?.sha256?.slice(0, 2) ?? '', line?.sha256 ?? '')
  appendFileSync(object, '.')
  const { connection } = alsoEmpty
  await expect(restoredInto(folder, connection)).rejects.toThrow(`the bytes of ${key} are damaged`)
  expect(existsSync(object)).toBe(true)
  // The idle connection of a web process that has had no request for a while.
  const idle = new pg.Client({ ...connection, application_name: 'kinora machines' })
  await idle.connect()
  await expect(restoredInto(folder, connection, newStore(), { despiteDamage: true })).rejects.toThrow(
    'Kinora is running on this database',
  )
  await idle.end()
  const restored = await restoredInto(folder, connection, newStore(), { despiteDamage: true, sendsDue: true })
  expect(restored.lost).toContain(key)
  expect(restored.held).toBe(0)

  const again = await backedUp(kinora, folder)
  expect((await verifyBackups(folder, [again.name]))[0]?.problems).toEqual([])

  appendFileSync(join(folder, 'backups', again.name, 'tables', 'public.stories.copy.gz'), '.')
  await expect(restoredInto(folder, connection, newStore(), { despiteDamage: true })).rejects.toThrow(
    'public.stories.copy.gz is damaged',
  )
})

test('an older backup is refused with what to do where this version, or a newer one, has been started on the database', async () => {
  const folder = newFolder()
  await backedUp(kinora, folder)
  const backup = await checkBackup(folder, { name: undefined, despiteDamage: false })
  const { migrations } = backup.manifest
  const older = { ...backup, manifest: { ...backup.manifest, migrations: migrations.slice(0, -1) } }
  const { connection: owner } = await createTestDatabase()
  const restore = () =>
    restoreBackup({ backup: older, owner, storage: newStore(), sendsDue: false, beforeRows: () => undefined })

  await expect(restore()).rejects.toThrow(/newer than the backup and has been started .* new DATA_DIR/)
  await queryIn(owner, `insert into kinora.migrations (name, sha256) values ('db/9999_newer.sql', '')`)
  await expect(restore()).rejects.toThrow(/newer version of Kinora .*9999_newer/)
})

test('bytes that take longer to put back than the server lets a session be idle do not end a restore', async () => {
  const [ana, folder, store] = [await person(), newFolder(), newStore()]
  const key = await keepFile(kinora, ana, randomBytes(9_000))
  await backedUp(kinora, folder)
  const { connection } = await createTestDatabase()
  const impatient = { ...connection, options: '-c idle_session_timeout=1500ms' }
  const put = store.put.bind(store)
  store.put = async (...args) => {
    await sleep(2_500)
    return put(...args)
  }

  await restoredInto(folder, impatient, store)

  expect(await queryIn(connection, `select 1 from media where storage_key = '${key}'`)).toHaveLength(1)
}, 120_000)
