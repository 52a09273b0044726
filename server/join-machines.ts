import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import type { BuiltServices } from './build-services.ts'
import { advisoryLocks } from './db/advisory-locks.ts'
import { keptAlive } from './db/kept-alive.ts'
import { inTime, PATIENCE, type Patience, sayFarewell } from './db/silent-line.ts'
import type { Log } from './log.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { StartError } from './start-error.ts'
import type { Storage } from './storage/storage.ts'

/** How long a start waits for the locks of a killed process, which the database takes a moment to release. */
const PATIENCE_MS = 5_000
const LOOK_EVERY_MS = 250
const CONNECT_MS = 10_000
const STORE_NAME = 'name-of-this-store'

type Marks = { lock: number; own: number[]; told: string }
type Joined = { client: pg.Client; ended: Promise<void> }

/**
 * Processes that share a database have to share everything else that lasts. Each process holds advisory locks that stand for the
 * secret, the keys and the store it works with, for as long as it lives, and takes them again after the database was away. A
 * process that differs from the running ones does not start, because half of all requests would then refuse tokens and links, or
 * look for recordings in the wrong store.
 * @returns a function that releases the locks
 * @throws StartError that says what has to be the same
 */
export async function joinMachines(
  owner: pg.ClientConfig,
  { services, auth }: Pick<BuiltServices, 'services' | 'auth'>,
  patience: Patience = PATIENCE,
): Promise<() => Promise<void>> {
  const first = await connect(owner, services.log)
  try {
    const keys: Marks = {
      lock: advisoryLocks.machineKeys,
      own: (await keysOf(auth)).map(markOf),
      told: 'AUTH_JWT_KEYS (without it: DATA_DIR/secrets/auth-keys.json)',
    }
    /** Keys can be replaced while the machine runs, and one that starts after the old ones retired knows only the new ones. */
    const holdNewKeys = async (client: pg.Client): Promise<void> => {
      const fresh = (await keysOf(auth)).map(markOf).filter((mark) => !keys.own.includes(mark))
      keys.own.push(...fresh)
      await inTime(client, hold(client, [{ ...keys, own: fresh }]), patience.answerMs)
    }
    const all: Marks[] = [
      {
        lock: advisoryLocks.machineSecret,
        own: [markOf(services.secrets.derive('machines'))],
        told: 'SECRET_KEY (without it: DATA_DIR/secrets/master.key)',
      },
      keys,
      {
        lock: advisoryLocks.machineStore,
        own: [markOf(await nameOfStore(first.client, services.storage))],
        told: 'STORAGE_URL (a folder that is not on one shared disk is another one on each machine)',
      },
    ]
    await hold(first.client, all)
    await untilAlike(first.client, all)
    const again = () => joinAgain(owner, all, services.log, patience)
    return stayJoined(first, { again, holdNewKeys }, patience)
  } catch (error) {
    await sayFarewell(first.client)
    throw error
  }
}

async function connect(owner: pg.ClientConfig, log: Log): Promise<Joined> {
  const client = new pg.Client({
    ...owner,
    application_name: 'kinora machines',
    ...keptAlive,
    connectionTimeoutMillis: CONNECT_MS,
  })
  client.on('error', (error) => log.warn({ err: error }, 'the connection that says who we are broke'))
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  await client.connect()
  return { client, ended }
}

async function hold(client: pg.Client, all: Marks[]): Promise<void> {
  for (const { lock, own } of all) {
    for (const mark of own) await client.query('select pg_advisory_lock_shared($1, $2)', [lock, mark])
  }
}

/**
 * Joins again after the database was away. A differing machine may have started while nobody held the locks: it is too late to
 * refuse it, but the log says so.
 */
async function joinAgain(
  owner: pg.ClientConfig,
  all: Marks[],
  log: Log,
  { answerMs }: Patience,
): Promise<Joined> {
  const joined = await connect(owner, log)
  const { client } = joined
  try {
    await inTime(client, hold(client, all), answerMs)
    const unlike = unlikeOthers(all, await inTime(client, marksOfOthers(client), answerMs))
    if (unlike.length > 0) log.error(toldOf(unlike))
    return joined
  } catch (error) {
    await sayFarewell(client)
    throw error
  }
}

/**
 * Keeps the locks. Their connection only waits, so it is probed regularly: otherwise nobody would notice that its line has gone
 * silent.
 */
function stayJoined(
  first: Joined,
  { again, holdNewKeys }: { again: () => Promise<Joined>; holdNewKeys: (client: pg.Client) => Promise<void> },
  { askEveryMs, answerMs }: Patience,
): () => Promise<void> {
  const leaving = new AbortController()
  const { signal } = leaving
  let joined = first
  const stay = async (): Promise<void> => {
    await joined.ended
    while (!signal.aborted) {
      try {
        joined = await again()
        if (signal.aborted) await sayFarewell(joined.client)
        await joined.ended
      } catch {
        // The database is still away; the parts of the server that need it report that.
        await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
      }
    }
  }
  const staying = stay()
  const ask = oneAtATime(async () => {
    // A failed probe ends the connection, and another one replaces it.
    await inTime(joined.client, joined.client.query('select 1'), answerMs).catch(() => undefined)
    // Keys that cannot be read now are held after the next probe.
    await holdNewKeys(joined.client).catch(() => undefined)
  })
  const asking = setInterval(ask, askEveryMs).unref()
  return async () => {
    leaving.abort()
    clearInterval(asking)
    await sayFarewell(joined.client)
    await staying
  }
}

async function untilAlike(client: pg.Client, all: Marks[]): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS
  for (;;) {
    const unlike = unlikeOthers(all, await marksOfOthers(client))
    if (unlike.length === 0) return
    if (performance.now() > giveUpAt) throw new StartError(toldOf(unlike))
    await sleep(LOOK_EVERY_MS)
  }
}

function unlikeOthers(all: Marks[], others: { lock: number; mark: number }[]): Marks[] {
  return all.filter(({ lock, own }) => {
    const theirs = others.filter((other) => other.lock === lock).map(({ mark }) => mark)
    // Keys are replaced one at a time, so one key in common is enough.
    return theirs.length > 0 && own.length > 0 && !theirs.some((mark) => own.includes(mark))
  })
}

const toldOf = (unlike: Marks[]): string =>
  [
    'Other processes that share this database work with another:',
    ...unlike.map(({ told }) => `  ${told}`),
  ].join('\n')

async function marksOfOthers(client: pg.Client): Promise<{ lock: number; mark: number }[]> {
  const { rows } = await client.query<{ lock: number; mark: number }>(
    `select classid::bigint::int as lock, objid::bigint::int as mark from pg_locks
     where locktype = 'advisory' and objsubid = 2 and pid <> pg_backend_pid() and classid::bigint = any($1)
       and database = (select oid from pg_database where datname = current_database())`,
    [[advisoryLocks.machineSecret, advisoryLocks.machineKeys, advisoryLocks.machineStore]],
  )
  return rows
}

/**
 * The store's own name, created by the first process: the address cannot be compared, since other machines may reach the same store
 * under another one.
 */
async function nameOfStore(client: pg.Client, storage: Storage): Promise<string> {
  const naming = [advisoryLocks.machineStore, 0]
  await client.query('select pg_advisory_lock($1, $2)', naming)
  try {
    if ((await storage.stat(STORE_NAME)) === null) await storage.put(STORE_NAME, Buffer.from(randomUUID()))
    return (await buffer(await storage.read(STORE_NAME))).toString()
  } finally {
    await client.query('select pg_advisory_unlock($1, $2)', naming)
  }
}

const published = z.object({ keys: z.array(z.object({ kid: z.string() })) })

async function keysOf({ app }: BuiltServices['auth']): Promise<string[]> {
  const answer = await app.request('/.well-known/jwks.json')
  return published.parse(await answer.json()).keys.map(({ kid }) => kid)
}

/** A number that reveals nothing of the value it stands for. It is never 0, which is the key of the lock for naming the store. */
function markOf(of: string | Uint8Array): number {
  return createHash('sha256').update('kinora machines').update(of).digest().readUInt32BE() & 0x7fffffff || 1
}
