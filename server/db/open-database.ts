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
  /** Tells a second start on the same data where this one answers. */
  announce: (address: string) => void
  announceEnd: () => void
  close: () => Promise<void>
}

const OLDEST_MAJOR = 15

/** The job queue, the listener, migrations, and whoever looks in with psql. */
const OTHER_CONNECTIONS = 30

/**
 * The operator's PostgreSQL when DATABASE_URL names one, else our own in DATA_DIR.
 * @throws StartError when it cannot be reached, is too old, or another Kinora uses the same data.
 */
export async function openDatabase(env: Env, log: Log): Promise<OpenDatabase> {
  if (env.databaseUrl === undefined) return openEmbedded(env, log)

  const login = loginOf(env.databaseUrl)
  await checkServer(login)
  return { login, announce: () => undefined, announceEnd: () => undefined, close: async () => undefined }
}

/**
 * What an address says of `options` and of `application_name` would take the place of what our sessions say themselves: which role
 * they start as, and by which name a restore knows that Kinora runs. So its options stand beside ours, and its name is left out.
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

/** @throws StartError when this account cannot keep anything there. */
function requireOwnFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const credentials = join(folder, 'postgres.credentials.json')
    if (existsSync(credentials)) accessSync(credentials, constants.R_OK)
  } catch (cause) {
    // Of the disk, whichever account asks.
    if (diskTrouble(cause) !== undefined) throw cause
    throw new StartError(
      `This account may not use ${folder}, where Kinora keeps its data. Start it as the account that owns that ` +
        'folder, or set DATA_DIR to another one.',
      { cause },
    )
  }
}

/** What the database server itself cannot go on with is worth a warning; the rest is for whoever asks for it. */
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
