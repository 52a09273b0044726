import { join } from 'node:path'
import { createApp } from './app.ts'
import { type BuiltServices, buildServices } from './build-services.ts'
import { type Closings, createClosings } from './closings.ts'
import { prepareConnections } from './db/connections.ts'
import { migrate, migrationSources } from './db/migrate.ts'
import { openDatabase } from './db/open-database.ts'
import { createPool } from './db/pool.ts'
import type { Env } from './env.ts'
import { listen } from './http/listen.ts'
import type { Worker } from './jobs/worker.ts'
import { joinMachines } from './join-machines.ts'
import { noteKeys, requireKnownKeys } from './known-keys.ts'
import type { Log } from './log.ts'
import { holdsWhatIsKept } from './own-store.ts'
import { existingSecrets } from './secrets.ts'
import type { Services } from './services.ts'
import { version } from './version.ts'

export type Running = {
  /** Stops accepting requests, lets the running ones finish, and closes everything in reverse order. */
  stop: () => Promise<void>
}

/** The running server, with its services. */
export type RunningServer = Running & { services: Services }

/** Starts the roles that the settings name. If a later step fails, the parts that were opened before it are closed again. */
export async function run(env: Env, log: Log): Promise<RunningServer> {
  const closings = createClosings(log)
  const stopping = new AbortController()
  const stop = async (): Promise<void> => {
    stopping.abort()
    await closings.close()
  }

  try {
    const database = await openDatabase(env, log)
    closings.push('the database', database.close)
    stopping.signal.addEventListener('abort', database.announceEnd)
    const connections = await prepareConnections(database.login)
    const applied = await migrate(connections.owner, migrationSources, env.planDefault)
    if (applied.length > 0) log.info({ applied }, 'the database was migrated')
    warnOfOperators(env, log)

    // Before the services create keys: a start that is refused must leave no file of keys that could be mistaken for the right one.
    const secrets = existingSecrets(join(env.dataDir, 'secrets'), env.secretKey)
    await requireKnownKeys(connections.owner, secrets, env.acceptsNewKeys)
    const built = await buildServices(env, log, connections.sessions, stopping.signal)
    closings.push('the services', built.close)
    await warnOfEmptyStore(connections.owner, built, log)
    if (env.databaseUrl !== undefined)
      closings.push('the news of other machines', await joinMachines(connections.owner, built))
    const worker = env.runsWorker ? await openWorker(built, connections.owner, closings) : undefined
    if (env.runsWeb) await openWeb(built, worker, closings)
    await noteKeys(connections.owner, built.services.secrets, { acceptsNew: env.acceptsNewKeys, log })
    database.announce(env.publicUrl)
    return { services: built.services, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * From now on, operators' addresses must be confirmed by mail, but an account that was opened earlier may never have proved its
 * address.
 */
function warnOfOperators({ auth, operatorEmails }: Env, log: Log): void {
  if (!auth.autoconfirm || operatorEmails.length === 0) return
  log.warn(
    `Accounts are opened here without a proof of their address: whoever opened one with ${operatorEmails.join(' or ')} ` +
      'before OPERATOR_EMAILS named it is an operator now, so make sure that it is yours.',
  )
}

/**
 * Stored media play again once the disk is mounted, but anything recorded until then would be on a disk where nobody looks for it.
 */
async function warnOfEmptyStore(
  owner: Parameters<typeof createPool>[0],
  { services }: BuiltServices,
  log: Log,
): Promise<void> {
  // A store that does not answer at the moment proves nothing.
  if (await holdsWhatIsKept(owner, services.storage).catch(() => true)) return
  log.error(
    'The store holds nothing of what is kept here. Is its disk mounted, and does STORAGE_URL name it? Stop Kinora until it ' +
      'is there: what is recorded now would be kept elsewhere.',
  )
}

async function openWorker(
  { services, auth }: BuiltServices,
  owner: Parameters<typeof createPool>[0],
  closings: Closings,
): Promise<Worker> {
  const onError = (error: Error) => services.log.warn({ err: error }, 'a connection of the job queue broke')
  // One listens for each kind of turns and one holds the locks; the others ask for jobs and write down how they ended.
  const pool = createPool(owner, { max: 9, onError })
  closings.push('the connections of the job queue', () => pool.end())
  // Imported on demand, so that a process that only serves requests does not load what jobs need.
  const [{ startWorker }, { createJobHandlers }] = await Promise.all([
    import('./jobs/worker.ts'),
    import('./job-handlers.ts'),
  ])
  const worker = await startWorker(pool, createJobHandlers(services, auth), services.log)
  closings.push('the job queue', worker.stop)
  return worker
}

async function openWeb(
  { services, auth }: BuiltServices,
  worker: Worker | undefined,
  closings: Closings,
): Promise<void> {
  const app = createApp(services, {
    auth: auth.app,
    version,
    webFolder: join(import.meta.dirname, '../dist/web'),
    worker: () => (worker === undefined ? 'elsewhere' : 'running'),
  })
  const listening = await listen(app, services.env)
  closings.push('the web server', listening.stop)
}
