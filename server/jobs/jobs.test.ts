import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { asWorker } from '../db/actor.ts'
import { advisoryLocks } from '../db/advisory-locks.ts'
import { createPool } from '../db/pool.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { asSuperuser } from '../testing/superuser.ts'
import { defineJob, enqueue, handleJob, type JobHandler, kindsOfTurns, type Turns } from './job.ts'
import { readJobFigures } from './job-figures.ts'
import { startWorker } from './worker.ts'

const greet = defineJob('greet', z.object({ name: z.string().min(1) }))

function ownerPool({ connection }: TestDatabase) {
  const pool = createPool(connection, { max: 8, onError: () => undefined })
  onTestFinished(() => pool.end())
  return pool
}

async function work(database: TestDatabase, handlers: JobHandler[], log = createLog('silent')) {
  const worker = await startWorker(ownerPool(database), handlers, log)
  onTestFinished(worker.stop)
  return worker
}

// A separate database, and so a separate queue, for each test: a worker takes every job that waits.
const databases = await Promise.all(Array.from({ length: 20 }, () => createTestDatabase()))
const nextDatabase = (): TestDatabase => {
  const database = databases.pop()
  if (!database) throw new Error('make one more database')
  return database
}

test('a job runs once, with what it was given', async () => {
  const database = nextDatabase()
  const greeted = vi.fn(async (_payload: { name: string }) => undefined)
  await work(database, [handleJob(greet, greeted)])

  await asWorker(database.db, null, (tx) => enqueue(tx, greet, { name: 'Ada' }))

  await vi.waitFor(() => expect(greeted).toHaveBeenCalled(), { timeout: 60_000 })
  expect(greeted.mock.calls.map(([payload]) => payload)).toEqual([{ name: 'Ada' }])
})

test('a job of a transaction that fails is never seen', async () => {
  const database = nextDatabase()
  const greeted = vi.fn(async (_payload: { name: string }) => undefined)
  await work(database, [handleJob(greet, greeted)])

  await expect(
    asWorker(database.db, null, async (tx) => {
      await enqueue(tx, greet, { name: 'Nobody' })
      throw new Error('the row could not be written')
    }),
  ).rejects.toThrow('the row could not be written')
  await asWorker(database.db, null, (tx) => enqueue(tx, greet, { name: 'Somebody' }))

  await vi.waitFor(() => expect(greeted).toHaveBeenCalled(), { timeout: 60_000 })
  expect(greeted.mock.calls.map(([payload]) => payload)).toEqual([{ name: 'Somebody' }])
})

test('what does not fit the job’s shape is refused where it is queued', async () => {
  const { db } = nextDatabase()

  await expect(asWorker(db, null, (tx) => enqueue(tx, greet, { name: '' }))).rejects.toThrow(z.ZodError)
})

test('a job that fails is kept for another try, with its reason', async () => {
  const database = nextDatabase()
  const owner = ownerPool(database)
  // The retry would come within three seconds, possibly before the test looks at the queue.
  await owner.query(`
    create function much_later() returns trigger language plpgsql as
    $$ begin new.run_at := now() + interval '1 hour'; return new; end $$;
    create trigger much_later before update of last_error on graphile_worker._private_jobs
    for each row execute function much_later()`)
  const attempts: number[] = []
  await work(database, [
    handleJob(greet, async (_payload, { attempt }) => {
      attempts.push(attempt)
      throw new Error('nobody at home')
    }),
  ])

  await asWorker(database.db, null, (tx) => enqueue(tx, greet, { name: 'Ada' }))

  await vi.waitFor(
    async () => {
      const { rows } = await owner.query('select attempts, last_error from graphile_worker.jobs')
      expect(rows).toEqual([{ attempts: 1, last_error: expect.stringContaining('nobody at home') }])
    },
    { timeout: 60_000 },
  )
  expect(attempts).toEqual([1])
})

test('a waiting job that nothing can do stops the start with a sentence', async () => {
  const database = nextDatabase()
  await asWorker(database.db, null, (tx) => enqueue(tx, greet, { name: 'Ada' }))

  await expect(startWorker(ownerPool(database), [], createLog('silent'))).rejects.toThrow(
    /queue holds jobs that this version of Kinora cannot do: greet/,
  )
})

test('two handlers for one job stop the start', async () => {
  const handler = handleJob(greet, async () => undefined)

  await expect(
    startWorker(ownerPool(nextDatabase()), [handler, handler], createLog('silent')),
  ).rejects.toThrow(/Two handlers/)
})

test('what somebody waits for is done while long work takes every other turn', async () => {
  const database = nextDatabase()
  const film = defineJob('film', z.object({}))
  let endFilms: () => void = () => undefined
  const filmsEnd = new Promise<void>((resolve) => {
    endFilms = resolve
  })
  const filming = vi.fn(() => filmsEnd)
  const greeted = vi.fn(async () => undefined)
  await work(database, [handleJob(film, filming), handleJob(greet, greeted, { turns: 'awaited' })])
  onTestFinished(() => endFilms())
  await asWorker(database.db, null, async (tx) => {
    for (let count = 0; count < 4; count++) await enqueue(tx, film, {})
  })
  await vi.waitFor(() => expect(filming).toHaveBeenCalledTimes(2), { timeout: 60_000 })

  await asWorker(database.db, null, (tx) => enqueue(tx, greet, { name: 'Ada' }))

  await vi.waitFor(() => expect(greeted).toHaveBeenCalled(), { timeout: 60_000 })
  expect(filming).toHaveBeenCalledTimes(2)
})

test('jobs go on while a model answers none of the questions that others ask it', async () => {
  const database = nextDatabase()
  const ask = defineJob('ask', z.object({}))
  const answer = Promise.withResolvers<void>()
  const asking = vi.fn(() => answer.promise)
  const greeted = vi.fn(async () => undefined)
  await work(database, [handleJob(ask, asking, { turns: 'asked' }), handleJob(greet, greeted)])
  onTestFinished(() => answer.resolve())
  await asWorker(database.db, null, async (tx) => {
    for (let count = 0; count < 4; count++) await enqueue(tx, ask, {})
  })
  await vi.waitFor(() => expect(asking).toHaveBeenCalledTimes(2), { timeout: 60_000 })

  await asWorker(database.db, null, (tx) => enqueue(tx, greet, { name: 'Ada' }))

  await vi.waitFor(() => expect(greeted).toHaveBeenCalled(), { timeout: 60_000 })
  expect(asking).toHaveBeenCalledTimes(2)
})

test('jobs go on after the database was away at the moment when one of them ended', async () => {
  const database = nextDatabase()
  const name = database.connection.database ?? ''
  const letConnect = (allowed: boolean) =>
    asSuperuser(
      { ...database.superuser, database: 'postgres' },
      `alter database ${name} with allow_connections ${allowed}`,
    )
  const greeted = vi.fn(async ({ name: who }: { name: string }) => {
    if (who !== 'Ada' || greeted.mock.calls.length > 1) return
    await letConnect(false)
    await asSuperuser(
      { ...database.superuser, database: 'postgres' },
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    )
  })
  const log = createLog('silent')
  const warned = vi.spyOn(log, 'warn')
  await work(database, [handleJob(greet, greeted)], log)
  await asWorker(database.db, null, (tx) => enqueue(tx, greet, { name: 'Ada' }))
  await vi.waitFor(() => expect(greeted).toHaveBeenCalled(), { timeout: 60_000 })
  await vi.waitFor(
    () =>
      expect(warned).toHaveBeenCalledWith(
        expect.anything(),
        'the job runner ended; another one takes its place',
      ),
    {
      timeout: 60_000,
    },
  )

  await letConnect(true)
  await asWorker(database.db, null, (tx) => enqueue(tx, greet, { name: 'Berta' }))

  await vi.waitFor(
    () =>
      expect(greeted.mock.calls.map(([payload]) => payload.name)).toEqual(expect.arrayContaining(['Berta'])),
    { timeout: 60_000 },
  )
})

test('jobs go on, and a stop ends, after jobs that ended at once could not be written down', async () => {
  const database = nextDatabase()
  const owner = ownerPool(database)
  // Both jobs fail to be written down at the same moment, as when a database dies.
  await owner.query(`
    create function refuse() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(1943); raise 'the disk is full'; end $$;
    create trigger refuse before delete on graphile_worker._private_jobs for each row execute function refuse()`)
  const gate = await owner.connect()
  onTestFinished(() => gate.release(true))
  await gate.query('select pg_advisory_lock(1943)')
  const greeted: string[] = []
  const isMaxOver = Promise.withResolvers<void>()
  const worker = await work(database, [
    handleJob(greet, async ({ name }) => {
      if (name === 'Max') await isMaxOver.promise
      greeted.push(name)
    }),
  ])
  const greetSoon = (name: string) => asWorker(database.db, null, (tx) => enqueue(tx, greet, { name }))
  await greetSoon('Lea')
  await greetSoon('Max')
  const waiting = `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  const untilWaiting = (n: number) =>
    vi.waitFor(async () => expect((await owner.query(waiting)).rows).toEqual([{ n }]), { timeout: 60_000 })
  // One after the other, or one statement would write down both.
  await untilWaiting(1)
  isMaxOver.resolve()
  await untilWaiting(2)

  await gate.query('select pg_advisory_unlock(1943)')
  await untilWaiting(0)
  await owner.query('drop trigger refuse on graphile_worker._private_jobs')

  await greetSoon('Ada')
  await vi.waitFor(() => expect(greeted).toContain('Ada'), { timeout: 60_000 })
  await worker.stop()
})

test('jobs go on after a runner’s first question for one has failed', async () => {
  const database = nextDatabase()
  const owner = ownerPool(database)
  // As if the database died at this moment. A sequence keeps its count even when the transaction is rolled back.
  await owner.query(`
    create sequence asked;
    create function refuse() returns trigger language plpgsql as
    $$ begin perform nextval('asked'); raise 'the database is going away'; end $$;
    create trigger refuse before insert on graphile_worker._private_tasks execute function refuse()`)
  const greeted: string[] = []
  await work(database, [
    handleJob(greet, async ({ name }) => {
      greeted.push(name)
    }),
  ])
  const wasAsked = async () => (await owner.query('select is_called as "wasAsked" from asked')).rows
  await vi.waitFor(async () => expect(await wasAsked()).toEqual([{ wasAsked: true }]), { timeout: 60_000 })
  await owner.query('drop trigger refuse on graphile_worker._private_tasks')

  await asWorker(database.db, null, (tx) => enqueue(tx, greet, { name: 'Ada' }))
  await vi.waitFor(() => expect(greeted).toEqual(['Ada']), { timeout: 60_000 })
})

test('runners that end again and again, as in an outage, leave nothing behind that listens', async () => {
  const database = nextDatabase()
  const owner = ownerPool(database)
  await owner.query(`
    create sequence asked;
    create function refuse() returns trigger language plpgsql as
    $$ begin perform nextval('asked'); raise 'the database is going away'; end $$;
    create trigger refuse before insert on graphile_worker._private_tasks execute function refuse()`)
  const warnings: string[] = []
  const listen = ({ name }: Error) => void warnings.push(name)
  process.on('warning', listen)
  onTestFinished(() => void process.off('warning', listen))
  const of = (turns: Turns) => handleJob(defineJob(turns, z.object({})), async () => undefined, { turns })

  await work(database, kindsOfTurns.map(of))

  const timesAsked = async () =>
    Number((await owner.query('select last_value from asked')).rows[0].last_value)
  await vi.waitFor(async () => expect(await timesAsked()).toBeGreaterThan(24), { timeout: 60_000 })
  expect(warnings).toEqual([])
})

test('a lost job goes back alone: another that the same process took and is still doing is done once', async () => {
  const database = nextDatabase()
  const greeted: string[] = []
  await asWorker(database.db, null, async (tx) => {
    for (const name of ['Ada', 'Berta']) await enqueue(tx, greet, { name })
  })
  const owner = ownerPool(database)
  await owner.query(`update graphile_worker._private_jobs
    set locked_at = now() - interval '1 hour', locked_by = 'a process that does many at once', attempts = 1`)
  const guard = await owner.connect()
  onTestFinished(() => guard.release(true))
  await guard.query(
    `select pg_advisory_lock(${advisoryLocks.jobs}, id::int) from graphile_worker._private_jobs where payload ->> 'name' = 'Ada'`,
  )

  await work(database, [handleJob(greet, async ({ name }) => void greeted.push(name))])

  await vi.waitFor(() => expect(greeted).toContain('Berta'), { timeout: 60_000 })
  const left = async () =>
    (await owner.query(`select payload ->> 'name' as name, attempts from graphile_worker._private_jobs`)).rows
  await vi.waitFor(async () => expect(await left()).toEqual([{ name: 'Ada', attempts: 1 }]), {
    timeout: 60_000,
  })
})

test('a job that was given back before whoever had taken it could guard it is done by them alone', async () => {
  const database = nextDatabase()
  const owner = ownerPool(database)
  const isOver = Promise.withResolvers<void>()
  const greeted = vi.fn(() => isOver.promise)
  await asWorker(database.db, null, (tx) => enqueue(tx, greet, { name: 'Ada' }))
  const jobs = 'select attempts, locked_by is not null as "isHeld" from graphile_worker.jobs'
  const taken = [{ attempts: 1, isHeld: true }]
  const slow = await owner.connect()
  onTestFinished(() => slow.release(true))
  const key = `${advisoryLocks.jobs}, id::int`
  await slow.query(`select pg_advisory_lock(${key}) from graphile_worker.jobs`)
  await work(database, [handleJob(greet, greeted)])
  onTestFinished(() => isOver.resolve())
  await expect.poll(async () => (await owner.query(jobs)).rows).toEqual(taken)

  // Given back for later, because the queue itself would otherwise hand it to them once more.
  await slow.query(`
    begin;
    update graphile_worker._private_jobs
      set locked_at = null, locked_by = null, run_at = now() + interval '1 hour';
    select pg_advisory_unlock(${key}) from graphile_worker.jobs;
    commit`)

  await vi.waitFor(() => expect(greeted).toHaveBeenCalled(), { timeout: 60_000 })
  expect((await owner.query(jobs)).rows).toEqual(taken)
})

test('a job that takes long is left to the process that does it until it ends, even by failing', async () => {
  const database = nextDatabase()
  const owner = ownerPool(database)
  const isOver = Promise.withResolvers<void>()
  const greeted = vi.fn(() => isOver.promise)
  await work(database, [handleJob(greet, greeted)])
  await asWorker(database.db, null, (tx) => enqueue(tx, greet, { name: 'Ada' }))
  await vi.waitFor(() => expect(greeted).toHaveBeenCalled(), { timeout: 60_000 })
  await owner.query(`update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'`)

  // A worker looks for lost jobs before it begins, so that once this one has started, the look has taken place.
  await work(database, [handleJob(greet, greeted)])
  onTestFinished(() => isOver.resolve())

  const { rows } = await owner.query('select locked_by is not null as "isHeld" from graphile_worker.jobs')
  expect(rows).toEqual([{ isHeld: true }])
  expect(greeted).toHaveBeenCalledTimes(1)
  isOver.reject(new Error('nobody at home'))
  const locked = `select 1 from pg_locks where locktype = 'advisory' and classid = ${advisoryLocks.jobs}
    and database = (select oid from pg_database where datname = current_database())`
  await vi.waitFor(async () => expect((await owner.query(locked)).rows).toEqual([]), { timeout: 60_000 })
})

test('what was asked for, tried or begun while the clock was ahead is done at once, what is for a later day is left there, and what runs by itself at its next time', async () => {
  const database = nextDatabase()
  const greeted: string[] = []
  await asWorker(database.db, null, async (tx) => {
    for (const name of ['Ada', 'Berta', 'Cora', 'Dora', 'Emma']) await enqueue(tx, greet, { name })
  })
  const owner = ownerPool(database)
  await owner.query(`
    update graphile_worker._private_jobs
    set created_at = now() + interval '1 year', updated_at = now() + interval '1 year', run_at = now() + interval '1 year';
    update graphile_worker._private_jobs
    set run_at = now(), locked_at = now() + interval '1 year', locked_by = 'a process that was killed', attempts = 1
    where payload ->> 'name' = 'Berta';
    update graphile_worker._private_jobs set created_at = now() - interval '1 day' where payload ->> 'name' = 'Cora';
    update graphile_worker._private_jobs set run_at = now() + interval '1 year 1 day' where payload ->> 'name' = 'Dora';
    update graphile_worker._private_jobs
    set created_at = now() - interval '1 day', updated_at = now() - interval '1 day', attempts = 1, last_error = 'failed while it was ahead'
    where payload ->> 'name' = 'Emma';
    insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values ('greet', now(), now() + interval '1 year')`)

  const greeting = handleJob(greet, async ({ name }) => void greeted.push(name), { schedule: '0 3 * * *' })
  await work(database, [greeting])

  await vi.waitFor(() => expect(greeted.toSorted()).toEqual(['Ada', 'Berta', 'Cora', 'Emma']), {
    timeout: 60_000,
  })
  const dayOfDora = `select run_at > now() + interval '1 year' as "isLater" from graphile_worker._private_jobs`
  await expect.poll(async () => (await owner.query(dayOfDora)).rows).toEqual([{ isLater: true }])
  const { rows } = await owner.query(
    'select last_execution <= now() as "isBack" from graphile_worker._private_known_crontabs',
  )
  expect(rows).toEqual([{ isBack: true }])
})

test('a job that failed for the last time is there for a month, and counts for no longer', async () => {
  const database = nextDatabase()
  const owner = ownerPool(database)
  await asWorker(database.db, null, async (tx) => {
    for (const name of ['of last week', 'of long ago', 'to be tried again'])
      await enqueue(tx, greet, { name })
  })
  await owner.query(`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'nobody at home',
      run_at = now() - interval '7 days', updated_at = now() - interval '7 days';
    update graphile_worker._private_jobs set run_at = now() - interval '31 days', updated_at = now() - interval '31 days'
    where payload ->> 'name' <> 'of last week';
    update graphile_worker._private_jobs set attempts = 1, run_at = now() + interval '1 hour'
    where payload ->> 'name' = 'to be tried again'`)
  expect(await readJobFigures(database.db)).toMatchObject({ givenUp: 2, failing: 1 })

  await work(database, [handleJob(greet, async () => undefined)])

  expect(await readJobFigures(database.db)).toMatchObject({ givenUp: 1, failing: 1 })
  const { rows } = await owner.query(
    `select payload ->> 'name' as name from graphile_worker._private_jobs order by id`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['of last week', 'to be tried again'])
})

test('a clock that is put back has the runner begin anew, whose schedule would wait until it is there again', async () => {
  const database = nextDatabase()
  const log = createLog('silent')
  const warned = vi.spyOn(log, 'warn')
  const greeted = vi.fn(async (_payload: { name: string }) => undefined)
  await work(database, [handleJob(greet, greeted)], log)

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())

  const reason = { err: 'the clock was put back' }
  const words = 'the job runner ended; another one takes its place'
  await vi.waitFor(() => expect(warned).toHaveBeenCalledWith(reason, words), { timeout: 60_000 })
  await asWorker(database.db, null, (tx) => enqueue(tx, greet, { name: 'Ada' }))
  await vi.waitFor(() => expect(greeted).toHaveBeenCalledTimes(1), { timeout: 60_000 })
})

test('what runs once a day or an hour and had its time while no server ran is done once at the next start, and what runs more often at its next time', async () => {
  const database = nextDatabase()
  const owner = ownerPool(database)
  const [hour, minute] = [new Date(Date.now() - 5 * 3_600_000).getUTCHours(), new Date().getUTCMinutes()]
  const minuteBefore = (minutes: number) => (minute + 60 - minutes) % 60
  const schedules = {
    daily: `${minute} ${hour} * * *`,
    hourly: `${minuteBefore(20)} * * * *`,
    often: `${minuteBefore(10)},${minuteBefore(20)} * * * *`,
  }
  await owner.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     select name, now() - interval '9 days', now() - interval '3 days' from unnest($1::text[]) as name`,
    [Object.keys(schedules)],
  )
  const done: string[] = []
  await work(
    database,
    Object.entries(schedules).map(([name, schedule]) =>
      handleJob(defineJob(name, z.unknown()), async () => void done.push(name), { schedule }),
    ),
  )

  await vi.waitFor(() => expect(done.toSorted()).toEqual(['daily', 'hourly']), { timeout: 60_000 })
  expect((await owner.query('select 1 from graphile_worker.jobs where attempts = 0')).rows).toEqual([])
})
