import { existsSync, readlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { browserArgs, browserProgram, quickDevices } from '../browser.ts'
import { type Person, signInHere } from '../person.ts'
import { voiceFile } from './voice.ts'

/** The slices on the device's disk, one after the other. */
export type Spooled = { bytes: number; sha256: string }

/** At the next visit: keeps the unfinished recording that is offered, and waits until the server has all of it. */
export async function recover(profile: string, origin: string, person: Person): Promise<void> {
  const context = await openProfile(profile, origin, person)
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

/** A browser whose profile outlives it, signed in where a person is given. */
export async function openProfile(
  profile: string,
  origin: string,
  person: Person | null,
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    ...browserProgram,
    args: [...browserArgs, ...quickDevices(voiceFile())],
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
  })
  if (person !== null) await signInHere(context, person)
  return context
}

/** SIGKILL to the browser and all its helpers at once. The profile's lock names the browser's process. */
export function killBrowser(profile: string): number {
  const lock = join(profile, 'SingletonLock')
  const pid = Number(readlinkSync(lock).split('-').at(-1))
  process.kill(-pid, 'SIGKILL')
  const at = Date.now()
  if (existsSync(lock)) rm(lock, { force: true })
  return at
}

/** Notes on the page when the recorder was started: what it hears from then on is recorded, though it says so only later. */
export function noteBegin(): void {
  const start = MediaRecorder.prototype.start
  MediaRecorder.prototype.start = function (slice) {
    start.call(this, slice)
    document.documentElement.dataset.recorderBegan = String(Date.now())
  }
}

/** Reads the slices that are on the disk just now, past the app. */
export function spooledNow(page: Page): Promise<Spooled> {
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
