import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { applyToLine } from '../contract/transcript-apply.ts'
import type { TranscriptLine } from '../contract/transcript-lines.ts'
import { positionOf } from '../contract/transcript-position.ts'
import { signUp } from '../e2e/person.ts'
import { asSeenByServer } from '../e2e/transcripts.ts'
import { startingAs } from '../server/db/connections.ts'
import { createDatabase, type Database } from '../server/db/database.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { createPool } from '../server/db/pool.ts'
import { freePort } from '../server/testing/addresses.ts'
import type { Person } from '../server/testing/family.ts'
import { heardRecording } from '../server/testing/transcripts.ts'
import { type Bench, byTurns, type Finding, median } from './bench.ts'
import { startKinora } from './process.ts'
import { typeInPage } from './transcript-typing.ts'

const LINE_WORDS = 40
const [LONG, SHORT] = [60_000, 600]
const EDITS = 40
const ROUNDS = 5

/** An edit and a page in a transcript of five hours, against the same in one of three minutes. */
export const bench: Bench = {
  title: `a transcript of ${LONG} words against one of ${SHORT}: over HTTP, medians of ${ROUNDS} rounds by turns, and in a browser (needs the web app built)`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
    const embedded = await startEmbedded({ dataDir: folder, durable: true, log: () => undefined })
    const { login } = embedded
    const server = await startKinora({
      DATABASE_URL: `postgres://${login.user}:${login.password}@${login.host}:${login.port}/${login.database}`,
      DATA_DIR: join(folder, 'server'),
      PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      AUTH_RATE_LIMITS: 'false',
      ROLE: 'web',
    })
    const pool = createPool(startingAs(login, 'kinora_server'), { max: 2, onError: () => undefined })
    const db = createDatabase(pool)
    try {
      const signedUp = await signUp(server.url)
      const ana = asSeenByServer({ origin: server.url }, signedUp)
      const allowance = createPool(login, { max: 1, onError: () => undefined })
      await allowance.query(`update subscriptions set tier = 'generation' where user_id = $1`, [ana.id])
      const long = await transcriptOf(db, ana, LONG)
      const short = await transcriptOf(db, ana, SHORT)
      await allowance.query('vacuum analyze transcript_lines, transcript_edits')
      await allowance.end()
      return [
        await compare('an edit, stored and answered', long.edit, short.edit),
        await compare('a page of 10 lines out of the middle', long.page, short.page),
        await compare('a key typed, in memory', typed(long.lines), typed(short.lines)),
        ...(await typeInPage(server.url, signedUp, long, short)),
      ]
    } finally {
      await server.stop()
      await db.destroy()
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function transcriptOf(db: Database, person: Person, wordCount: number) {
  const count = wordCount / LINE_WORDS
  const lines = Array.from({ length: count }, (_, line) =>
    Array.from({ length: LINE_WORDS }, (_, word) => `word${line}x${word}`).join(' '),
  )
  const id = await heardRecording({ db }, person, lines)
  const { transcripts } = person.client
  const first = await transcripts.lines({ id, limit: 50 })
  const positionBefore = positionOf(Math.max(0, Math.floor(count / 2) - 5) * 10_000)
  let [line] = (await transcripts.lines({ id, limit: 1, cursor: positionBefore })).items
  const { storyId } = await transcripts.get({ id })
  return {
    storyId,
    lines: first.items,
    page: async () => {
      const times: number[] = []
      const cursor = positionBefore
      for (let read = 0; read < EDITS; read += 1) {
        times.push(await timed(() => transcripts.lines({ id, limit: 10, cursor })))
      }
      return median(times)
    },
    edit: async () => {
      const times: number[] = []
      for (let edit = 0; edit < EDITS && line; edit += 1) {
        const text = `corrected${edit}`
        const command = { id: uuidv7(), lineId: line.id, baseVersion: line.version, from: 5, to: 6, text }
        const commands = [{ type: 'replaceWords' as const, ...command }]
        times.push(
          await timed(async () => {
            line = (await transcripts.edit({ id, commands })).lines[0]
          }),
        )
      }
      return median(times)
    },
  }
}

/** The cost of one key press: the word under the cursor is replaced in its line. */
function typed(lines: readonly TranscriptLine[]) {
  return async () => {
    let line = lines[0]
    if (!line) throw new Error('no lines')
    const started = performance.now()
    for (let key = 0; key < 1_000; key += 1) {
      const text = `typed${key}`
      const applied = applyToLine(
        { type: 'replaceWords', lineId: line.id, from: 5, to: 6, text },
        line,
        null,
        key,
      )
      if (typeof applied !== 'string') line = applied.lines[0] ?? line
    }
    return (performance.now() - started) / 1_000
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function compare(
  what: string,
  long: () => Promise<number>,
  short: () => Promise<number>,
): Promise<Finding> {
  await long()
  await short()
  const { ours, peer } = await byTurns(ROUNDS, long, short)
  const ms = (value: number) => `${value.toFixed(value < 1 ? 3 : 1)} ms`
  const ratio = ours / peer
  return {
    what,
    ours: ms(ours),
    peer: ms(peer),
    ratio,
    goal: 'at most 1.50, and 50 ms',
    met: ratio <= 1.5 && ours < 50,
  }
}
