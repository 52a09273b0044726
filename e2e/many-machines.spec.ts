import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { recordWhole } from '../server/testing/recorder.ts'
import { makeFilm } from './film.ts'
import { type Machines, startMachines } from './machines.ts'
import { personOnPage, signInHere, signUp, signUpOnScreen } from './person.ts'
import { decodedMs, storedOriginals, voiceLikeness } from './recorder/stored.ts'
import { test as base, endSession, openStudio, record, recordedFor, stopAndCount } from './recorder/studio.ts'
import { voiceFile } from './recorder/voice.ts'
import { spokenFilm } from './spoken-film.ts'
import { asSeenByServer } from './transcripts.ts'

const test = base.extend<object, { machines: Machines }>({
  machines: [
    async ({ settings }, use) => {
      const heardBy = join(import.meta.dirname, '../server/testing/speech-command.ts')
      const machines = await startMachines({
        SPEECH_ENGINE: 'command',
        SPEECH_COMMAND: JSON.stringify([process.execPath, heardBy, '/dev/null', '300']),
        ...settings,
      })
      await use(machines)
      await machines.remove()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ machines }, use) => use(machines.origin),
})

test('a family records, uploads, plays and finds its stories and grows its tree while one process after the other is killed', async ({
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
    const kept = await stopAndCount(page)
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

  await machines.whileReplacing('webs', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Search/ }).fill('attic')
    await page.getByRole('option').filter({ hasText: 'The box in the attic' }).click()
    await expect(page.getByRole('heading', { name: 'The box in the attic', level: 1 })).toBeVisible()
    await addToTree(page, 'Vera')
    await addToTree(page, 'Dmitri')
  })
  const { people, selfId } = await person.api.family.tree()
  const added = people.filter(({ id }) => id !== selfId).map(({ firstName }) => firstName)
  expect(added.sort()).toEqual(['Dmitri', 'Vera'])
  expect(machines.replaced()).toBeGreaterThanOrEqual(10)
})

test('what was told is written down, corrected, shared and bound into a book while one process after the other is killed', async ({
  page,
  browser,
  context,
  machines,
}) => {
  test.setTimeout(300_000)
  const before = machines.replaced()
  const person = await signUp(machines.origin)
  const aunt = await signUp(machines.origin)
  await signInHere(context, person)
  await page.goto('/app')
  const storyId = newId()
  const { id } = await recordWhole(asSeenByServer(machines, person), await spokenFilm(page), {
    storyId,
    kind: 'audio',
    mimeType: 'audio/webm;codecs=opus',
  })
  await machines.whileReplacing('workers', async () => {
    const state = async () => (await person.api.transcripts.get({ id })).state
    await expect.poll(state, { timeout: 60_000 }).toBe('completed')
  })

  await machines.whileReplacing('webs', async () => {
    await page.goto(`/app/stories/${storyId}?tab=transcript`)
    const line = page.locator('li[data-line]')
    await line.getByRole('button', { name: /^Correct/ }).click()
    await line.locator('textarea').fill('We came to Odesa by the sea.')
    await line.locator('textarea').press('Enter')
    await expect(line).toContainText('by the sea.')
  })

  const hers = await (await browser.newContext({ baseURL: machines.origin })).newPage()
  await signInHere(hers.context(), aunt)
  await machines.whileReplacing('webs', async () => {
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('link', { name: 'Share with people by name' }).click()
    await page.getByLabel('Email').fill(aunt.email)
    await expect(async () => {
      await page.getByLabel('Email').press('Enter')
      await expect(page.getByText(aunt.email)).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 30_000 })
    await hers.goto('/app/shared')
    await hers.getByRole('link', { name: 'The winter of 1956' }).click()
    await hers.getByRole('tab', { name: 'Transcript' }).click()
    await expect(hers.locator('li[data-line]')).toContainText('We came to Odesa by the sea.')
  })
  await hers.context().close()

  await page.goto('/app/storybooks')
  await page.getByRole('button', { name: 'Create Your First Storybook' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Storybook' })
  await dialog.getByLabel('Title').fill('The harbour years')
  await dialog.getByRole('button', { name: 'Add The winter of 1956' }).click()
  await dialog.getByRole('button', { name: 'Create Storybook' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The harbour years' })).toBeVisible()
  await machines.whileReplacing('workers', async () => {
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('button', { name: 'Make an e-book' }).click()
    const link = page.getByRole('link', { name: /^Download/ })
    await expect(link).toHaveAttribute('download', 'The harbour years.epub', { timeout: 60_000 })
    const [book] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(readFileSync(await book.path()).subarray(30, 38)).toEqual(Buffer.from('mimetype'))
  })
  expect(machines.replaced() - before).toBeGreaterThanOrEqual(8)
})

/** Uses the form, and presses again if it says that the server did not answer. */
async function addToTree(page: Page, firstName: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Family' }).click()
  await page.getByRole('button', { name: 'Add Family Member' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill(firstName)
  await dialog.getByLabel('Last name').fill('Petrova')
  await expect(async () => {
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: 'Add Family Member' }).click()
    await expect(dialog).toBeHidden({ timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  await expect(
    page
      .getByRole('region', { name: 'Family tree' })
      .getByRole('button', { name: new RegExp(`^${firstName}`) }),
  ).toBeVisible()
}

/** Seeks, and waits until the film plays on from there. */
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
