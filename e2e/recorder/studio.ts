import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { browserArgs, browserProgram, fakeDevices } from '../browser.ts'
import { timeFrom } from '../shown-time.ts'
import { test as base } from '../test.ts'
import { spooledRecordings } from './profile.ts'
import { voiceFile } from './voice.ts'

/** Tests whose browser has a camera with a test picture and a microphone that plays the voice file. */
export const test = base.extend({
  launchOptions: [
    { ...browserProgram, args: [...browserArgs, ...fakeDevices(voiceFile())] },
    { scope: 'worker' },
  ],
})

/** Goes the way of a person: new story, title, record, past the start dialog; at 480p, to spare the machine. */
export async function openStudio(page: Page, title: string): Promise<void> {
  await page.goto('/app/stories?new=recording')
  await tellNewStory(page, title)
}

/** The same, beginning in the open dialog for a new story. */
export async function tellNewStory(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Record a Story' }).click()
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await page.getByRole('button', { name: 'Settings' }).filter({ visible: true }).click()
  await page.getByLabel('Recording quality').selectOption('low')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByLabel('Camera preview')).toBeVisible()
}

export async function record(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('timer')).toBeVisible()
}

/** Waits until the timer, which counts what is on the disk, has reached so many seconds. */
export async function recordedFor(page: Page, seconds: number): Promise<void> {
  await expect
    .poll(() => shownSeconds(page), { timeout: (seconds + 20) * 1000, intervals: [50] })
    .toBeGreaterThanOrEqual(seconds)
}

/** Waits until the server has a second of the recording, and so its story: one that stands still knows of neither for a while. */
export async function onServer(page: Page): Promise<void> {
  const line = page.getByTestId('safety-line')
  await expect(line).toHaveText(new RegExp(`safe on the server to ${timeFrom(1)}`))
}

export async function shownSeconds(page: Page): Promise<number> {
  const [minutes = '0', seconds = '0'] = ((await page.getByRole('timer').textContent()) ?? '').split(':')
  return Number(minutes) * 60 + Number(seconds)
}

/** Stops the recording and returns the timer's count. */
export async function stopAndCount(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeVisible()
  return countAtEnd(page)
}

/** The timer's count once the last slice of an ended recording is on the disk. */
export async function countAtEnd(page: Page): Promise<number> {
  const haveEnded = async () => (await spooledRecordings(page)).every(({ endedAt }) => endedAt !== null)
  await expect.poll(haveEnded).toBe(true)
  return keptMs(page)
}

/**
 * Crashes the page. A page that is merely closed may lose its camera first and end the recording, as if the camera had been
 * unplugged: then nothing would be left to recover.
 */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  // A crashed page never answers this command.
  session.send('Page.crash').catch(() => undefined)
  await crashed
}

/** Ends the session and waits for the recap. */
export async function endSession(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByRole('alertdialog', { name: 'End Recording Session?' })).toBeVisible()
  await page.getByRole('button', { name: 'End Session' }).click()
  await page.waitForURL('**/app/session-recap**')
}

/**
 * Opens the way for the requests of `pattern`, which a test had closed, from the press on "Try again now". Until then they are held:
 * an attempt that the device makes by itself would otherwise come first at times and take the button away.
 */
export async function openAndTryAgain(
  page: Page,
  pattern: string,
  within: Page | Locator = page,
): Promise<void> {
  const pressed = Promise.withResolvers<void>()
  const held = async (route: Route) => {
    await pressed.promise
    await route.continue()
  }
  await page.route(pattern, held)
  await within.getByRole('button', { name: 'Try again now' }).click()
  // The route stays: one that is removed while a request is held has Playwright let it through a second time.
  pressed.resolve()
}

/** The timer's count in milliseconds, which stays readable after the recording was stopped. */
export async function keptMs(page: Page): Promise<number> {
  return Number(await page.getByTestId('safety-line').getAttribute('data-kept-ms'))
}

/** Records a few seconds, of which the server has some, and crashes the page in the middle of the recording. */
export async function breakOff(page: Page, title: string): Promise<void> {
  await openStudio(page, title)
  await record(page)
  await recordedFor(page, 3)
  await onServer(page)
  await crash(page)
}
