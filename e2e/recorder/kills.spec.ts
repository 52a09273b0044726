import { createHash } from 'node:crypto'
import { existsSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { browserArgs, browserProgram, fakeDevices } from '../browser.ts'
import { type Person, signInHere, signUp } from '../person.ts'
import { decodedMs, storedOriginals, tracksOf } from './stored.ts'
import { openStudio, record, shownSeconds, test } from './studio.ts'
import { voiceFile } from './voice.ts'

/** How often the browser is killed: KINORA_KILLS, at least 6. */
const kills = Math.max(6, Number(process.env.KINORA_KILLS ?? 20))
const longestMs = 6_000

/** What the device's disk had when the browser was killed. */
type Spooled = { bytes: number; sha256: string; timerSeconds: number }

test('a browser that is killed at any moment loses no counted slice, and a quarter of a second at the end', async ({
  server,
}) => {
  test.setTimeout(kills * 60_000)
  const lost: number[] = []
  for (let round = 0; round < kills; round += 1) {
    const person = await signUp(server.origin)
    const profile = await mkdtemp(join(tmpdir(), 'kinora-profile-'))
    const { spooled, recordedMs } = await recordAndKill(profile, server.origin, person)
    await recover(profile, server.origin, person)

    const [stored] = await storedOriginals(person, server.origin)
    if (!stored) throw new Error('nothing is stored')
    const same = stored.bytes.subarray(0, spooled.bytes)
    expect(createHash('sha256').update(same).digest('hex'), `round ${round}: every slice on the disk`).toBe(
      spooled.sha256,
    )
    const keptMs = decodedMs(stored.path)
    expect(keptMs, `round ${round}: everything the timer counted`).toBeGreaterThanOrEqual(
      spooled.timerSeconds * 1000 - 50,
    )
    expect(tracksOf(stored.path)).toEqual(['audio', 'video'])

    lost.push(Math.max(0, recordedMs - keptMs))
    await rm(profile, { recursive: true, force: true })
  }

  const sorted = lost.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  console.log(`killed ${kills} times; lost at the end, in ms: ${sorted.map(Math.round).join(' ')}`)
  expect(median).toBeLessThanOrEqual(250)
  expect(sorted.at(-1)).toBeLessThanOrEqual(500)
})

async function recordAndKill(profile: string, origin: string, person: Person) {
  const context = await open(profile, origin, person)
  await context.addInitScript(noteBegin)
  const page = await context.newPage()
  await openStudio(page, 'Cut short')
  await record(page)
  // At least one second, so that there is something; then any moment.
  const moment = 1_000 + Math.random() * longestMs
  const noted = await page.waitForFunction(() => Number(document.documentElement.dataset.recorderBegan ?? 0))
  const begun = await noted.jsonValue()
  await expect.poll(() => Date.now() - begun, { intervals: [10], timeout: 20_000 }).toBeGreaterThan(moment)

  const timerSeconds = await shownSeconds(page)
  const spooled = await spooledNow(page)
  const killedAt = killGroup(profile)
  await context.close().catch(() => undefined)
  return { spooled: { ...spooled, timerSeconds }, recordedMs: killedAt - begun }
}

async function recover(profile: string, origin: string, person: Person): Promise<void> {
  const context = await open(profile, origin, person)
  const page = await context.newPage()
  await page.goto('/app/stories')
  const offer = page.getByRole('region', { name: 'Unfinished recording: Cut short' })
  await expect(offer).toContainText(/\d+ seconds?/)
  await offer.getByRole('button', { name: 'Keep it' }).click()
  await expect(offer).toHaveCount(0)
  await expect
    .poll(async () => (await person.api.stories.list({})).items[0]?.recordingState, { timeout: 60_000 })
    .toBe('ready')
  await context.close()
}

async function open(profile: string, origin: string, person: Person): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    ...browserProgram,
    args: [...browserArgs, ...fakeDevices(voiceFile())],
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
  })
  await signInHere(context, person)
  return context
}

/** SIGKILL to the browser and all its helpers at once. The profile's lock names the browser's process. */
function killGroup(profile: string): number {
  const lock = join(profile, 'SingletonLock')
  const pid = Number(readlinkSync(lock).split('-').at(-1))
  process.kill(-pid, 'SIGKILL')
  const at = Date.now()
  if (existsSync(lock)) rm(lock, { force: true })
  return at
}

/** Notes on the page when the recorder began. */
function noteBegin(): void {
  const start = MediaRecorder.prototype.start
  MediaRecorder.prototype.start = function (slice) {
    this.addEventListener('start', () => {
      document.documentElement.dataset.recorderBegan = String(Date.now())
    })
    start.call(this, slice)
  }
}

/** Reads the slices that are on the disk just now, past the app. */
function spooledNow(page: Page): Promise<Omit<Spooled, 'timerSeconds'>> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await done(indexedDB.open('kinora-recorder'))
    const slices: { bytes: ArrayBuffer }[] = await done(
      database.transaction('slices').objectStore('slices').getAll(),
    )
    const whole = await new Blob(slices.map(({ bytes }) => bytes)).arrayBuffer()
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', whole))
    const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return { bytes: whole.byteLength, sha256 }
  })
}
