import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { accessibilityFindings } from './accessibility.ts'
import { anyDevices, browserArgs, browserProgram } from './browser.ts'
import { test as usual } from './test.ts'

const BLOCK = 2

/** A browser with "Block all cookies" set, in which pages have no storage of any kind. */
const test = usual.extend<{ blocking: BrowserContext }>({
  blocking: async ({ server }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'kinora-profile-'))
    await mkdir(join(profile, 'Default'))
    const preferences = { profile: { default_content_setting_values: { cookies: BLOCK } } }
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences))
    const context = await chromium.launchPersistentContext(profile, {
      ...browserProgram,
      args: [...browserArgs, ...anyDevices],
      baseURL: server.origin,
    })
    await use(context)
    await context.close()
    await rm(profile, { recursive: true, force: true })
  },
})

/** Signs up, looks around and opens the recorder, without any storage. */
async function lookAround(page: Page): Promise<void> {
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  await page.goto('/login')
  await expect(page.getByRole('note')).toContainText('This browser blocks cookies here')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByLabel('Email').fill(`blocking-${uuidv7()}@family.example`)
  await page.getByLabel('Password', { exact: true }).fill('a good password')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Stories Recorded')).toBeVisible()

  await page.getByRole('link', { name: 'Family', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Stories', exact: true }).first().click()
  await page.getByRole('button', { name: 'New Story' }).first().click()
  await page.getByLabel('Title').fill('Not kept')
  await page.getByRole('button', { name: 'Record a Story' }).click()
  await expect(page.getByRole('alert')).toContainText('This device cannot keep the recording')
  await expect(page.getByRole('alert')).toContainText('allow cookies for this address')
  await page.getByRole('link', { name: 'Back to Stories' }).click()
  await expect(page.getByRole('heading', { name: 'Stories', level: 1 })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('note')).toContainText('This browser blocks cookies here')
  expect(failures).toEqual([])
}

test('where cookies are blocked the log-in says so, and one looks around until the page is loaded anew', async ({
  blocking,
}) => {
  await lookAround(await blocking.newPage())
})

test('and so in a browser that throws at whoever only looks for its stores', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const store of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, store, { get: refuse })
    }
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: refuse })
    class Refused {
      constructor() {
        refuse()
      }
    }
    Object.defineProperty(window, 'BroadcastChannel', { value: Refused })
    LockManager.prototype.request = async () => refuse()
  })
  await lookAround(page)
})

test('where cookies are blocked a story behind a public link is read all the same', async ({
  blocking,
  person,
}) => {
  const storyId = uuidv7()
  await person.api.stories.create({ id: storyId, title: 'Bread on Saturdays', method: 'journal' })
  const text = 'Every Saturday, before anybody was awake.'
  await person.api.stories.putNote({ storyId, id: uuidv7(), text, timestamp: '00:00' })
  const link = await person.api.publicLinks.turnOn({ storyId })
  const page = await blocking.newPage()
  await page.goto(link.url)
  await expect(page.getByText(text)).toBeVisible()
})

test('where cookies are blocked nobody is told that begun words are kept, and leaving the page is asked about', async ({
  blocking,
}) => {
  const page = await blocking.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(`blocking-${uuidv7()}@family.example`)
  await page.getByLabel('Password', { exact: true }).fill('a good password')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByRole('link', { name: 'Stories', exact: true }).first().click()
  await page.getByRole('button', { name: 'New Story' }).first().click()
  await page.getByLabel('Title').fill('Apples')
  await page.getByRole('button', { name: 'Write a Journal Entry' }).click()
  await page.getByLabel('Your entry').fill('We hid in the old pear tree.')
  await expect(page.getByText('Not added yet, and this browser does not keep it')).toBeVisible()

  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => window.location.reload()))
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(page.getByLabel('Your entry')).toHaveValue('We hid in the old pear tree.')
})
