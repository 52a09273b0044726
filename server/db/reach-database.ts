import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Env } from '../env.ts'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import { findRunning } from './embedded/find-running.ts'
import { openDatabase } from './open-database.ts'

/** The database of a running Kinora, or one started for this command alone. It never creates a new database. */
export async function reachDatabase(
  env: Env,
  log: Log,
): Promise<{ login: pg.ClientConfig; close: () => Promise<void> }> {
  if (env.databaseUrl !== undefined) return openDatabase(env, log)
  if (!existsSync(join(env.dataDir, 'postgres')))
    throw new StartError(`There is no Kinora in ${env.dataDir}.`)

  const login = findRunning(env.dataDir)
  if (login !== null && (await answers(login))) return { login, close: async () => undefined }
  return openDatabase(env, log)
}

async function answers(login: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(login)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
