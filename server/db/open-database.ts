import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Env } from '../env.ts'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import { diskTrouble } from '../storage/disk-trouble.ts'
import { startEmbedded } from './embedded/embedded.ts'
import { takeInstanceLock } from './embedded/instance-lock.ts'

export type OpenDatabase = {
  login: pg.ClientConfig
  /** Records the address of this Kinora for a second start on the same data. */
  announce: (address: string) => void
  announceEnd: () => void
  close: () => Promise<void>
}

const OLDEST_MAJOR = 15

/** Connections besides the pool: the job queue, the listener, migrations, and people who look in with psql. */
const OTHER_CONNECTIONS = 30

/**
 * Opens the operator's PostgreSQL if DATABASE_URL names one, otherwise Kinora's own in DATA_DIR.
 * @throws StartError when it cannot be reached, is too old, or another Kinora uses the same data
 */
export async function openDatabase(env: Env, log: Log): Promise<OpenDatabase> {
  if (env.databaseUrl === undefined) return openEmbedded(env, log)

  const login = loginOf(env.databaseUrl)
  await checkServer(login)
  return { login, announce: () => undefined, announceEnd: () => undefined, close: async () => undefined }
}

/**
 * `options` and `application_name` in the address would override those that Kinora's sessions set themselves: the role they start
 * as, and the name by which a restore recognises a running Kinora. So the address's options are added to Kinora's own, and its name
 * is dropped.
 */
function loginOf(address: string): pg.ClientConfig {
  const url = new URL(address)
  const options = url.searchParams.get('options')
  if (options === null && !url.searchParams.has('application_name')) return { connectionString: address }

  url.searchParams.delete('options')
  url.searchParams.delete('application_name')
  return { connectionString: url.href, ...(options ? { options } : {}) }
}

async function openEmbedded(env: Env, log: Log): Promise<OpenDatabase> {
  requireOwnFolder(env.dataDir)
  const lock = await takeInstanceLock(env.dataDir)
  try {
    const embedded = await startEmbedded({
      dataDir: env.dataDir,
      durable: true,
      maxConnections: env.databasePool + OTHER_CONNECTIONS,
      log: (line) => passOn(line, log),
    })
    const close = async (): Promise<void> => {
      await embedded.stop()
      lock.release()
    }
    return { login: embedded.login, announce: lock.announce, announceEnd: lock.announceEnd, close }
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Makes sure that the folder exists and can be used.
 * @throws StartError when this account has no access to it
 */
function requireOwnFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const credentials = join(folder, 'postgres.credentials.json')
    if (existsSync(credentials)) accessSync(credentials, constants.R_OK)
  } catch (cause) {
    // A fault of the disk does not depend on the account, so it is reported as it is.
    if (diskTrouble(cause) !== undefined) throw cause
    throw new StartError(
      `This account may not use ${folder}, where Kinora keeps its data. Start it as the account that owns that ` +
        'folder, or set DATA_DIR to another one.',
      { cause },
    )
  }
}

/** Logs a line of PostgreSQL: as a warning if the database server itself cannot go on, otherwise as information. */
function passOn(line: string, log: Log): void {
  const from = { from: 'postgresql' }
  if (/\b(FATAL|PANIC):/.test(line)) log.warn(from, line)
  else log.info(from, line)
}

async function checkServer(login: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(login)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    const version = rows[0]?.version ?? 0
    if (version >= OLDEST_MAJOR) return
    throw new StartError(
      `DATABASE_URL leads to PostgreSQL ${version}; Kinora needs ${OLDEST_MAJOR} or later.`,
    )
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`The database of DATABASE_URL cannot be used: ${reason}`, { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}
