import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { makeFilm } from './film.ts'
import { type Machines, startMachines } from './machines.ts'
import { personOnPage } from './person.ts'
import { decodedMs, storedOriginals, voiceLikeness } from './recorder/stored.ts'
import { test as base, endSession, keptMs, openStudio, record, recordedFor } from './recorder/studio.ts'
import { voiceFile } from './recorder/voice.ts'

const test = base.extend<object, { machines: Machines }>({
  machines: [
    async ({ settings }, use) => {
      const machines = await startMachines(settings)
      await use(machines)
      await machines.remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ machines }, use) => use(machines.origin),
})

test('a family records, uploads, finds and plays its stories while one process after the other is killed', async ({
  page,
  machines,
}) => {
  test.setTimeout(300_000)
  await machines.withOneDown(async () => {
    await signUpOnScreen(page)
    await openStudio(page, 'The orchard')
  })
  const person = await personOnPage(page)

  const counted = await machines.whileReplacing('webs', async () => {
    await record(page)
    await recordedFor(page, 12)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeVisible()
    const kept = await keptMs(page)
    await endSession(page)
    await expect(page.getByRole('heading', { name: 'Session Complete!' })).toBeVisible()
    return kept
  })
  const [stored] = await machines.whileReplacing('workers', () => storedOriginals(person, machines.origin))
  if (!stored) throw new Error('nothing is stored')
  expect(Math.abs(decodedMs(stored.path) - counted)).toBeLessThanOrEqual(500)
  expect(voiceLikeness(stored.path, voiceFile())).toBeGreaterThan(0.65)

  await page.goto('/app/stories?new=upload')
  await page.getByLabel('Title').fill('The box in the attic')
  await page.getByRole('button', { name: 'Upload a File' }).click()
  await page.getByText('Choose files').waitFor()
  await machines.whileReplacing('webs', async () => {
    const buffer = Buffer.concat([await makeFilm(page, 2), Buffer.alloc(30_000_000, 7)])
    await page.setInputFiles('input[type=file]', { name: 'film.webm', mimeType: 'video/webm', buffer })
    await expect(page.locator('main li').filter({ hasText: 'film.webm' })).toContainText(
      'Safe on the server',
      { timeout: 60_000 },
    )
  })

  await machines.whileReplacing('webs', async () => {
    await page.goto('/app/stories')
    await page.getByRole('link', { name: 'The orchard' }).first().click()
    await page.getByRole('tab', { name: 'Recording' }).click()
    await playFrom(page, 3)
    await playFrom(page, 9)
  })
  expect(machines.replaced()).toBeGreaterThanOrEqual(10)
})

async function signUpOnScreen(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(`person-${randomUUID()}@family.example`)
  await page.getByLabel('Password', { exact: true }).fill('a good password')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/app')
}

/** Seeks, and waits until the film moves on from there. */
async function playFrom(page: Page, seconds: number): Promise<void> {
  const video = page.locator('main video')
  await video.evaluate(async (player: HTMLVideoElement, to) => {
    player.muted = true
    player.currentTime = to
    await player.play()
  }, seconds)
  await expect
    .poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime))
    .toBeGreaterThan(seconds + 0.5)
}
