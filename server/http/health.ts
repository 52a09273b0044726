import { Hono } from 'hono'
import { sql } from 'kysely'
import { asAnonymous } from '../db/actor.ts'
import type { Services } from '../services.ts'
import { whenWaited } from '../when-waited.ts'
import type { HttpEnv } from './http-env.ts'

export type WorkerState = 'running' | 'elsewhere'

type Health = {
  status: 'ok' | 'failing'
  version: string
  database: 'ok' | 'failing'
  storage: 'ok' | 'failing'
  /** `elsewhere`: this process was started without the worker role. */
  worker: WorkerState
}

/** GET /health: 200 when database and storage work, else 503. */
export function healthRoutes(services: Services, version: string, worker: () => WorkerState): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/health', async (c) => {
    const [database, storage] = await Promise.all([
      works(() => asAnonymous(services.db, (tx) => sql`select 1`.execute(tx))),
      works(() => services.storage.stat('health')),
    ])
    const status = database === 'ok' && storage === 'ok' ? 'ok' : 'failing'
    const health: Health = { status, version, database, storage, worker: worker() }
    return c.json(health, status === 'ok' ? 200 : 503)
  })
  return app
}

async function works(check: () => Promise<unknown>): Promise<'ok' | 'failing'> {
  const late = Promise.withResolvers<never>()
  const stopWaiting = whenWaited(3000, () => late.reject(new Error('too slow')))
  try {
    // The check is started inside the race. Should it throw synchronously outside, nothing would handle `late`, and its rejection
    // would end the process.
    await Promise.race([Promise.resolve().then(check), late.promise])
    return 'ok'
  } catch {
    return 'failing'
  } finally {
    stopWaiting()
  }
}
