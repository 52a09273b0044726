import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { createPool } from '../db/pool.ts'
import { createLog } from '../log.ts'
import { createTestDatabase } from '../testing/database.ts'
import { withForgivingRelease } from './forgiving-release.ts'
import { defineJob, handleJob } from './job.ts'
import { startWorker } from './worker.ts'

const { connection } = await createTestDatabase()

type Connect = (callback: (...connected: Connected) => void) => void
type Connected = [error: Error | undefined, client: pg.PoolClient | undefined, release: () => void]

/** A pool of whose connections each LISTEN stays unanswered until it is told that the database was killed. */
function poolThatIsKilled() {
  const pool = createPool(connection, { max: 8, onError: () => undefined })
  onTestFinished(() => pool.end())
  const kill = new EventEmitter()
  const listening: string[] = []
  const query = (client: pg.PoolClient, text: unknown, ...rest: unknown[]): unknown => {
    if (typeof text !== 'string' || !text.startsWith('LISTEN')) {
      return Reflect.apply(client.query, client, [text, ...rest])
    }
    listening.push(text)
    return new Promise((_, reject) => kill.once('killed', reject))
  }
  const listener = (client: pg.PoolClient) =>
    new Proxy(client, {
      get: (target, name) => {
        if (name === 'query') return (text: unknown, ...rest: unknown[]) => query(target, text, ...rest)
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  const connect = pool.connect.bind(pool) as Connect & (() => Promise<pg.PoolClient>)
  const connectAndListen = (callback?: (...connected: Connected) => void) =>
    callback
      ? connect((error, client, release) => callback(error, client && listener(client), release))
      : connect()
  Object.assign(pool, { connect: connectAndListen })
  return { pool, listening, kill: () => kill.emit('killed', new Error('terminating connection')) }
}

test('a worker that stops while its database is killed before it has answered does not end the process', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const { pool, listening, kill } = poolThatIsKilled()
  const greet = defineJob('greet', z.object({}))
  const worker = await startWorker(pool, [handleJob(greet, async () => undefined)], createLog('silent'))
  await vi.waitFor(() => expect(listening).not.toHaveLength(0), { timeout: 60_000 })

  await worker.stop()
  kill()

  // Rejections that nobody handles are reported once the promises at hand have been settled.
  await new Promise((resolve) => setImmediate(resolve))
  await pool.query('select 1')
  expect(unhandled).not.toHaveBeenCalled()
})

test('a pool that has ended gives no connection, and takes none back', async () => {
  const pool = createPool(connection, { max: 1, onError: () => undefined })
  await pool.end()
  const connected = vi.fn((_error?: Error, _client?: pg.PoolClient, release?: () => void) => release?.())
  withForgivingRelease(pool).connect(connected)
  expect(connected.mock.calls).toMatchObject([[{ message: expect.stringContaining('end') }, undefined, {}]])
})
