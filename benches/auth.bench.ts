import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import autocannon from 'autocannon'
import pg from 'pg'
import { hashedAtOnce } from '../server/auth/accounts/hashing-turns.ts'
import { createPasswords } from '../server/auth/accounts/passwords.ts'
import { createAuth } from '../server/auth/create-auth.ts'
import { openKeyFolder } from '../server/auth/key-folder.ts'
import { startingAs } from '../server/db/connections.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { loadSecrets } from '../server/secrets.ts'
import { freePort } from '../server/testing/addresses.ts'
import { chains, timesOf } from './auth-load.ts'
import { type Bench, byTurns, type Finding, median } from './bench.ts'
import type { BareRefreshes, Statement } from './peers/bare-refresh.ts'
import { type BenchProcess, startKinora, startProcess } from './process.ts'

const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 10
const TRIES = 200
/**
 * Enough people log in at once that a password always waits to be hashed, and few enough that nobody waits for the ten seconds that
 * a request may take, not even on a busy machine.
 */
const PEOPLE = 12
const password = 'a long enough password'

type World = { url: string; login: pg.ClientConfig; dataDir: string; running: BenchProcess[] }

/**
 * Log-ins against the bare hash, refreshes against a bare transaction, and whether the time of a log-in reveals who has an account.
 */
export const bench: Bench = {
  title: `accounts, ${ROUNDS} rounds of ${SECONDS} s by turns, medians`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
    const embedded = await startEmbedded({ dataDir: folder, durable: true, log: () => undefined })
    const running: BenchProcess[] = []
    try {
      const { login } = embedded
      const dataDir = join(folder, 'server')
      const server = await startKinora({
        DATABASE_URL: `postgres://${login.user}:${login.password}@${login.host}:${login.port}/${login.database}`,
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        DATABASE_POOL: String(CONNECTIONS),
        LOG_LEVEL: 'warn',
        AUTH_RATE_LIMITS: 'false',
        AUTH_AUTOCONFIRM: 'false',
        ROLE: 'web',
      })
      running.push(server)
      const world = { url: `${server.url}/auth/v1`, login, dataDir, running }

      await account(world, 'confirmed@example.com', true)
      await account(world, 'quiet@example.com', true)
      await account(world, 'unconfirmed@example.com', false)
      return [await probing(world), await signIns(world), await refreshes(world), await userReads(world)]
    } finally {
      for (const one of running.reverse()) await one.stop()
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const post = (world: World, path: string, body: object) =>
  fetch(world.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then((response) => response.json())

const logIn = (world: World, email: string, secret = password) =>
  post(world, '/token?grant_type=password', { email, password: secret })

async function account(world: World, email: string, isConfirmed: boolean): Promise<void> {
  await post(world, '/signup', { email, password })
  if (!isConfirmed) return

  const client = new pg.Client(world.login)
  await client.connect()
  await client.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
  await client.end()
}

/** Log-ins by many people at once, against only comparing the password. */
async function signIns(world: World): Promise<Finding> {
  const stored = await createPasswords().hash(password)
  // Concurrent log-ins of the same person would wait for each other.
  const people = Array.from({ length: PEOPLE }, (_, index) => `person-${index}@example.com`)
  for (const email of people) await account(world, email, true)
  const bodies = people.map((email) => ({ email, password }))
  const ours = () =>
    chains(`${world.url}/token?grant_type=password`, bodies, SECONDS, (_answer, body) => body)
  const peer = async () => {
    const [began, endsAt] = [performance.now(), performance.now() + SECONDS * 1000]
    let done = 0
    const person = async () => {
      while (performance.now() < endsAt) {
        await verify(stored, password)
        done += 1
      }
    }
    await Promise.all(Array.from({ length: hashedAtOnce }, person))
    return done / ((performance.now() - began) / 1000)
  }

  const measured = await byTurns(ROUNDS, ours, peer)
  const ratio = measured.ours / measured.peer
  return {
    what: 'log-ins a second against the bare hash',
    ours: measured.ours.toFixed(1),
    peer: measured.peer.toFixed(1),
    ratio,
    goal: 'at least 0.85',
    met: ratio >= 0.85,
  }
}

async function refreshes(world: World): Promise<Finding> {
  // The bare server writes the same counters again and again, so it needs sessions of its own.
  const [mine, theirs] = [await openSessions(world), await openSessions(world)]
  const { sessions, answer } = await recordRefreshes(world, theirs)
  const connection = startingAs(world.login, 'kinora_server')
  const work: BareRefreshes = { connection, connections: CONNECTIONS, sessions, answer }
  const bare = await startProcess([join(import.meta.dirname, 'peers/bare-refresh.ts'), JSON.stringify(work)])
  world.running.push(bare)

  const same = sessions.map((_session, index) => ({ refresh_token: String(index) }))
  const ours = () =>
    chains(`${world.url}/token?grant_type=refresh_token`, mine, SECONDS, ({ refresh_token }) => ({
      refresh_token,
    }))
  const peer = () => chains(bare.url, same, SECONDS, (_answer, body) => body)

  const measured = await byTurns(ROUNDS, ours, peer)
  const ratio = measured.ours / measured.peer
  return {
    what: 'refreshes a second against a bare transaction',
    ours: measured.ours.toFixed(0),
    peer: measured.peer.toFixed(0),
    ratio,
    goal: 'at least 0.60',
    met: ratio >= 0.6,
  }
}

async function openSessions(world: World): Promise<{ refresh_token: string }[]> {
  const tokens: { refresh_token: string }[] = []
  for (let count = 0; count < CONNECTIONS; count += 1) {
    const { refresh_token } = await logIn(world, 'confirmed@example.com')
    tokens.push({ refresh_token })
  }
  return tokens
}

/** Refreshes each session once with the service itself, in this process, and records the statements that it sends. */
async function recordRefreshes(world: World, tokens: { refresh_token: string }[]) {
  const folder = join(world.dataDir, 'secrets')
  const pool = new pg.Pool({ ...startingAs(world.login, 'kinora_server'), max: 1, pipeline: true })
  const sent: Statement[] = []
  pool.on('connect', (client) => recordQueries(client, sent))
  const origin = world.url.replace('/auth/v1', '')
  const auth = await createAuth({
    pool,
    keys: await openKeyFolder(folder, 3600),
    secrets: loadSecrets(folder, undefined),
    settings: { siteUrl: origin, externalUrl: world.url, rateLimits: { enabled: false } },
    mail: { sendMail: async () => undefined },
    log: { info: () => undefined, warn: () => undefined, error: console.error },
  })

  const sessions: Statement[][] = []
  let answer: unknown
  for (const body of tokens) {
    sent.length = 0
    const response = await auth.app.request('/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify(body),
    })
    answer = await response.json()
    sessions.push([...sent])
  }
  await auth.settled()
  await pool.end()
  return { sessions, answer }
}

function recordQueries(client: pg.PoolClient, sent: Statement[]): void {
  const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>
  const recording = (text: string, values: unknown[] = []) => {
    sent.push({ text, values })
    return query(text, values.length === 0 ? undefined : values)
  }
  Object.assign(client, { query: recording })
}

async function userReads(world: World): Promise<Finding> {
  const { access_token: token } = await logIn(world, 'confirmed@example.com')
  const load = { url: `${world.url}/user`, headers: { authorization: `Bearer ${token}` } }
  const result = await autocannon({ ...load, connections: CONNECTIONS, duration: SECONDS * 2 })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers were not 200`)
  return {
    what: `p99 of GET /user, ${CONNECTIONS} at once`,
    ours: `${result.latency.p99} ms`,
    peer: `${result.requests.average.toFixed(0)}/s`,
    ratio: null,
    goal: 'a figure',
    met: null,
  }
}

/** Whether the time of a refusal reveals that an account exists: medians over many sequential tries. */
async function probing(world: World): Promise<Finding> {
  // Not the account of the other measurements, whose row is large and cached.
  const emails = ['nobody@example.com', 'quiet@example.com', 'unconfirmed@example.com']
  const requests = emails.map((email) => () => logIn(world, email, 'not the password'))
  await timesOf(requests, 5)
  const medians = (await timesOf(requests, TRIES)).map(median)
  const [least, most] = [Math.min(...medians), Math.max(...medians)]
  return {
    what: 'unknown / wrong password / unconfirmed',
    ours: medians.map((ms) => ms.toFixed(1)).join(' '),
    peer: 'ms',
    ratio: most / least,
    goal: 'at most 1.05',
    met: most / least <= 1.05,
  }
}
