import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { prepareConnections } from '../server/db/connections.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { freePort } from '../server/testing/addresses.ts'
import { type Bench, type Finding, inMB, median } from './bench.ts'
import { type BenchProcess, startKinora } from './process.ts'
import { tokenFor, tokenSecret } from './tokens.ts'

const STREAMS = 2000
const AT_ONCE = 100
const CHANGES = 60

/** 2,000 people with a live stream each, in one process. Memory is measured once each of them has received a change and a ping. */
export const bench: Bench = {
  title: `${STREAMS} open live streams in one process, and ${CHANGES} changes on their way to them`,
  run: () => measure(async (open) => [...open.memory, ...(await arrivals(open))]),
  short: () => measure(async ({ memory }) => memory),
}

type Open = { memory: Finding[]; streams: Stream[]; client: pg.Client }
const bare = { peer: '', ratio: null }

async function measure(work: (open: Open) => Promise<Finding[]>): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const embedded = await startEmbedded({ dataDir: folder, durable: true, log: () => undefined })
  let server: BenchProcess | undefined
  const { login } = embedded
  const port = String(await freePort())
  try {
    const origin = `http://127.0.0.1:${port}`
    const settings = {
      DATABASE_URL: `postgres://${login.user}:${login.password}@${login.host}:${login.port}/${login.database}`,
      DATA_DIR: join(folder, 'server'),
      PORT: port,
      PUBLIC_URL: origin,
      AUTH_JWT_SECRET: tokenSecret,
      LOG_LEVEL: 'warn',
      ROLE: 'web',
    }
    // The very first start also strips types and compiles, which no later start does.
    await (await startKinora(settings)).stop()
    server = await startKinora(settings)
    const { owner } = await prepareConnections(login)
    const client = new pg.Client(owner)
    await client.connect()
    const { memory, streams } = await openAll(server, origin, client)
    const findings = await work({ memory, streams, client })
    for (const stream of streams) stream.close()
    await client.end()
    return findings
  } finally {
    await server?.stop()
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openAll(
  server: BenchProcess,
  origin: string,
  client: pg.Client,
): Promise<{ memory: Finding[]; streams: Stream[] }> {
  const { rows } = await client.query<{ id: string }>(
    `insert into auth.users (id, email) select gen_random_uuid(), 'person-' || n || '@seed.example'
     from generate_series(1, $1) n returning id`,
    [STREAMS],
  )
  // The first streams load and compile code, which is not part of a stream's cost.
  const first = await openStreams(
    origin,
    rows.slice(0, 20).map(({ id }) => id),
  )
  for (const stream of first) stream.close()
  await sleep(2000)
  const before = server.residentBytes() ?? 0

  const streams = await openStreams(
    origin,
    rows.map(({ id }) => id),
  )
  const heard = streams.map((stream) => stream.next('"profiles"'))
  await client.query(`update profiles set bio = 'all of them' where id = any($1)`, [rows.map(({ id }) => id)])
  await Promise.all(heard)
  // Longer than the interval in which everybody receives a ping.
  await sleep(25_000)
  const open = server.residentBytes() ?? 0
  const memory: Finding[] = [
    {
      what: `memory of the process with ${STREAMS} streams`,
      ours: inMB(open),
      ...bare,
      goal: 'under 200 MB',
      met: open < 200e6,
    },
    {
      what: 'of which before they came',
      ours: inMB(before),
      ...bare,
      goal: `${((open - before) / STREAMS / 1000).toFixed(1)} kB a stream`,
      met: null,
    },
  ]
  return { memory, streams }
}

async function arrivals({ streams, client }: Open): Promise<Finding[]> {
  const waits: number[] = []
  for (let index = 0; index < CHANGES; index += 1) {
    const stream = streams[(index * 31) % STREAMS]
    if (!stream) continue
    const since = performance.now()
    const heard = stream.next('"profiles"')
    await client.query('update profiles set bio = $2 where id = $1', [stream.userId, String(index)])
    await heard
    waits.push(performance.now() - since)
  }
  const slowest = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0
  return [
    {
      what: 'from a change to its arrival, median',
      ours: `${median(waits).toFixed(1)} ms`,
      ...bare,
      goal: `p95 ${slowest.toFixed(1)} ms`,
      met: null,
    },
  ]
}

type Stream = { userId: string; next: (sign: string) => Promise<void>; close: () => void }

async function openStreams(origin: string, people: readonly string[]): Promise<Stream[]> {
  const streams: Stream[] = []
  for (let from = 0; from < people.length; from += AT_ONCE)
    streams.push(
      ...(await Promise.all(people.slice(from, from + AT_ONCE).map((id) => openStream(origin, id)))),
    )
  return streams
}

/** Opens a stream and waits for its `hello`. */
async function openStream(origin: string, userId: string): Promise<Stream> {
  const authorization = `Bearer ${await tokenFor(origin, userId)}`
  const sent: ClientRequest = request(`${origin}/api/live`, { agent: false, headers: { authorization } })
  sent.end()
  const [response]: IncomingMessage[] = await once(sent, 'response')
  if (response?.statusCode !== 200) throw new Error(`a stream was answered ${response?.statusCode}`)
  let wanted: { sign: string; met: () => void } | undefined
  response.setEncoding('utf8').on('data', (text: string) => {
    if (wanted && text.includes(wanted.sign)) wanted.met()
  })
  response.on('error', () => undefined)
  const next = (sign: string) =>
    new Promise<void>((met) => {
      wanted = { sign, met }
    })
  await next('hello')
  return { userId, next, close: () => sent.destroy() }
}
