import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import autocannon from 'autocannon'
import pg from 'pg'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { findFreePort } from '../server/db/embedded/postmaster.ts'
import { type Bench, byTurns, type Finding, median } from './bench.ts'
import { type BenchProcess, startProcess } from './process.ts'

const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 10
const password = 'a long enough password'

/** Tries of each kind; a sign-up waits for its floor, so there are fewer. */
const tries = { logIn: 200, other: 60 }

/** What a stranger can measure, and what a log-in costs beside the hash that it must compute. */
export const bench: Bench = {
  title: `accounts: medians of ${tries.logIn} tries, and log-ins in ${ROUNDS} rounds of ${SECONDS} s by turns`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
    const embedded = await startEmbedded({ dataDir: folder, durable: true, log: () => undefined })
    let server: BenchProcess | undefined
    try {
      const { login } = embedded
      server = await startProcess(['server/main.ts'], {
        DATABASE_URL: `postgres://${login.user}:${login.password}@${login.host}:${login.port}/${login.database}`,
        DATA_DIR: join(folder, 'server'),
        PORT: String(await findFreePort()),
        DATABASE_POOL: String(CONNECTIONS),
        LOG_LEVEL: 'warn',
        AUTH_RATE_LIMITS: 'false',
        AUTH_AUTOCONFIRM: 'false',
        ROLE: 'web',
      })
      const { url } = server
      for (const email of [known, awaiting]) await post(url, '/signup', { email, password })
      await confirm(login, known)
      return [...(await compareTimes(url)), await compareWithArgon(url)]
    } finally {
      await server?.stop()
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const known = 'known@example.com'
const awaiting = 'awaiting@example.com'
let strangers = 0
const stranger = () => `stranger-${strangers++}@example.com`

/** Calls that must not tell whether an address has an account: each with addresses in every state. */
async function compareTimes(url: string): Promise<Finding[]> {
  const wrong = (email: string) => post(url, '/token?grant_type=password', { email, password: 'wrong' })
  const signUp = (email: string) => post(url, '/signup', { email, password })
  const recover = (email: string) => post(url, '/recover', { email })
  const otp = (email: string) => post(url, '/otp', { email, create_user: false })

  return [
    await spreadOf('log-in: unknown, wrong password, unconfirmed', tries.logIn, wrong),
    await spreadOf('sign-up: new, taken, unconfirmed', tries.other, signUp),
    await spreadOf('recovery: unknown, known, unconfirmed', tries.logIn, recover),
    await spreadOf('log-in by mail: unknown, known, unconfirmed', tries.logIn, otp),
  ]
}

/** The slowest median against the fastest; kinds take turns, each in every place as often as the others. */
async function spreadOf(
  what: string,
  times: number,
  call: (email: string) => Promise<unknown>,
): Promise<Finding> {
  const kinds = [stranger, () => known, () => awaiting]
  const measured: number[][] = kinds.map(() => [])
  for (let turn = 0; turn < times; turn += 1) {
    for (let place = 0; place < kinds.length; place += 1) {
      const index = (turn + place) % kinds.length
      // What the call before left to be done has an end.
      await settle()
      const email = kinds[index]?.() ?? ''
      const begun = performance.now()
      await call(email)
      // The first calls find everything cold.
      if (turn >= 5) measured[index]?.push(performance.now() - begun)
    }
  }

  const medians = measured.map(median)
  const [fastest, slowest] = [Math.min(...medians), Math.max(...medians)]
  return {
    what,
    ours: `${slowest.toFixed(2)} ms`,
    peer: `${fastest.toFixed(2)} ms`,
    ratio: slowest / fastest,
    goal: 'at most 1.05',
    met: slowest / fastest <= 1.05,
  }
}

async function compareWithArgon(url: string): Promise<Finding> {
  const stored = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const rates = await byTurns(
    ROUNDS,
    async () => {
      const load = { email: known, password }
      const result = await autocannon({
        url: `${url}/auth/v1/token?grant_type=password`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(load),
        connections: CONNECTIONS,
        duration: SECONDS,
      })
      if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} log-ins were refused`)
      return result.requests.average
    },
    () => bareRate(() => verify(stored, password)),
  )

  const ratio = rates.ours / rates.peer
  return {
    what: 'log-ins a second against bare argon2id',
    ours: rates.ours.toFixed(1),
    peer: rates.peer.toFixed(1),
    ratio,
    goal: 'at least 0.85',
    met: ratio >= 0.85,
  }
}

/** As many at a time as the server is asked for. */
async function bareRate(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  let done = 0
  const worker = async () => {
    while (performance.now() - begun < SECONDS * 1000) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return (done / (performance.now() - begun)) * 1000
}

async function post(url: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${url}/auth/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.text()
  if (response.status >= 500 || response.status === 429)
    throw new Error(`${path} answered ${response.status}`)
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 25))

async function confirm(login: pg.ClientConfig, email: string): Promise<void> {
  const client = new pg.Client(login)
  await client.connect()
  await client.query('update auth.users set email_confirmed_at = now() where email = $1', [email])
  await client.end()
}
