import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { signUp } from '../e2e/person.ts'
import { startEmbedded } from '../server/db/embedded/embedded.ts'
import { freePort } from '../server/testing/addresses.ts'
import { type Bench, type Finding, inMB } from './bench.ts'
import { makeRecording } from './live-recording.ts'
import { beginIn, endIn, seekFarIn } from './long-session.ts'
import { type BenchProcess, startKinora } from './process.ts'
import { openUnwatched, type UnwatchedBrowser } from './unwatched-browser.ts'

const MINUTES = { short: 30, long: 300 }
/** By then everything is loaded and warm, so any further growth comes with the length of the recording. */
const WARM_MINUTES = 5
/** Twenty-five more minutes are 500 MB. The measured memory varies by a few MB from one sample to the next. */
const GROWTH_MB = 50
/**
 * These minutes are handed out in real time, so that the queue at the end is as long as that of any recording: see
 * film-recorder.ts.
 */
const LAST_MINUTES = 0.5
/** If nothing arrives for so long, the studio has given up. */
const SILENT_MS = 60_000

/**
 * A long recording in the real studio, used as a person does, of a real film that is handed out in the recorder's slices as fast as
 * the studio, the connection, the server and the disks take them.
 */
export const bench: Bench = {
  title: `a recording of ${MINUTES.short} minutes in the studio (--long: of ${MINUTES.long / 60} hours), one run`,
  run: async ({ isLong }) => {
    const minutes = isLong ? MINUTES.long : MINUTES.short
    const folder = mkdtempSync(join(tmpdir(), 'kinora-long-'))
    const embedded = await startEmbedded({ dataDir: folder, durable: true, log: () => undefined })
    const { user, password, host, port, database } = embedded.login
    const ownPort = String(await freePort())
    const server = await startKinora({
      DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/${database}`,
      DATA_DIR: join(folder, 'server'),
      PORT: ownPort,
      PUBLIC_URL: `http://127.0.0.1:${ownPort}`,
      LOG_LEVEL: 'error',
      AUTH_RATE_LIMITS: 'false',
    })
    const tables = new pg.Client({ ...embedded.superuser, database })
    await tables.connect()
    const browser = await openUnwatched()
    try {
      const film = await makeRecording(folder, 'webm', minutes)
      return await measure({ minutes, film, server, tables, browser })
    } finally {
      await browser.close()
      await tables.end()
      await server.stop()
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

type Parts = {
  minutes: number
  film: string
  server: BenchProcess
  tables: pg.Client
  browser: UnwatchedBrowser
}

async function measure({ minutes, film, server, tables, browser }: Parts): Promise<Finding[]> {
  const ana = await signUp(server.url)
  // Five hours of 1080p exceed the free plan's storage.
  await tables.query(`update subscriptions set tier = 'generation' where user_id = $1`, [ana.id])
  const filmBytes = statSync(film).size
  const stored = async () => {
    const { rows } = await tables.query<{ state: string; bytes: string; ms: string | null }>(
      'select state, received_bytes as bytes, duration_ms as ms from recordings',
    )
    const [{ state, bytes, ms } = { state: '', bytes: '0', ms: null }] = rows
    return { state, minutes: (Number(bytes) / filmBytes) * minutes, ms: Number(ms) }
  }
  const memory = watchMemory(browser, async () => (await stored()).minutes)

  const begun = performance.now()
  await beginIn(browser, { origin: server.url, ana, film, minutes })
  await untilSent(minutes - LAST_MINUTES, async () => (await stored()).minutes)
  const fold = ((minutes - LAST_MINUTES) * 60_000) / (performance.now() - begun)
  const studioMB = memory.pageMB()
  const grownMB = memory.heldMB(minutes - LAST_MINUTES) - memory.heldMB(WARM_MINUTES)

  const isSafe = async () => ['safe', 'ready'].includes((await stored()).state)
  const end = await endIn(browser, minutes, isSafe)
  while ((await stored()).state !== 'ready') await sleep(200)
  const far = await seekFarIn(browser)
  await memory.stop()
  const lengths = [end.countedMs, (await stored()).ms, far.lengthMs]
  const offMs = Math.max(...lengths.map((ms) => Math.abs(ms - minutes * 60_000)))
  const serverGrown = (server.peakBytes() ?? 0) - (server.restingBytes ?? 0)

  return [
    finding('how much quicker than told', `${fold.toFixed(0)} times`, '', null),
    finding('timer, story and player: wrong by', `${Math.round(offMs)} ms`, 'at most 500 ms', offMs <= 500),
    finding('the studio’s page at most', `${studioMB} MB`, 'under 300 MB', studioMB < 300),
    finding(
      `held more in it at ${minutes - LAST_MINUTES} minutes than at ${WARM_MINUTES}`,
      `${grownMB} MB`,
      `under ${GROWTH_MB} MB`,
      grownMB < GROWTH_MB,
    ),
    finding('the same page at most, with the player and watched', `${memory.pageMB()} MB`, '', null),
    finding('the server more than at rest, at most', inMB(serverGrown), 'under 150 MB', serverGrown < 150e6),
    finding('from End until it plays', inSeconds(end.playableMs), 'under 3 s', end.playableMs < 3_000),
    finding('from End until every byte was read again', inSeconds(end.safeMs), '', null),
    finding('from End until the device had its room back', inSeconds(end.freeMs), '', null),
    finding('a far seek in it, to a picture', inSeconds(far.tookMs), 'under 1 s', far.tookMs < 1_000),
  ]
}

const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

const finding = (what: string, ours: string, goal: string, met: boolean | null): Finding => ({
  what,
  ours,
  peer: '',
  ratio: null,
  goal,
  met,
})

/** Waits until the server has received so many minutes. */
async function untilSent(wanted: number, minutes: () => Promise<number>): Promise<void> {
  let [sent, heardAt] = [0, performance.now()]
  while (sent < wanted) {
    await sleep(100)
    const now = await minutes()
    if (now > sent) heardAt = performance.now()
    else if (performance.now() - heardAt > SILENT_MS) throw new Error(`nothing came after ${now} minutes`)
    sent = now
  }
}

type Look = { minutes: number; pageMB: number }

/** Samples the page's memory five times a second, together with the length of the recording at that moment. */
function watchMemory(browser: UnwatchedBrowser, minutes: () => Promise<number>) {
  const looks: Look[] = []
  let isOver = false
  const watching = (async () => {
    for (; !isOver; await sleep(200)) looks.push({ minutes: await minutes(), pageMB: await browser.pageMB() })
  })()
  return {
    pageMB: () => Math.max(...looks.map(({ pageMB }) => pageMB)),
    /** The minimum over the minute before: the memory that the page retains, without garbage that is still to be collected. */
    heldMB: (at: number) =>
      Math.min(
        ...looks.filter((look) => look.minutes > at - 1 && look.minutes <= at).map(({ pageMB }) => pageMB),
      ),
    stop: () => {
      isOver = true
      return watching
    },
  }
}
