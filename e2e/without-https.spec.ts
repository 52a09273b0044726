import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { anyDevices, browserArgs, pagesProgram } from './browser.ts'
import { makeFilm } from './film.ts'
import { test } from './test.ts'

/** A host name of the home network, as people type it on another device than the one that runs Kinora. */
const host = 'kinora.home.arpa'

test.use({
  launchOptions: {
    ...pagesProgram,
    args: [...browserArgs, ...anyDevices, `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  },
  baseURL: async ({ server }, use) => use(server.origin.replace('127.0.0.1', host)),
})

test('at an address without https files go up and play, and links are copied', async ({ page, person }) => {
  const storyId = uuidv7()
  await person.api.stories.create({ id: storyId, title: 'Across the house', method: 'upload' })
  await page.goto(`/app/stories/${storyId}/upload`)
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false)
  const buffer = await makeFilm(page, 2)
  await page.setInputFiles('input[type=file]', { name: 'film.webm', mimeType: 'video/webm', buffer })
  await expect(page.getByText('Safe on the server')).toBeVisible()

  await page.goto(`/app/stories/${storyId}`)
  await expect
    .poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.readyState))
    .toBeGreaterThan(1)

  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Story' })
  await dialog.getByRole('switch', { name: 'Public link' }).click()
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied!' })).toBeVisible()
  const link = await dialog.getByLabel('The public link').inputValue()
  expect(link).toContain('/s/')
  expect(await pasted(page)).toBe(link)
})

test('at an address without https the studio says why nothing is recorded, and leads back', async ({
  page,
  person,
}) => {
  await person.api.account.profile()
  await page.goto('/app/stories?new=recording')
  await page.getByLabel('Title').fill('At the kitchen table')
  await page.getByRole('button', { name: 'Record a Story' }).click()
  const start = page.getByRole('dialog', { name: 'Start Recording' })
  await expect(start.getByRole('alert')).toContainText('Nothing can be recorded at this address')
  await expect(start.getByRole('alert')).toContainText('begin with https')
  await start.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Stories', level: 1 })).toBeVisible()

  await page.goto('/app/settings')
  await expect(page.getByText('Browsers show notifications only from addresses')).toBeVisible()
})

/** What pasting inserts into a field, at an address whose pages may not read the clipboard themselves. */
async function pasted(page: Page): Promise<string> {
  await page.goto('/app/stories?new=recording')
  const field = page.getByLabel('Title')
  await field.press('ControlOrMeta+v')
  return field.inputValue()
}
