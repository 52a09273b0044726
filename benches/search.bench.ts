import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, type RequestOptions, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { asWorker } from '../server/db/actor.ts'
import { prepareConnections } from '../server/db/connections.ts'
import { createDatabase } from '../server/db/database.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { createPool } from '../server/db/pool.ts'
import type { DB } from '../server/db/tables.generated.ts'
import { find } from '../server/features/search/search.ts'
import { writeLines } from '../server/features/transcripts/line-rows.ts'
import { freePort } from '../server/testing/addresses.ts'
import { enterAt, type Person } from '../server/testing/family.ts'
import { randomFrom, sentenceOf, vocabularyOf } from '../server/testing/seed/family-words.ts'
import { seedEmail, seedInstance, seedPassword } from '../server/testing/seed/seed-instance.ts'
import type { SeedSize } from '../server/testing/seed/sizes.ts'
import { type Bench, byTurns, type Finding, median } from './bench.ts'
import type { BareSearch } from './peers/bare-search.ts'
import { type BenchProcess, startKinora, startProcess } from './process.ts'

const ROUNDS = 7
const ASKED = 120
const QUESTIONS = 20
const LINES = 600
const families: SeedSize = {
  families: 200,
  large: 1,
  storiesOfLarge: 20,
  storiesOfSmall: 20,
  linesOfLarge: 250,
  lines: 1_000_000,
  vastTree: 25,
  smallTree: 25,
}

/** A search in one of 200 families with 5,000 sentences each, against the same statements from a bare server. */
export const bench: Bench = {
  title: `a search among 1,000,000 sentences of 200 families, ${ROUNDS} rounds by turns, medians of p95`,
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
        LOG_LEVEL: 'warn',
        AUTH_RATE_LIMITS: 'false',
        ROLE: 'web',
      })
      running.push(server)
      const connections = await prepareConnections(login)
      await seedInstance(connections.owner, families, null, () => undefined)
      const ana = await enterAt(server.url, { email: seedEmail(1), password: seedPassword })
      const owner = new pg.Client(connections.owner)
      await owner.connect()
      const said = await owner.query<{ text: string }>(
        'select text from transcript_lines where user_id = $1 order by id',
        [ana.id],
      )
      const kinds = questionsFrom(said.rows.map(({ text }) => text))

      const bare = await startBare(
        folder,
        connections.sessions,
        ana,
        kinds.flatMap(({ asked }) => asked),
      )
      running.push(bare)
      const findings = await compare(server.url, bare.url, ana, kinds)
      findings.push(await compareWriting(connections.sessions, owner, ana))
      await owner.end()
      return findings
    } finally {
      for (const one of running.reverse()) await one.stop()
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

type Kind = { name: string; asked: string[] }

/** Questions of every kind, made from what the family said. */
function questionsFrom(sentences: string[]): Kind[] {
  const spread = Array.from({ length: QUESTIONS }, (_, index) => sentences[index * 241] ?? '')
  const wordsOf = (sentence: string) => sentence.replace('.', '').split(' ')
  const counts = new Map<string, number>()
  for (const word of sentences.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const byCount = [...counts].toSorted((a, b) => b[1] - a[1]).map(([word]) => word)
  const rare = [...counts].filter(([, count]) => count === 1).map(([word]) => word)
  const longest = (sentence: string) => wordsOf(sentence).toSorted((a, b) => b.length - a.length)

  return [
    { name: 'a rare word', asked: rare.slice(0, QUESTIONS) },
    { name: 'a common word', asked: byCount.slice(30, 30 + QUESTIONS) },
    { name: 'two words', asked: spread.map((sentence) => longest(sentence).slice(0, 2).join(' ')) },
    {
      name: 'two common words',
      asked: byCount.slice(60, 60 + QUESTIONS).map((word, index) => `${word} ${byCount[100 + index]}`),
    },
    { name: 'a phrase', asked: spread.map((sentence) => `"${wordsOf(sentence).slice(3, 6).join(' ')}"`) },
    {
      name: 'the beginning of a word',
      asked: 'ba ne mo ri ta lu sh ve ga de ki po st fe ol ar es in um ha'.split(' '),
    },
    { name: 'one letter', asked: 'b n m r t l s v g d k p f o a e i u h c'.split(' ') },
    {
      name: 'a name with a typo',
      asked: ['Magdalna', 'Wilhelmna', 'Rosalnd', 'Theodor', 'Yevgenja', 'Hildgard'],
    },
    { name: 'nothing', asked: spread.map((_, index) => `zzyzx${index} qwxyz`) },
  ]
}

/** Records the statements that Kinora sends for each question. */
async function statementsOf(
  sessions: pg.ClientConfig,
  opening: string[],
  asked: string[],
): Promise<BareSearch['questions']> {
  let sent: { text: string; values: unknown[] }[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: createPool(sessions, { max: 1, onError: () => undefined }) }),
    log: ({ query }) => {
      sent.push({ text: query.sql, values: [...query.parameters] })
    },
  })
  const questions: BareSearch['questions'] = []
  for (const q of asked) {
    await db.transaction().execute(async (tx) => {
      for (const statement of opening) await sql.raw(statement).execute(tx)
      sent = []
      await find(tx, { q, limit: limits.foundStories })
      questions.push(sent)
    })
  }
  await db.destroy()
  return questions
}

async function startBare(folder: string, sessions: pg.ClientConfig, ana: Person, asked: string[]) {
  const claims = pg.escapeLiteral(JSON.stringify({ ...ana.claims, role: 'authenticated' }))
  const opening = ['set local role authenticated', `select set_config('request.jwt.claims', ${claims}, true)`]
  const work: BareSearch = {
    connection: sessions,
    opening: ['begin', ...opening].join('; '),
    questions: await statementsOf(sessions, opening, asked),
  }
  const file = join(folder, 'questions.json')
  writeFileSync(file, JSON.stringify(work))
  return startProcess([join(import.meta.dirname, 'peers/bare-search.ts'), file])
}

type Ask = (number: number, q: string) => Promise<void>

async function compare(ours: string, bare: string, ana: Person, kinds: Kind[]): Promise<Finding[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${ana.accessToken}` }
  const askOurs: Ask = (_, q) =>
    answerOf(`${ours}/rpc/search/find`, { agent, method: 'POST', headers }, JSON.stringify({ json: { q } }))
  const askBare: Ask = (number) => answerOf(`${bare}/${number}`, { agent })

  const findings: Finding[] = []
  let first = 0
  for (const { name, asked } of kinds) {
    const tails = { ours: [] as number[], bare: [] as number[], ratio: [] as number[] }
    for (let round = -1; round < ROUNDS; round += 1) {
      const { our, peer } = await tailsOf(askOurs, askBare, asked, first)
      if (round < 0) continue
      tails.ours.push(our)
      tails.bare.push(peer)
      tails.ratio.push(our / peer)
    }
    first += asked.length
    const [tail, ratio] = [median(tails.ours), median(tails.ratio)]
    findings.push({
      what: `p95 of ${name}`,
      ours: `${tail.toFixed(1)} ms`,
      peer: `${median(tails.bare).toFixed(1)} ms`,
      ratio,
      goal: 'at most 1.30, under 50 ms',
      met: ratio <= 1.3 && tail < 50,
    })
  }
  agent.destroy()
  return findings
}

/** Both p95 values in milliseconds. The two servers get each question in turn, so that other load affects both alike. */
async function tailsOf(ours: Ask, bare: Ask, asked: string[], first: number) {
  const times: { our: number[]; peer: number[] } = { our: [], peer: [] }
  for (let count = 0; count < ASKED; count += 1) {
    const index = count % asked.length
    times.peer.push(await timeOf(() => bare(first + index, asked[index] ?? '')))
    times.our.push(await timeOf(() => ours(first + index, asked[index] ?? '')))
  }
  return { our: p95(times.our), peer: p95(times.peer) }
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0

function answerOf(url: string, options: RequestOptions, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume().on('end', resolve)
    })
    sent.on('error', reject).end(body)
  })
}

/** Compares writing a transcript of an hour with and without its search index. */
async function compareWriting(sessions: pg.ClientConfig, owner: pg.Client, ana: Person): Promise<Finding> {
  const db = createDatabase(createPool(sessions, { max: 1, onError: () => undefined }))
  const random = randomFrom(2)
  const words = vocabularyOf(30_000)
  const { rows } = await owner.query<{ id: string; story_id: string }>(
    'select id, story_id from transcripts where user_id = $1 limit 1',
    [ana.id],
  )
  const [transcript] = rows
  if (!transcript) throw new Error('there is no transcript to write to')

  let written = 0
  const write = async () => {
    const lines = Array.from({ length: LINES }, () => lineOf(sentenceOf(words, random), written++))
    const started = performance.now()
    await asWorker(db, ana.id, (tx) =>
      writeLines(tx, { userId: ana.id, transcriptId: transcript.id }, lines, transcript.story_id),
    )
    return performance.now() - started
  }
  const toggle = (verb: string) => owner.query(`alter table transcript_lines ${verb} trigger found_by_search`)
  const without = async () => {
    await toggle('disable')
    const time = await write()
    await toggle('enable')
    return time
  }

  await without()
  await write()
  const { ours, peer } = await byTurns(ROUNDS, write, without)
  await db.destroy()
  return {
    what: `writing a transcript of ${LINES} lines`,
    ours: `${ours.toFixed(0)} ms`,
    peer: `${peer.toFixed(0)} ms`,
    ratio: ours / peer,
    goal: `${((ours - peer) / LINES).toFixed(2)} ms more a line, of about 6 s of talk`,
    met: null,
  }
}

function lineOf(text: string, number: number): TranscriptLine {
  const spoken = text.split(' ')
  const startMs = number * 6_000
  return {
    id: uuidv7(),
    position: `z${String(number).padStart(8, '0')}`,
    speaker: '1',
    language: 'en-US',
    startMs,
    endMs: startMs + 5_900,
    words: spoken.map((word, index) => ({
      text: word,
      startMs: startMs + index * 250,
      endMs: startMs + index * 250 + 200,
      confidence: 0.9,
      heard: true,
    })),
    reading: null,
    readingIsOld: false,
    version: 0,
  }
}
