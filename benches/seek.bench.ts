import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { limits } from '#contract/limits.ts'
import { browserArgs, browserProgram } from '../e2e/browser.ts'
import { freePort } from '../server/testing/addresses.ts'
import { type Person, personAt } from '../server/testing/family.ts'
import { completionOf, putAll, startRecording } from '../server/testing/recorder.ts'
import { type Bench, type Finding, inMB, median } from './bench.ts'
import { makeRecording } from './live-recording.ts'
import { startKinora } from './process.ts'
import { type SlowLine, slowLine } from './slow-line.ts'

const MINUTES = 20
const LINE_BITS_PER_SECOND = 20_000_000
/** Places over the whole length, each sought by a browser that has loaded nothing but the beginning of the film. */
const PLACES = [0.3, 0.5, 0.7, 0.8, 0.95]
/** The original is sought in only once, because that takes as long as its bytes take to arrive. */
const ORIGINAL_PLACE = 0.5
const PATIENCE_MS = 150_000

/** The formats that browsers record: WebM in Chromium and Firefox, MP4 in Safari. */
const RECORDED = { webm: 'video/webm;codecs=vp8,opus', mp4: 'video/mp4' }
type Container = keyof typeof RECORDED

type Film = { original: string; copy: string; bytes: number }

/** Records the film as a device does, lets the worker finish it, and requests both addresses as the player does. */
async function storeFilm(ana: Person, path: string, mimeType: string): Promise<Film> {
  const bytes = new Uint8Array(await readFile(path))
  const { id, story } = await startRecording(ana, { mimeType })
  await putAll(ana, id, bytes, limits.chunkBytesMax)
  const completion = completionOf(id, bytes, limits.chunkBytesMax)
  await ana.client.recordings.complete({ ...completion, durationMs: MINUTES * 60_000 })

  for (;;) {
    const { recordings } = await ana.client.stories.get({ id: story.id })
    const [part] = recordings
    if (part?.state === 'ready' && part.playbackMediaId) {
      const original = await ana.client.media.address({ id: part.originalMediaId })
      const copy = await ana.client.media.address({ id: part.playbackMediaId })
      return { original: pathIn(original.url), copy: pathIn(copy.url), bytes: bytes.length }
    }
    await sleep(200)
  }
}

function pathIn(address: string): string {
  const { pathname, search } = new URL(address, 'http://localhost')
  return pathname + search
}

/**
 * Milliseconds from setting the time to `seeked`, in a browser that has loaded only the beginning of the film; Infinity if it takes
 * longer than anybody would wait.
 */
async function farSeek(browser: Browser, line: SlowLine, film: string, place: number): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(line.url)
  const took = await page.evaluate(
    async ({ film, seconds, patienceMs }) => {
      const video = document.querySelector('video')
      if (!video) throw new Error('no player')
      const once = (event: string) =>
        new Promise((happened) => video.addEventListener(event, happened, { once: true }))
      const playable = once('canplay')
      video.preload = 'auto'
      video.src = film
      await playable

      const asked = performance.now()
      const seeked = once('seeked')
      video.currentTime = seconds
      const patience = new Promise<null>((run) => setTimeout(() => run(null), patienceMs))
      if ((await Promise.race([seeked, patience])) === null) return null
      if (Math.abs(video.currentTime - seconds) > 1) throw new Error(`landed at ${video.currentTime}`)
      return performance.now() - asked
    },
    { film, seconds: place * MINUTES * 60, patienceMs: PATIENCE_MS },
  )
  await context.close()
  return took ?? Number.POSITIVE_INFINITY
}

const inSeconds = (ms: number) =>
  Number.isFinite(ms) ? `${(ms / 1000).toFixed(2)} s` : `> ${PATIENCE_MS / 1000} s`

async function measure(
  ana: Person,
  path: string,
  container: Container,
  browser: Browser,
  target: string,
): Promise<Finding[]> {
  const film = await storeFilm(ana, path, RECORDED[container])
  const line = await slowLine(target, LINE_BITS_PER_SECOND)
  try {
    const copy: number[] = []
    for (const place of PLACES) copy.push(await farSeek(browser, line, film.copy, place))
    const original = await farSeek(browser, line, film.original, ORIGINAL_PLACE)
    return [
      {
        what: `first far seek, ${MINUTES} min ${container} (${inMB(film.bytes)}), 20 Mbit/s: copy | original`,
        ours: inSeconds(median(copy)),
        peer: inSeconds(original),
        ratio: original / median(copy),
        goal: '< 1 s',
        met: median(copy) < 1000,
      },
      {
        what: `the slowest of ${PLACES.length} places in the copy`,
        ours: inSeconds(Math.max(...copy)),
        peer: '',
        ratio: null,
        goal: '< 1 s',
        met: Math.max(...copy) < 1000,
      },
    ]
  } finally {
    line.close()
  }
}

export const bench: Bench = {
  title: `a far seek in Chromium over 20 Mbit/s; median of ${PLACES.length} places, each in a fresh page`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
    const env = {
      PORT: String(await freePort()),
      DATA_DIR: join(folder, 'data'),
      AUTH_RATE_LIMITS: 'false',
      LOG_LEVEL: 'warn',
    }
    const kinora = await startKinora(env)
    const browser = await chromium.launch({ ...browserProgram, args: browserArgs })
    try {
      const ana = await personAt(kinora.url)
      const findings: Finding[] = []
      for (const container of ['mp4', 'webm'] as const) {
        const path = await makeRecording(folder, container, MINUTES)
        findings.push(...(await measure(ana, path, container, browser, kinora.url)))
      }
      return findings
    } finally {
      await browser.close()
      await kinora.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
