import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { startingAs } from '../server/db/connections.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import type { DB } from '../server/db/tables.generated.ts'
import { listStories } from '../server/features/stories/stories.ts'
import { freePort } from '../server/testing/addresses.ts'
import { type Person, personAt } from '../server/testing/family.ts'
import { type Bench, type Finding, median } from './bench.ts'
import type { BareWork } from './peers/bare-stories.ts'
import { type BenchProcess, startKinora, startProcess } from './process.ts'

const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 10

/** The stories list against a bare handler, and in a full account against an almost empty one. */
export const bench: Bench = {
  title: `the first page of the stories list, ${ROUNDS} rounds of ${SECONDS} s by turns, medians`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
    const embedded = await startEmbedded({ dataDir: folder, durable: true, log: () => undefined })
    const running: BenchProcess[] = []
    try {
      const { login } = embedded
      const server = await startKinora({
        DATABASE_URL: `postgres://${login.user}:${login.password}@${login.host}:${login.port}/${login.database}`,
        DATA_DIR: join(folder, 'server'),
        PORT: String(await freePort()),
        DATABASE_POOL: String(CONNECTIONS),
        LOG_LEVEL: 'warn',
        AUTH_RATE_LIMITS: 'false',
        ROLE: 'web',
      })
      running.push(server)

      const few = await account(server.url, login, 50)
      const bare = await startBare(login, few.id)
      running.push(bare)
      const againstBare = await compareWithBare(listOf(server.url, few), { url: bare.url })

      const small = await account(server.url, login, 100)
      const large = await account(server.url, login, 100_000)
      return [...againstBare, await compareSizes(listOf(server.url, large), listOf(server.url, small))]
    } finally {
      for (const one of running.reverse()) await one.stop()
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

type Load = Pick<autocannon.Options, 'url'> & Partial<Pick<autocannon.Options, 'method' | 'headers' | 'body'>>
type Measured = { rps: number; tail: number; p99: number }

/** In so short a run, the slowest percent varies with the machine, so p97.5 is reported beside p99. */
async function measure(what: Load): Promise<Measured> {
  const result = await autocannon({ ...what, connections: CONNECTIONS, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were not 200`)
  return { rps: result.requests.average, tail: result.latency.p97_5, p99: result.latency.p99 }
}

async function byTurns(ours: Load, peer: Load) {
  await measure(ours)
  await measure(peer)
  const rounds: { ours: Measured; peer: Measured }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ peer: await measure(peer), ours: await measure(ours) })
  }
  return (figure: keyof Measured) => ({
    ours: median(rounds.map((round) => round.ours[figure])),
    peer: median(rounds.map((round) => round.peer[figure])),
    ratio: median(rounds.map((round) => round.ours[figure] / round.peer[figure])),
  })
}

async function compareWithBare(ours: Load, bare: Load): Promise<Finding[]> {
  const measured = await byTurns(ours, bare)
  const [rps, p99] = [measured('rps'), measured('p99')]
  return [
    {
      what: 'requests a second against the bare handler',
      ours: rps.ours.toFixed(0),
      peer: rps.peer.toFixed(0),
      ratio: rps.ratio,
      goal: 'at least 0.80',
      met: rps.ratio >= 0.8,
    },
    {
      what: 'p99 against the bare handler',
      ours: `${p99.ours} ms`,
      peer: `${p99.peer} ms`,
      ratio: p99.ratio,
      goal: 'at most 1.50',
      met: p99.ratio <= 1.5,
    },
  ]
}

async function compareSizes(large: Load, small: Load): Promise<Finding> {
  const { ours, peer, ratio } = (await byTurns(large, small))('tail')
  return {
    what: 'p97.5 with 100,000 stories against 100',
    ours: `${ours} ms`,
    peer: `${peer} ms`,
    ratio,
    goal: 'at most 1.50 (of p95)',
    met: ratio <= 1.5,
  }
}

const listOf = (origin: string, who: Person): Load => ({
  url: `${origin}/rpc/stories/list`,
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${who.accessToken}` },
  body: JSON.stringify({ json: { limit: 50 } }),
})

/** Creates a person with so many stories, each with three notes, a recording and its poster. */
async function account(origin: string, login: pg.ClientConfig, stories: number): Promise<Person> {
  const person = await personAt(origin)
  const client = new pg.Client(login)
  await client.connect()
  // The triggers that count and announce run for every row, which would be a hundred thousand times for one account.
  const tables = ['stories', 'story_notes', 'media', 'recordings']
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  for (const statement of seeding) {
    await client.query(
      statement.replace('$user', `'${person.id}'::uuid`).replace('$stories', String(stories)),
    )
  }
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  await client.query('vacuum analyze stories, story_notes, media, recordings')
  await client.end()
  return person
}

const seeding = [
  `insert into stories (user_id, title, description, method, speakers, created_at)
   select $user, 'The wedding in Odessa ' || n, repeat('It rained, and nobody minded. ', 6), 'recording',
     array['Elena Petrova', 'Boris'], now() - n * interval '1 minute'
   from generate_series(1, $stories) n`,
  `insert into story_notes (user_id, story_id, text, timestamp)
   select user_id, id, 'The band played on', '00:1' || n from stories, generate_series(1, 3) n where user_id = $user`,
  `insert into media (user_id, story_id, role, kind, state, mime_type, size_bytes, storage_key)
   select user_id, id, 'original', 'video', 'stored', 'video/webm', 1000, 'bench/' || id from stories where user_id = $user`,
  `insert into media (user_id, story_id, source_media_id, role, kind, state, mime_type, size_bytes, storage_key)
   select user_id, story_id, id, 'poster', 'image', 'stored', 'image/jpeg', 100, storage_key || '.poster'
   from media where user_id = $user and role = 'original'`,
  `insert into recordings (user_id, id, story_id, part, kind, state, mime_type, quality, started_at, original_media_id)
   select user_id, gen_random_uuid(), story_id, 0, 'video', 'ready', 'video/webm', 'high', now(), id
   from media where user_id = $user and role = 'original'`,
]

async function startBare(login: pg.ClientConfig, userId: string): Promise<BenchProcess> {
  const connection = startingAs(login, 'kinora_server')
  const work: BareWork = {
    connection,
    connections: CONNECTIONS,
    ...(await statementsOfList(userId)),
  }
  return startProcess([join(import.meta.dirname, 'peers/bare-stories.ts'), JSON.stringify(work)])
}

/** The statements of one list: compiled for PostgreSQL, and recorded in place of being sent. */
async function statementsOfList(userId: string): Promise<Pick<BareWork, 'opening' | 'text' | 'values'>> {
  const sent: { text: string; values: unknown[] }[] = []
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      sent.push({ text: query.sql, values: [...query.parameters] })
    },
  })
  await db.transaction().execute((tx) => listStories(tx, userId, { limit: 50 }, (id) => id))

  const list = sent.find(({ text }) => text.startsWith('select'))
  if (!list) throw new Error('the list sends other statements than this bench knows')
  const claims = pg.escapeLiteral(JSON.stringify({ sub: userId, role: 'authenticated' }))
  const opening = `begin; set local role authenticated; select set_config('request.jwt.claims', ${claims}, true)`
  return { opening, ...list }
}
