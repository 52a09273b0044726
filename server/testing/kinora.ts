import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { afterAll } from 'vitest'
import { createApp } from '../app.ts'
import type { AuthService } from '../auth/create-auth.ts'
import { buildServices } from '../build-services.ts'
import { startingAs } from '../db/connections.ts'
import { readEnv } from '../env.ts'
import type { HttpEnv } from '../http/http-env.ts'
import { createLog } from '../log.ts'
import type { Services } from '../services.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type Person, signUp } from './family.ts'
import { isStoreGiven } from './given-s3-store.ts'
import { doorWithLive } from './live-door.ts'
import { quickHashes } from './quick-hashes.ts'
import { startS3Store } from './s3-store.ts'

export type TestKinora = {
  services: Services
  auth: AuthService
  database: TestDatabase
  /** The whole server, without a socket: `app.request('/api/stories')`. */
  app: Hono<HttpEnv>
  /** Creates a person with an account and a valid access token. */
  person: (name?: string) => Promise<Person>
}

/**
 * A whole Kinora of real parts: database, storage in a folder or in the store that was named for the tests, accounts, mails as
 * files. Call it at the top of a file.
 */
export async function createTestKinora(settings: NodeJS.ProcessEnv = {}): Promise<TestKinora> {
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'kinora-data-'))
  const store = isStoreGiven ? await startS3Store() : null
  const env = readEnv({
    DATA_DIR: folder,
    AUTH_RATE_LIMITS: 'false',
    DATABASE_POOL: '5',
    ...(store && { STORAGE_URL: store.straightUrl(), ...store.keys }),
    ...settings,
  })
  const stopping = new AbortController()
  const sessions = startingAs(database.connection, 'kinora_server')
  const built = await buildServices(env, createLog('silent'), sessions, stopping.signal, quickHashes)
  const { services, auth } = built
  const app = createApp(services, {
    auth: auth.app,
    version: 'test',
    webFolder: join(folder, 'web'),
    worker: () => 'elsewhere',
  })

  const door = doorWithLive(app)
  afterAll(async () => {
    stopping.abort()
    await door.close()
    await built.close()
    await store?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { services, auth, database, app, person: (name) => signUp(door, name) }
}
