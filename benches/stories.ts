import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import autocannon from 'autocannon'
import pg from 'pg'
import { asUser } from '../server/db/actor.ts'
import { startingAs } from '../server/db/connections.ts'
import { createDatabase } from '../server/db/database.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { findFreePort } from '../server/db/embedded/postmaster.ts'
import { createPool } from '../server/db/pool.ts'
import { listStories } from '../server/features/stories/stories.ts'
import type { BareWork } from './bare-stories.ts'
import { median } from './median.ts'

const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 10
const POOL = 10

/** The stories list against a bare handler, and in a full account against an almost empty one. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const embedded = await startEmbedded({ dataDir: folder, durable: true, log: () => undefined })
  const children: ChildProcess[] = []
  try {
    const { login } = embedded
    const port = await findFreePort()
    const origin = `http://127.0.0.1:${port}`
    const url = `postgres://${login.user}:${encodeURIComponent(login.password)}@${login.host}:${login.port}/${login.database}`
    const server = start('server/main.ts', {
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'server'),
      PORT: String(port),
      DATABASE_POOL: String(POOL),
      LOG_LEVEL: 'warn',
      AUTH_RATE_LIMITS: 'false',
      ROLE: 'web',
    })
    children.push(server)
    await firstLine(server)

    const few = await account(origin, login, 50)
    const bare = start('benches/bare-stories.ts', {})
    children.push(bare)
    const sessions = startingAs(login, 'kinora_server')
    const statements = await statementsOfList(sessions, few.userId)
    const work: BareWork = { connection: sessions, connections: POOL, ...statements }
    bare.stdin?.end(JSON.stringify(work))
    const bareOrigin = await firstLine(bare)

    await againstBare(listOf(origin, few.token, 50), { url: bareOrigin })
    const hundred = await account(origin, login, 100)
    const many = await account(origin, login, 100_000)
    await againstSize(listOf(origin, hundred.token, 50), listOf(origin, many.token, 50))
  } finally {
    for (const child of children) await end(child)
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Load = Pick<autocannon.Options, 'url' | 'method' | 'headers' | 'body'>

const load = (what: Load) =>
  autocannon({ ...what, connections: CONNECTIONS, duration: SECONDS }).then((result) => {
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 200`)
    return { rps: result.requests.average, p95: result.latency.p97_5, p99: result.latency.p99 }
  })

async function againstBare(ours: Load, bare: Load): Promise<void> {
  const rounds = await interleaved(ours, bare)
  const rps = median(rounds.map(({ first, second }) => first.rps / second.rps))
  const p99 = median(rounds.map(({ first, second }) => first.p99 / second.p99))
  console.log(`stories list, 50 stories with notes, ${ROUNDS} rounds of ${SECONDS} s each, medians`)
  console.log(
    `  Kinora ${median(rounds.map(({ first }) => first.rps)).toFixed(0)} requests/s, bare ${median(rounds.map(({ second }) => second.rps)).toFixed(0)}`,
  )
  console.log(`  requests per second, Kinora / bare: ${rps.toFixed(2)} (wanted: 0.80 or more)`)
  console.log(`  p99, Kinora / bare: ${p99.toFixed(2)} (wanted: 1.50 or less)`)
}

async function againstSize(small: Load, large: Load): Promise<void> {
  const rounds = await interleaved(large, small)
  const ratio = median(rounds.map(({ first, second }) => first.p95 / second.p95))
  console.log(`stories list, first page of 50, ${ROUNDS} rounds of ${SECONDS} s each, medians`)
  console.log(`  p97.5 with 100,000 stories / with 100: ${ratio.toFixed(2)} (wanted for p95: 1.50 or less)`)
}

async function interleaved(first: Load, second: Load) {
  await load(first)
  await load(second)
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ first: await load(first), second: await load(second) })
  }
  return rounds
}

const listOf = (origin: string, token: string, limit: number): Load => ({
  url: `${origin}/rpc/stories/list`,
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  body: JSON.stringify({ json: { limit } }),
})

/** Somebody with so many stories, each with three notes, a recording and its poster. */
async function account(origin: string, login: pg.ClientConfig, stories: number) {
  const response = await fetch(`${origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: 'wild geese' }),
  })
  const { access_token: token, user } = (await response.json()) as {
    access_token: string
    user: { id: string }
  }
  const client = new pg.Client(login)
  await client.connect()
  for (const statement of seeding)
    await client.query(statement, [user.id, stories].slice(0, statement.includes('$2') ? 2 : 1))
  await client.query('vacuum analyze')
  await client.end()
  return { token, userId: user.id }
}

const seeding = [
  `insert into stories (user_id, title, description, method, speakers, created_at)
   select $1, 'The wedding in Odessa ' || n, repeat('It rained, and nobody minded. ', 6), 'recording',
     array['Elena Petrova', 'Boris'], now() - n * interval '1 minute'
   from generate_series(1, $2) n`,
  `insert into story_notes (user_id, story_id, text, timestamp)
   select user_id, id, 'The band played on', '00:1' || n from stories, generate_series(1, 3) n where user_id = $1`,
  `insert into media (user_id, story_id, role, kind, state, mime_type, size_bytes, storage_key)
   select user_id, id, 'original', 'video', 'stored', 'video/webm', 1000, 'bench/' || id from stories where user_id = $1`,
  `insert into media (user_id, story_id, source_media_id, role, kind, state, mime_type, size_bytes, storage_key)
   select user_id, story_id, id, 'poster', 'image', 'stored', 'image/jpeg', 100, storage_key || '.poster'
   from media where user_id = $1 and role = 'original'`,
  `insert into recordings (user_id, id, story_id, part, kind, state, mime_type, quality, started_at, original_media_id)
   select user_id, gen_random_uuid(), story_id, 0, 'video', 'ready', 'video/webm', 'high', now(), id
   from media where user_id = $1 and role = 'original'`,
]

/** The statements that one list sends, as they leave for PostgreSQL. */
async function statementsOfList(sessions: pg.ClientConfig, userId: string) {
  const sent: { text: string; values: unknown[] }[] = []
  const pool = createPool(sessions, { max: 1, onError: () => undefined })
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    Object.assign(client, {
      query: (first: string | { text: string; values?: unknown[] }, ...rest: unknown[]) => {
        if (typeof first === 'string') sent.push({ text: first, values: (rest[0] as unknown[]) ?? [] })
        else sent.push({ text: first.text, values: first.values ?? [] })
        return Reflect.apply(query, client, [first, ...rest])
      },
    })
  })
  const db = createDatabase(pool)
  await asUser(db, { sub: userId }, (tx) => listStories(tx, userId, { limit: 50 }, (id) => id))
  await db.destroy()

  const opening = sent.find(({ text }) => text.startsWith('begin'))
  const list = sent.find(({ text }) => text.startsWith('select'))
  if (!opening || !list) throw new Error('the list sends other statements than this bench knows')
  return { opening: opening.text, text: list.text, values: list.values }
}

function start(file: string, settings: NodeJS.ProcessEnv): ChildProcess {
  const env = { PATH: process.env.PATH, ...settings }
  return spawn(process.execPath, [file], { env, stdio: ['pipe', 'pipe', 'inherit'] })
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('a child without output')
  const lines = createInterface(child.stdout)
  for await (const line of lines) if (line.includes('http')) return line
  throw new Error('a process ended before it answered')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
