import pg from 'pg'
import type { Env } from '../env.ts'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
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

/**
 * The operator's PostgreSQL when DATABASE_URL names one, else our own in DATA_DIR.
 * @throws StartError when it cannot be reached, is too old, or another Kinora uses the same data.
 */
export async function openDatabase(env: Env, log: Log): Promise<OpenDatabase> {
  if (env.databaseUrl === undefined) return openEmbedded(env, log)

  const login = { connectionString: env.databaseUrl }
  await checkServer(login)
  return { login, announce: () => undefined, announceEnd: () => undefined, close: async () => undefined }
}

async function openEmbedded(env: Env, log: Log): Promise<OpenDatabase> {
  const lock = await takeInstanceLock(env.dataDir)
  try {
    const embedded = await startEmbedded({
      dataDir: env.dataDir,
      durable: true,
      log: (line) => log.info({ from: 'postgresql' }, line),
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
