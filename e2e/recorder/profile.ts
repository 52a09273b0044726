import { existsSync, readlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Locator, type Page } from '@playwright/test'
import { browserArgs, browserProgram, quickDevices } from '../browser.ts'
import { type Person, signInHere } from '../person.ts'
import { voiceFile } from './voice.ts'

/** On the next visit, keeps the unfinished recording that is offered, and waits until the server has all of it. */
export async function recover(profile: string, origin: string, person: Person): Promise<void> {
  await visit(profile, origin, person, async (offer) => {
    await expect(offer).toContainText(/\d+ seconds?/)
    await offer.getByRole('button', { name: 'Keep it' }).click()
    await expect(offer).toHaveCount(0)
    await expect.poll(() => stateAtServer(person), { timeout: 60_000 }).toBe('ready')
  })
}

/** The same for a recording that may have ended before: then it is sent without being offered. */
export async function recoverEnded(profile: string, origin: string, person: Person): Promise<void> {
  await visit(profile, origin, person, (offer) =>
    expect
      .poll(
        async () => {
          if (await offer.isVisible()) await offer.getByRole('button', { name: 'Keep it' }).click()
          return stateAtServer(person)
        },
        { timeout: 60_000 },
      )
      .toBe('ready'),
  )
}

/**
 * The same for a browser that was killed in the first moments: there may be nothing to keep, or less than a player accepts. Returns
 * whether there was something.
 */
export async function recoverBegun(profile: string, origin: string, person: Person): Promise<boolean> {
  let isKept = false
  await visit(profile, origin, person, async (offer, page) => {
    await expect(page.getByRole('heading', { name: 'Stories', level: 1 })).toBeVisible()
    if ((await spooledRecordings(page)).length === 0) return

    await expect(offer).toBeVisible()
    isKept = (await spooledNow(page)).length > 0
    await offer.getByRole('button', { name: isKept ? 'Keep it' : 'Leave it' }).click()
    await expect(offer).toHaveCount(0)
    await expect.poll(() => spooledRecordings(page), { timeout: 60_000 }).toEqual([])
    if (!isKept) await expect.poll(() => stateAtServer(person)).toBeUndefined()
  })
  return isKept
}

async function visit(
  profile: string,
  origin: string,
  person: Person,
  keep: (offer: Locator, page: Page) => Promise<void>,
) {
  const context = await openProfile(profile, origin, person)
  const page = await context.newPage()
  await page.goto('/app/stories')
  await keep(page.getByRole('region', { name: 'Unfinished recording: Cut short' }), page)
  await context.close()
}

const stateAtServer = async ({ api }: Person) => (await api.stories.list({})).items[0]?.recordingState

/** A browser with a persistent profile, signed in if a person is given. */
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

/** Sends SIGKILL to the browser and all its helper processes at once. The profile's lock contains the browser's process id. */
export function killBrowser(profile: string): number {
  const lock = join(profile, 'SingletonLock')
  const pid = Number(readlinkSync(lock).split('-').at(-1))
  process.kill(-pid, 'SIGKILL')
  const at = Date.now()
  if (existsSync(lock)) rm(lock, { force: true })
  return at
}

/** Notes on the page when the recorder was started, paused and resumed: recording begins then, although its events come later. */
export function noteBegin(): void {
  const note = (what: string) => {
    document.documentElement.dataset[what] = String(Date.now())
  }
  const { start, pause, resume } = MediaRecorder.prototype
  MediaRecorder.prototype.start = function (slice) {
    start.call(this, slice)
    note('recorderBegan')
  }
  MediaRecorder.prototype.pause = function () {
    pause.call(this)
    note('recorderPaused')
  }
  MediaRecorder.prototype.resume = function () {
    resume.call(this)
    note('recorderResumed')
  }
}

/** The slices that are on the disk at this moment, concatenated, read without the app. */
export async function spooledNow(page: Page): Promise<Buffer> {
  const inBase64 = await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await done(indexedDB.open('kinora-recorder'))
    const slices: { bytes: ArrayBuffer }[] = await done(
      database.transaction('slices').objectStore('slices').getAll(),
    )
    database.close()
    const reader = new FileReader()
    const read = new Promise((over) => reader.addEventListener('load', over))
    reader.readAsDataURL(new Blob(slices.map(({ bytes }) => bytes)))
    await read
    return String(reader.result).split(',')[1] ?? ''
  })
  return Buffer.from(inBase64, 'base64')
}

/** The recordings that this device still has, as stored. */
export function spooledRecordings(
  page: Page,
): Promise<{ id: string; endedAt: string | null; part: number; beginsAtMs?: number }[]> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const open = indexedDB.open('kinora-recorder')
        open.onerror = () => reject(open.error)
        open.onsuccess = () => {
          const all = open.result.transaction('recordings').objectStore('recordings').getAll()
          all.onsuccess = () => {
            open.result.close()
            resolve(all.result)
          }
        }
      }),
  )
}
