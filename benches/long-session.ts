import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { limits } from '#contract/limits.ts'
import { type Person, signInHere } from '../e2e/person.ts'
import { keptMs, record, tellNewStory } from '../e2e/recorder/studio.ts'
import { giveFilm, recordFromFilm } from './film-recorder.ts'
import type { UnwatchedBrowser } from './unwatched-browser.ts'

/** The format that the film's recorder reports and produces. */
const MIME_TYPE = 'video/webm;codecs=vp8,opus'
const FAR = 0.95
const PATIENCE_MS = 600_000

/** Enters the studio as a person does and presses Record; the recording goes on after Playwright has disconnected. */
export function beginIn(
  browser: UnwatchedBrowser,
  { origin, ana, film, minutes }: { origin: string; ana: Person; film: string; minutes: number },
): Promise<void> {
  return browser.join(async (context, page) => {
    const { sliceMs } = limits
    await recordFromFilm(context, { slices: (minutes * 60_000) / sliceMs, sliceMs, mimeType: MIME_TYPE })
    await signInHere(context, ana)
    await page.goto(`${origin}/app`)
    await untilOnDevice(page)
    await page.goto(`${origin}/app/stories?new=recording`)
    await giveFilm(page, film)
    await tellNewStory(page, 'The longest afternoon')
    await record(page)
  })
}

/** Waits for the service worker, which stands between the page and its server on every visit but the first. */
async function untilOnDevice(page: Page): Promise<void> {
  const isThere = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
  await expect.poll(isThere, { timeout: PATIENCE_MS }).toBe(true)
}

/** Milliseconds from the press of End, and what the studio's timer had counted. */
export type SessionEnd = { countedMs: number; playableMs: number; safeMs: number; freeMs: number }

/**
 * Ends the session once the whole film is on the disk, goes on to the story and plays it. `isSafe` says whether the server has read
 * all of it again.
 */
export function endIn(
  browser: UnwatchedBrowser,
  minutes: number,
  isSafe: () => Promise<boolean>,
): Promise<SessionEnd> {
  return browser.join(async (_, page) => {
    await page.getByRole('button', { name: 'End', exact: true }).click()
    const wholeMs = minutes * 60_000 - limits.sliceMs
    await expect.poll(() => keptMs(page), { timeout: PATIENCE_MS, intervals: [50] }).toBeGreaterThan(wholeMs)
    const countedMs = await keptMs(page)

    const ended = performance.now()
    await page.getByRole('button', { name: 'End Session' }).click()
    await page.waitForURL('**/app/session-recap**')
    await page.getByRole('link', { name: 'View Story' }).click()
    await page.getByRole('tab', { name: 'Recording' }).click()
    await untilItPlays(page)
    const playableMs = performance.now() - ended
    while (!(await isSafe())) await sleep(50)
    const safeMs = performance.now() - ended
    while ((await slicesKept(page)) > 0) await sleep(500)
    return { countedMs, playableMs, safeMs, freeMs: performance.now() - ended }
  })
}

/**
 * Opens the finished story anew and seeks to a place near its end. Returns the length that the player reports, and the time it
 * took.
 */
export function seekFarIn(browser: UnwatchedBrowser): Promise<{ lengthMs: number; tookMs: number }> {
  return browser.join(async (_, page) => {
    await page.reload()
    await untilItPlays(page)
    const { seconds, tookMs } = await player(page).evaluate(async (video: HTMLVideoElement, far) => {
      const begun = performance.now()
      const sought = new Promise((over) => video.addEventListener('seeked', over, { once: true }))
      video.currentTime = video.duration * far
      await sought
      return { seconds: video.duration, tookMs: performance.now() - begun }
    }, FAR)
    await untilItPlays(page, seconds * FAR)
    return { lengthMs: seconds * 1_000, tookMs }
  })
}

const player = (page: Page) => page.locator('main video')

/** Presses play, and waits until a picture is shown and the time has moved past `from`. */
async function untilItPlays(page: Page, from = 0): Promise<void> {
  await player(page).evaluate((video: HTMLVideoElement) => video.play())
  const plays = () =>
    player(page).evaluate(
      (video: HTMLVideoElement, after) =>
        video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && video.currentTime > after,
      from,
    )
  await expect.poll(plays, { timeout: PATIENCE_MS, intervals: [20] }).toBe(true)
}

/** The number of slices that the device still keeps. */
function slicesKept(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const open = indexedDB.open('kinora-recorder')
        open.onerror = () => reject(open.error)
        open.onsuccess = () => {
          const all = open.result.transaction('slices').objectStore('slices').count()
          all.onsuccess = () => {
            open.result.close()
            resolve(all.result)
          }
        }
      }),
  )
}
