import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { asWorker } from '../db/actor.ts'
import { advisoryLocks } from '../db/advisory-locks.ts'
import { createPool } from '../db/pool.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startLine } from '../testing/line-to-database.ts'
import { asSuperuser } from '../testing/superuser.ts'
import { settleGivenUp } from './given-up.ts'
import { defineJob, enqueue, handleJob, type JobHandler } from './job.ts'
import { readJobFigures } from './job-figures.ts'
import { startWorker } from './worker.ts'

/*
 * Which process holds a job while it is being done: with other processes around, a database that comes and goes, and a stop in the
 * middle.
 */
const greet = defineJob('greet', z.object({ name: z.string().min(1) }))
const lockKey = `${advisoryLocks.jobs}, id::int`

// A separate database, and so a separate queue, for each test: a worker takes every job that waits.
const databases = await Promise.all(Array.from({ length: 18 }, () => createTestDatabase()))
const nextDatabase = (): TestDatabase => {
  const database = databases.pop()
  if (!database) throw new Error('make one more database')
  return database
}

function ownerPool({ connection }: TestDatabase, over: { host?: string; port?: number } = {}) {
  const pool = createPool({ ...connection, ...over }, { max: 8, onError: () => undefined })
  onTestFinished(() => pool.end())
  return pool
}

/** Starts a worker and returns it with its log lines, those of its jobs included. */
async function work(
  database: TestDatabase,
  handlers: JobHandler[],
  pool = ownerPool(database),
  answerMs?: number,
) {
  const told: string[] = []
  const destination = { write: (line: string) => void told.push(JSON.parse(line).msg) }
  const worker = await startWorker(pool, handlers, createLog('warn', destination), answerMs)
  onTestFinished(worker.stop)
  return { stop: worker.stop, told: () => told }
}

const queue = (database: TestDatabase, name: string, options: { key?: string } = {}) =>
  asWorker(database.db, null, (tx) => enqueue(tx, greet, { name }, options))

const inAnHour = () => new Date(Date.now() + 3_600_000)

const jobs = async (database: TestDatabase) =>
  (
    await database.asOwner(
      `select payload ->> 'name' as name, attempts, locked_by is not null as "isHeld" from graphile_worker._private_jobs order by id`,
    )
  ).rows

/**
 * Makes another session hold the lock of the job with this payload name, as if another process were doing it, until `letGo` is
 * called.
 */
async function otherDoing(database: TestDatabase, name: string) {
  const other = await ownerPool(database).connect()
  onTestFinished(() => other.release(true))
  const lock = (what: string) =>
    other.query(
      `select ${what}(${lockKey}) from graphile_worker._private_jobs where payload ->> 'name' = '${name}'`,
    )
  await lock('pg_advisory_lock')
  return { query: (statement: string) => other.query(statement), letGo: () => lock('pg_advisory_unlock') }
}

/** The process ids of the database sessions that hold locks of jobs. */
async function guardsOf({ superuser }: TestDatabase): Promise<number[]> {
  const held = await asSuperuser(
    superuser,
    `select pid from pg_locks where locktype = 'advisory' and classid = ${advisoryLocks.jobs}
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return held.map(({ pid }) => pid)
}

/** Starts a worker and returns when it is in the middle of Ada's job, which goes on until the test has ended. */
async function doingAda(database = nextDatabase(), pool = ownerPool(database), answerMs?: number) {
  const isOver = Promise.withResolvers<void>()
  const greeted = vi.fn(() => isOver.promise)
  await work(database, [handleJob(greet, greeted)], pool, answerMs)
  onTestFinished(() => isOver.resolve())
  await queue(database, 'Ada')
  await vi.waitFor(() => expect(greeted).toHaveBeenCalled(), { timeout: 60_000 })
  return { database, greeted, end: () => isOver.resolve() }
}

test('a job that another process took before it could be guarded is left to that one', async () => {
  const database = nextDatabase()
  const greeted: string[] = []
  await queue(database, 'Ada')
  const other = await otherDoing(database, 'Ada')
  const here = await work(database, [handleJob(greet, async ({ name }) => void greeted.push(name))])
  await expect.poll(() => jobs(database)).toEqual([{ name: 'Ada', attempts: 1, isHeld: true }])

  await other.query(
    `update graphile_worker._private_jobs set locked_by = 'another process', locked_at = now(), attempts = 2`,
  )
  await other.letGo()

  await expect.poll(here.told).toContain('a job was left to whoever has it')
  expect(greeted).toEqual([])
  await expect.poll(() => jobs(database)).toEqual([{ name: 'Ada', attempts: 2, isHeld: true }])
})

test('a job that another process is still doing holds up no other, and is done when that one died', async () => {
  const database = nextDatabase()
  const greeted: string[] = []
  await queue(database, 'Ada')
  const other = await otherDoing(database, 'Ada')
  await work(database, [handleJob(greet, async ({ name }) => void greeted.push(name))])
  await expect.poll(() => jobs(database)).toEqual([{ name: 'Ada', attempts: 1, isHeld: true }])

  for (const name of ['Berta', 'Cora']) await queue(database, name)
  await expect.poll(() => greeted).toEqual(['Berta', 'Cora'])

  await other.letGo()
  await expect.poll(() => greeted).toEqual(['Berta', 'Cora', 'Ada'])
})

test('a stop does not wait for a job that another process is doing', async () => {
  const database = nextDatabase()
  const greeted = vi.fn(async () => undefined)
  await queue(database, 'Ada')
  await otherDoing(database, 'Ada')
  const here = await work(database, [handleJob(greet, greeted)])
  await expect.poll(() => jobs(database)).toEqual([{ name: 'Ada', attempts: 1, isHeld: true }])

  await here.stop()

  expect(greeted).not.toHaveBeenCalled()
  expect(await jobs(database)).toEqual([{ name: 'Ada', attempts: 0, isHeld: false }])
})

test('a job whose processes end while doing it ends no more of them in a row, is named, and is counted when it is given up', async () => {
  const database = nextDatabase()
  for (const name of ['Ada', 'Berta', 'Clara']) await queue(database, name)
  await database.asOwner(`
    update graphile_worker._private_jobs set locked_at = now() - interval '1 hour', locked_by = 'a process that was killed',
      attempts = case payload ->> 'name' when 'Ada' then 3 when 'Berta' then 8 else max_attempts end`)
  const greeted: string[] = []

  const { told } = await work(database, [handleJob(greet, async ({ name }) => void greeted.push(name))])

  await vi.waitFor(() => expect(greeted).toEqual(['Ada']), { timeout: 60_000 })
  const { rows } = await database.asOwner(
    `select payload ->> 'name' as name, last_error as why, extract(epoch from run_at - now())::int > 40 as waits
     from graphile_worker._private_jobs where locked_by is null order by id`,
  )
  const why = 'its process ended while doing it'
  expect(rows).toEqual([
    { name: 'Berta', why, waits: true },
    { name: 'Clara', why, waits: true },
  ])
  expect(await readJobFigures(database.db)).toMatchObject({ due: 0, failing: 1, givenUp: 1 })
  expect(told().toSorted()).toEqual([
    'a job was given back: its process ended while doing it',
    'a job was given back: its process ended while doing it',
    'a job was given up: its process ended while doing it, time and again',
  ])
})

test('a stop in the moment in which a runner begins in place of another leaves none of its sessions open', async () => {
  const database = nextDatabase()
  const owner = ownerPool(database)
  // The runner ends because it cannot write down that a job is done; the next runner is then held up in the middle of its start.
  await owner.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
    create trigger refuse before delete on graphile_worker._private_jobs for each row execute function refuse()`)
  const pool = ownerPool(database)
  const worker = await work(database, [handleJob(greet, async () => undefined)], pool)
  const gate = await owner.connect()
  onTestFinished(() => gate.release(true))
  await gate.query('begin; lock table graphile_worker.migrations in access exclusive mode')
  await queue(database, 'Ada')
  const heldUp = `select count(*)::int as n from pg_locks
    where relation = 'graphile_worker.migrations'::regclass and not granted`
  await expect.poll(async () => (await owner.query(heldUp)).rows).toEqual([{ n: 1 }])

  const stopped = worker.stop()
  await gate.query('rollback')
  await stopped

  // Everything that asked for a session before this query has got it by now.
  await pool.query('select')
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
})

test('a job goes on alone when the session that guarded it broke', async () => {
  const { database, greeted } = await doingAda()
  await database.asOwner(`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`)
  const guards = () => guardsOf(database)
  const [first] = await guards()

  await asSuperuser(database.superuser, 'select pg_terminate_backend($1)', [first])

  await expect.poll(guards).toEqual([expect.not.toBeOneOf([first])])
  expect(await jobs(database)).toEqual([{ name: 'Ada', attempts: 1, isHeld: true }])
  expect(greeted).toHaveBeenCalledTimes(1)
})

test('lines that went silent are given up: what another process lost is found, and a job goes on alone', async () => {
  const database = nextDatabase()
  const line = await startLine(database.connection)
  // Long enough that a database which does answer is not given up when this machine stalls for a moment.
  const { greeted } = await doingAda(
    database,
    ownerPool(database, { host: '127.0.0.1', port: line.port }),
    4_000,
  )
  onTestFinished(line.cut)
  const [first] = await guardsOf(database)

  line.goSilent()
  // The database ends the session, but this process does not hear of it through the silent connection.
  await asSuperuser(database.superuser, 'select pg_terminate_backend($1)', [first])
  await asWorker(database.db, null, (tx) => enqueue(tx, greet, { name: 'Berta' }, { runAt: inAnHour() }))
  await database.asOwner(
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute',
       locked_by = coalesce(locked_by, 'a process that was killed')`,
  )

  const found = { timeout: 40_000 }
  await expect
    .poll(() => jobs(database), found)
    .toEqual([
      { name: 'Ada', attempts: 1, isHeld: true },
      { name: 'Berta', attempts: 0, isHeld: false },
    ])
  await expect.poll(() => guardsOf(database), found).toEqual([expect.not.toBeOneOf([first])])
  expect(greeted).toHaveBeenCalledTimes(1)
}, 90_000)

test('a job that has been done for hours, or through a jump of the clock, is not taken for one that was taken hours ago', async () => {
  const { database, greeted } = await doingAda()

  // What was taken four hours ago, by the database's clock, the queue itself gives back.
  const inAYear = `select from graphile_worker._private_jobs where locked_at < now() + interval '1 year' - interval '4 hours'`
  expect((await database.asOwner(inAYear)).rowCount).toBe(0)

  // Nor does it give back a job that was dated by the present while its lock was in doubt.
  await database.asOwner(
    `update graphile_worker._private_jobs set locked_at = now() - interval '239 minutes'`,
  )
  await expect.poll(async () => (await database.asOwner(inAYear)).rowCount).toBe(0)
  expect(greeted).toHaveBeenCalledTimes(1)
})

test('a job that was asked to stop has used up no attempt, though it was its last', async () => {
  const database = nextDatabase()
  const greeted: string[] = []
  await queue(database, 'Ada')
  await database.asOwner('update graphile_worker._private_jobs set attempts = max_attempts - 1')
  const hasBegun = Promise.withResolvers<void>()
  const before = await work(database, [
    handleJob(greet, async (_payload, { signal }) => {
      hasBegun.resolve()
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    }),
  ])
  await hasBegun.promise

  await before.stop()
  expect(await readJobFigures(database.db)).toMatchObject({ givenUp: 0 })

  await database.asOwner('update graphile_worker._private_jobs set run_at = now()')
  await work(database, [handleJob(greet, async ({ name }) => void greeted.push(name))])
  await expect.poll(() => greeted).toEqual(['Ada'])
})

test('a job that fails after it was asked for anew is not counted as given up', async () => {
  const database = nextDatabase()
  const isOver = Promise.withResolvers<void>()
  const greeted: string[] = []
  await work(database, [
    handleJob(greet, async ({ name }) => {
      greeted.push(name)
      if (name === 'Ada') await isOver.promise
    }),
  ])
  await queue(database, 'Ada', { key: 'greeting' })
  await expect.poll(() => greeted).toEqual(['Ada'])

  await queue(database, 'Berta', { key: 'greeting' })
  await expect.poll(() => greeted).toEqual(['Ada', 'Berta'])
  isOver.reject(new Error('nobody at home'))

  await expect.poll(() => jobs(database)).toEqual([])
})

test('of what runs by itself one waits, through however many of its times the clock was put', async () => {
  const database = nextDatabase()
  const isOver = Promise.withResolvers<void>()
  const sweep = vi.fn(() => isOver.promise)
  const now = Date.now()
  // A tenth of a second before a full minute, because the frozen clock does not move: the queue reads it every tenth of a second.
  const threeHoursAgo = Math.ceil(now / 60_000) * 60_000 - 3 * 3_600_000 - 100
  vi.useFakeTimers({ toFake: ['Date'], now: threeHoursAgo })
  onTestFinished(() => void vi.useRealTimers())
  await work(database, [handleJob(defineJob('sweep', z.unknown()), sweep, { schedule: '*/10 * * * *' })])
  onTestFinished(() => isOver.resolve())

  vi.setSystemTime(now)

  const gone = `select from graphile_worker._private_known_crontabs where last_execution > now() - interval '11 minutes'`
  await expect.poll(async () => (await database.asOwner(gone)).rowCount).toBe(1)
  await expect.poll(() => sweep.mock.calls.length).toBe(2)
  const waiting = 'select from graphile_worker._private_jobs where locked_at is null'
  await expect.poll(async () => (await database.asOwner(waiting)).rowCount).toBe(1)
})

test('a clock that is put years ahead has the runner begin anew, which would go through every minute up to there', async () => {
  const database = nextDatabase()
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now - 2 * 365 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  const greeted: string[] = []
  const here = await work(database, [handleJob(greet, async ({ name }) => void greeted.push(name))])

  vi.setSystemTime(now)

  const words = 'the job runner ended; another one takes its place'
  await expect.poll(here.told).toContain(words)
  await queue(database, 'Ada')
  await expect.poll(() => greeted).toEqual(['Ada'])
})

test('that a job was given up is said until it is said, and then no more', async () => {
  const database = nextDatabase()
  await queue(database, 'Ada')
  await database.asOwner('update graphile_worker._private_jobs set attempts = max_attempts')
  const owner = ownerPool(database)
  const said: string[] = []
  const lost: string[] = []
  const handlers = [
    handleJob(greet, async () => undefined, {
      giveUp: async ({ name }) => {
        said.push(name)
        if (said.length === 1) throw new Error('the database is away')
      },
    }),
  ]
  const { signal } = new AbortController()
  const look = () => settleGivenUp(owner, handlers, (_error, { job }) => void lost.push(job), signal)

  await look()
  expect([said, lost]).toEqual([['Ada'], ['greet']])
  await look()
  await look()
  expect([said, lost]).toEqual([['Ada', 'Ada'], ['greet']])
})

test('jobs of which nobody can be told hold up none of those behind them, however many they are', async () => {
  const database = nextDatabase()
  const names = [...Array.from({ length: 101 }, (_, index) => `Nobody ${index}`), 'Ada']
  await asWorker(database.db, null, async (tx) => {
    for (const name of names) await enqueue(tx, greet, { name })
  })
  await database.asOwner('update graphile_worker._private_jobs set attempts = max_attempts')
  const said: string[] = []
  const failed: string[] = []
  const handlers = [
    handleJob(greet, async () => undefined, {
      giveUp: async ({ name }) => {
        if (name !== 'Ada') throw new Error('the store does not let go')
        said.push(name)
      },
    }),
  ]

  await settleGivenUp(
    ownerPool(database),
    handlers,
    (_error, { id }) => void failed.push(id),
    new AbortController().signal,
  )

  expect(said).toEqual(['Ada'])
  // Each was tried once.
  expect([failed.length, new Set(failed).size]).toEqual([101, 101])
})

test('a start does not wait for what it says of jobs that were given up, nor does the next look, but a stop does', async () => {
  const database = nextDatabase()
  await queue(database, 'Ada')
  await database.asOwner('update graphile_worker._private_jobs set attempts = max_attempts')
  const storeAnswers = Promise.withResolvers<void>()
  const order: string[] = []
  const greeting = handleJob(greet, async ({ name }) => void order.push(name), {
    giveUp: async ({ name }) => {
      order.push(`${name} is given up`)
      await storeAnswers.promise
      order.push('the store answers')
    },
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())

  const pool = ownerPool(database)
  const here = await work(database, [greeting], pool)
  await expect.poll(() => order).toEqual(['Ada is given up'])
  for (const name of ['Berta', 'Cora']) {
    await asWorker(database.db, null, (tx) => enqueue(tx, greet, { name }, { runAt: inAnHour() }))
    await database.asOwner(
      `update graphile_worker._private_jobs set locked_at = now() - interval '1 hour', locked_by = 'a process that was killed',
         run_at = now() where payload ->> 'name' = $1`,
      [name],
    )
    await vi.advanceTimersByTimeAsync(5_000)
    await expect.poll(() => order).toContain(name)
  }
  const stopped = here.stop().then(() => void order.push('the stop is over'))
  // By now nothing but the store holds up the stop.
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  await pool.query('select')
  storeAnswers.resolve()
  await stopped

  expect(order).toEqual(['Ada is given up', 'Berta', 'Cora', 'the store answers', 'the stop is over'])
})

test('a job that is done is not done again before the queue has written that down', async () => {
  const database = nextDatabase()
  const owner = ownerPool(database)
  const gate = await ownerPool(database).connect()
  await gate.query('select pg_advisory_lock(1, 1)')
  // Not where a look forgets the jobs that were given up long ago.
  await owner.query(`
    create function wait() returns trigger language plpgsql as $$ begin
      if current_query() not like '%complete_jobs%' then perform pg_advisory_xact_lock(1, 1); end if;
      return null;
    end $$;
    create trigger wait before delete on graphile_worker._private_jobs for each statement execute function wait()`)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const greeted: string[] = []
  const { told } = await work(database, [handleJob(greet, async ({ name }) => void greeted.push(name))])
  onTestFinished(() => gate.release(true))
  await queue(database, 'Ada')
  const waiting = `select from pg_locks where locktype = 'advisory' and objid = 1 and not granted
    and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1)

  // What another process lost is found in the same look.
  await asWorker(database.db, null, (tx) => enqueue(tx, greet, { name: 'Berta' }, { runAt: inAnHour() }))
  await database.asOwner(
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 hour', locked_by = 'a process that was killed'
     where payload ->> 'name' = 'Berta'`,
  )
  await vi.advanceTimersByTimeAsync(5_000)
  await expect.poll(told).toEqual(['a job was given back: its process ended while doing it'])

  await gate.query('select pg_advisory_unlock(1, 1)')
  await database.asOwner('update graphile_worker._private_jobs set run_at = now()')
  await expect.poll(() => jobs(database)).toEqual([])
  expect(greeted).toEqual(['Ada', 'Berta'])
})

test('a job that ends while a look dates what its process does is not taken for lost by another process', async () => {
  const database = nextDatabase()
  const owner = ownerPool(database)
  const gate = await ownerPool(database).connect()
  onTestFinished(() => gate.release(true))
  const [look, writing] = [1, 2]
  const open = (held: number) => gate.query('select pg_advisory_unlock(1, $1)', [held])
  const waitsFor = (held: number) =>
    expect
      .poll(async () => {
        const waiting = `select from pg_locks where locktype = 'advisory' and classid = 1 and objid = $1 and not granted
          and database = (select oid from pg_database where datname = current_database())`
        return (await owner.query(waiting, [held])).rowCount
      })
      .toBe(1)
  await gate.query('select pg_advisory_lock(1, held) from unnest($1::int[]) held', [[look, writing]])
  // Longer than the sessions of a look wait for a lock.
  await owner.query(`
    create function wait() returns trigger language plpgsql set lock_timeout = 0 as $$ begin
      if current_query() like '%locked_at <> %' then perform pg_advisory_xact_lock(1, ${look}); end if;
      if current_query() like '%delete from%' then perform pg_advisory_xact_lock(1, ${writing}); end if;
      return null;
    end $$;
    create trigger wait before delete or update on graphile_worker._private_jobs for each statement execute function wait()`)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { greeted, end } = await doingAda(database)
  // Before the workers stop, which wait for what is held here.
  const openBoth = () => void gate.query('select pg_advisory_unlock_all()')
  onTestFinished(openBoth)
  // As after a look that had found the guarding session in doubt.
  await owner.query('update graphile_worker._private_jobs set locked_at = now()')
  await vi.advanceTimersByTimeAsync(5_000)
  await waitsFor(look)

  end()
  await waitsFor(writing)
  await open(look)
  const other = await work(database, [handleJob(greet, greeted)])
  onTestFinished(openBoth)

  expect(other.told()).toEqual([])
  await open(writing)
  await expect.poll(() => jobs(database)).toEqual([])
  expect(greeted).toHaveBeenCalledTimes(1)
})

test('however long the queue is locked, one look at a time waits for it', async () => {
  const database = nextDatabase()
  const pool = ownerPool(database)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await work(database, [handleJob(greet, async () => undefined)], pool)
  const gate = await ownerPool(database).connect()
  onTestFinished(() => gate.release(true))
  await gate.query('begin; lock table graphile_worker._private_jobs in access exclusive mode')

  await vi.advanceTimersByTimeAsync(60_000)

  // The pool has enough sessions for one look and for whatever else asks for jobs.
  expect(pool.waitingCount).toBe(0)
  await gate.query('rollback')
  await queue(database, 'Ada')
  await expect.poll(() => jobs(database)).toEqual([])
})
