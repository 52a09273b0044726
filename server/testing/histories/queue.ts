import pg from 'pg'
import { startingAs } from '../../db/connections.ts'
import { createDatabase } from '../../db/database.ts'
import { createPool } from '../../db/pool.ts'
import { createJobHandlers } from '../../job-handlers.ts'
import type { JobHandler } from '../../jobs/job.ts'
import type { Storage } from '../../storage/storage.ts'
import type { TestKinora } from '../kinora.ts'

type Waiting = { id: string; name: string; payload: unknown; attempts: number; most: number }

/** The most operations that a process may still do in a job before it is killed. */
const MORE_AT_MOST = 60

/** The queue of a history's people, worked off by hand: in order, twice, or by a process that dies in the middle. */
export class Queue {
  readonly #kinora: TestKinora
  readonly #handlers: JobHandler[]

  constructor(kinora: TestKinora) {
    this.#kinora = kinora
    this.#handlers = createJobHandlers(kinora.services, kinora.auth)
  }

  /** The waiting jobs, oldest first, whether they are due or not. */
  async waiting(): Promise<Waiting[]> {
    const { rows } = await this.#kinora.database.asOwner(
      `select j.id::text, t.identifier as name, j.payload, j.attempts, j.max_attempts as most
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where j.attempts < j.max_attempts and j.locked_at is null order by j.id`,
    )
    return rows
  }

  /** Works off waiting jobs, at most `most` of them. */
  async work(most = Number.POSITIVE_INFINITY): Promise<void> {
    for (let done = 0; done < most; ) {
      const waiting = await this.waiting()
      if (waiting.length === 0) return
      for (const job of waiting.slice(0, most - done)) await this.#run(job)
      done += waiting.length
    }
  }

  /** Does the next job twice, as happens when the first success was not recorded. */
  async workTwice(): Promise<void> {
    const [job] = await this.waiting()
    if (!job || (await this.#take(job)) === null) return
    await this.#handle(this.#handlers, job, 1).catch(() => undefined)
    await this.#try(job, 2)
  }

  /** Runs a scheduled job. */
  async byItself(name: string): Promise<void> {
    await this.#handle(this.#handlers, { id: '', name, payload: {}, attempts: 0, most: 1 }, 1)
  }

  /**
   * Runs the next job in a simulated process that is killed after `doings` operations: at a call to the store or a new transaction
   * it stops for good, and its connections end as those of a dead process do. The job then waits again.
   */
  async killWithin(doings: number): Promise<void> {
    const [job] = await this.waiting()
    if (!job || (await this.#take(job)) === null) return
    const { services, auth, database } = this.#kinora
    const dying = dyingAfter(doings % MORE_AT_MOST)
    const sessions = startingAs(database.connection, 'kinora_server')
    const pool = createPool(
      { ...sessions, application_name: `dies ${job.id}` },
      { max: 5, onError: () => undefined },
    )
    const db = createDatabase(dying.pool(pool))
    const storage = dying.storage(services.storage)
    const handlers = createJobHandlers({ ...services, db, storage }, auth)
    const over = this.#handle(handlers, job, job.attempts + 1).then(
      () => 'done' as const,
      () => 'failed' as const,
    )
    const outcome = await Promise.race([over, dying.dead])
    if (outcome === 'dead') await endConnections(database.superuser, `dies ${job.id}`)
    void pool.end().catch(() => undefined)
    if (outcome === 'done') await this.#end(job)
    else await this.#giveBack(job, outcome)
  }

  async #run(job: Waiting): Promise<void> {
    const attempt = await this.#take(job)
    if (attempt !== null) await this.#try(job, attempt)
  }

  /**
   * Locks a job.
   * @returns the number of the try; null if the job was taken or removed meanwhile
   */
  async #take({ id }: Waiting): Promise<number | null> {
    const { rows } = await this.#kinora.database.asOwner(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a history', attempts = attempts + 1
       where id = $1 and locked_at is null returning attempts`,
      [id],
    )
    return rows[0]?.attempts ?? null
  }

  async #try(job: Waiting, attempt: number): Promise<void> {
    try {
      await this.#handle(this.#handlers, job, attempt)
      await this.#end(job)
    } catch (error) {
      await this.#giveBack(job, String(error))
    }
  }

  #handle(handlers: JobHandler[], job: Waiting, attempt: number): Promise<void> {
    const handler = handlers.find(({ name }) => name === job.name)
    if (!handler) throw new Error(`nobody does ${job.name}`)
    const isLastAttempt = attempt >= job.most
    const { signal } = new AbortController()
    return handler.run(job.payload, { log: this.#kinora.services.log, attempt, isLastAttempt, signal })
  }

  async #end({ id }: Waiting): Promise<void> {
    await this.#kinora.database.asOwner('delete from graphile_worker._private_jobs where id = $1', [id])
  }

  /**
   * Puts a failed job back, as the queue does. It is given up after eight tries at most, so that a job that always fails shows
   * soon.
   */
  async #giveBack({ id }: Waiting, reason: string): Promise<void> {
    await this.#kinora.database.asOwner(
      `update graphile_worker._private_jobs set locked_at = null, locked_by = null, last_error = $2,
         max_attempts = least(max_attempts, 8)
       where id = $1`,
      [id, reason],
    )
  }
}

async function endConnections(superuser: pg.ClientConfig, application: string): Promise<void> {
  const client = new pg.Client(superuser)
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
    application,
  ])
  await client.end()
}

/** Guards for a database and a store that answer `doings` calls and then never again. */
function dyingAfter(doings: number) {
  let left = doings
  const death = Promise.withResolvers<'dead'>()
  const never = new Promise<never>(() => undefined)
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1
    if (left < 0) {
      death.resolve('dead')
      return never
    }
    return work()
  }
  const asked = ['put', 'putFile', 'writeAt', 'seal', 'read', 'stat', 'delete', 'workFolder']
  return {
    dead: death.promise,
    storage: (storage: Storage): Storage =>
      new Proxy(storage, {
        get: (target, name) => {
          const value = Reflect.get(target, name, target)
          if (typeof value !== 'function') return value
          const call = value.bind(target)
          return asked.includes(String(name)) ? (...given: unknown[]) => step(() => call(...given)) : call
        },
      }),
    pool: (pool: pg.Pool): pg.Pool =>
      new Proxy(pool, {
        get: (target, name) => {
          const value = Reflect.get(target, name, target)
          if (typeof value !== 'function') return value
          return name === 'connect' ? () => step(() => target.connect()) : value.bind(target)
        },
      }),
  }
}
