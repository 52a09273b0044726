import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../start-error.ts'
import { findBinaries } from './binaries.ts'
import { type ClusterPlace, initialiseCluster, type Log, readOrMakeCredentials } from './cluster.ts'
import { findFreePort } from './free-port.ts'
import { chooseIdentity } from './identity.ts'
import { endOrphan } from './orphan.ts'
import { type Postmaster, startPostmaster } from './postmaster.ts'
import { prepareServerRole, type ServerLogin } from './server-role.ts'

export type EmbeddedDatabase = {
  /** The login of the server, which is never a superuser. */
  login: ServerLogin
  /** The superuser's login, for tests that create databases. */
  superuser: ServerLogin
  stop: () => Promise<void>
}

export type EmbeddedOptions = {
  /** The folder that holds the cluster and its passwords; the caller must hold its instance lock. */
  dataDir: string
  /** Only tests may trade durability for speed. */
  durable: boolean
  /** The maximum number of connections; the server's pools together must stay below it. */
  maxConnections?: number
  log: Log
}

const DURABLE = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }
const DISPOSABLE = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

/**
 * Starts the PostgreSQL that comes with Kinora and keeps it running: if it dies, it is restarted on the same port, so that the pool
 * only has to reconnect.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = join(dataDir, 'postgres')
  const identity = chooseIdentity(folder)
  const place: ClusterPlace = { folder, identity, binaries: await findBinaries(identity) }
  const isNew = !existsSync(folder)
  const credentials = readOrMakeCredentials(join(dataDir, 'postgres.credentials.json'), isNew)

  if (isNew) await initialiseCluster(place, credentials.superuserPassword, options.durable)
  else await endOrphan(folder, options.log)

  const supervisor = await supervise(place, options)
  const address = { host: '127.0.0.1', port: supervisor.port }
  const superuser = {
    ...address,
    user: 'postgres',
    password: credentials.superuserPassword,
    database: 'postgres',
  }
  const login = { ...address, user: 'kinora', password: credentials.serverPassword, database: 'kinora' }
  try {
    await prepareServerRole(login, superuser, isNew)
  } catch (error) {
    await supervisor.stop()
    throw error
  }
  return { login, superuser, stop: supervisor.stop }
}

type Supervisor = { port: number; stop: () => Promise<void> }

async function supervise(place: ClusterPlace, options: EmbeddedOptions): Promise<Supervisor> {
  const settings = {
    ...(options.durable ? DURABLE : DISPOSABLE),
    max_connections: String(options.maxConnections ?? 100),
  }
  const stopping = new AbortController()
  const start = (port: number) =>
    startPostmaster(place, { port, settings, log: options.log, stopping: stopping.signal })
  let current = await retrying(async () => start(await findFreePort()), 3)
  const { port } = current

  const keepRunning = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await current.ended
      if (stopping.signal.aborted) return
      options.log('the database server ended unexpectedly; starting it again')
      current = (await restart(() => start(port), stopping.signal, options.log)) ?? current
    }
  }
  const watching = keepRunning()

  const stop = async (): Promise<void> => {
    stopping.abort()
    await current.stop()
    await watching
    await current.stop()
  }
  return { port, stop }
}

/** Backends of a killed server hold its shared memory for a moment, so the restart is retried with backoff until it succeeds. */
async function restart(
  start: () => Promise<Postmaster>,
  stopping: AbortSignal,
  log: Log,
): Promise<Postmaster | undefined> {
  for (let attempt = 0; !stopping.aborted; attempt += 1) {
    try {
      return await start()
    } catch (error) {
      if (stopping.aborted) return undefined
      log(String(error))
      await sleep(Math.min(5000, 100 * 2 ** attempt), undefined, { signal: stopping }).catch(() => undefined)
    }
  }
  return undefined
}

async function retrying<T>(work: () => Promise<T>, attempts: number): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || error instanceof StartError) throw error
      await sleep(300 * attempt)
    }
  }
}
