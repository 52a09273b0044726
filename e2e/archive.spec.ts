import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { expect, type Locator, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import yauzl from 'yauzl'
import { type Person, personOnPage, signInHere, signUp } from './person.ts'
import { test } from './test.ts'
import { unheardServer } from './unheard-server.ts'

async function filesOf(path: string): Promise<Map<string, Buffer>> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  }
  zip.close()
  return files
}

const openSettings = async (page: Page) => {
  await page.goto('/app/settings')
  await page.getByRole('heading', { name: 'Export Data' }).waitFor()
}

test('everything is downloaded as one file and brought into another account', async ({
  page,
  person,
  browser,
  server,
}, info) => {
  const { api } = person
  const story = await api.stories.create({ id: uuidv7(), title: 'The mill', method: 'journal' })
  await api.stories.putNote({ storyId: story.id, id: uuidv7(), text: 'It ground rye.', timestamp: '00:00' })
  await openSettings(page)
  await page.getByRole('button', { name: 'Export Data' }).click()
  const link = page.getByRole('link', { name: 'Download archive' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const path = info.outputPath('family.zip')
  await download.saveAs(path)

  expect(download.suggestedFilename()).toMatch(/^kinora-archive-\d{4}-\d{2}-\d{2}\.zip$/)
  const files = await filesOf(path)
  const base = download.suggestedFilename().replace('.zip', '')
  const listed = String(files.get(`${base}/manifest-sha256.txt`))
    .trimEnd()
    .split('\n')
  expect(listed.length).toBeGreaterThan(5)
  for (const line of listed) {
    const [digest, path] = line.split('  ')
    const bytes = files.get(`${base}/${path}`) ?? Buffer.alloc(0)
    expect(createHash('sha256').update(bytes).digest('hex'), path).toBe(digest)
  }
  expect(String(files.get(`${base}/data/stories/0001 The mill/index.html`))).toContain('It ground rye.')

  await expectToSayThatItFailed(
    page,
    'archive/deleteExport',
    page.getByRole('button', { name: 'Delete this archive' }),
  )

  const other = await browser.newContext({ baseURL: server.origin })
  const boris = await signUp(server.origin)
  await signInHere(other, boris)
  const there = await other.newPage()
  await openSettings(there)
  const cut = {
    name: 'cut.zip',
    mimeType: 'application/zip',
    buffer: (await readFile(path)).subarray(0, 900),
  }
  // It is sent, checked and brought in before the page hears how that ended: each has its own time.
  const ended = async () => (await boris.api.archive.imports())[0]?.state
  await there.getByLabel('Archive to bring in').setInputFiles(cut)
  await expect.poll(ended).toBe('failed')
  await expect(there.getByText('The end of this file is missing.')).toBeVisible()
  await expectToSayThatItFailed(there, 'archive/deleteImport', there.getByRole('button', { name: 'Dismiss' }))
  await there.getByLabel('Archive to bring in').setInputFiles(path)
  await expect.poll(ended).toBe('completed')
  await expect(there.getByText(/family\.zip was brought in/)).toBeVisible()
  await expect(there.getByText(/1 story/)).toBeVisible()
  await there.goto('/app/stories')
  await there
    .getByRole('link', { name: /The mill/ })
    .first()
    .click()
  await expect(there.getByText('It ground rye.')).toBeVisible()
  await other.close()
})

test('of an archive that is being made, a screen reader says so once, and not every figure', async ({
  page,
  person: _,
}) => {
  let doneBytes = 0
  await page.route('**/rpc/archive/exports', (route) => {
    doneBytes += 1_000_000
    const started = { id: uuidv7(), state: 'processing', createdAt: '2026-01-05T10:00:00Z' }
    const figures = { doneBytes, totalBytes: 50_000_000, sizeBytes: null, fileCount: null }
    const made = { ...started, ...figures, downloadUrl: null, expiresAt: null }
    return route.fulfill({ json: { json: [made] } })
  })
  await openSettings(page)
  await expect(page.getByText(/of 50 MB written/)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Your archive' })).toHaveText(
    'Your archive is being made',
  )
})

test('a deleted story is found in the trash, comes back, and goes for good', async ({ page, person }) => {
  for (const title of ['The mill', 'The bridge']) {
    const { id } = await person.api.stories.create({ id: uuidv7(), title, method: 'journal' })
    await person.api.stories.delete({ id })
  }
  await page.goto('/app/stories')
  await page.getByRole('main').getByRole('link', { name: 'Trash' }).click()

  // On a phone, a row's buttons stay one line high, and the delete button is red.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const forGood = page.getByRole('button', { name: 'Delete for good The mill' })
  for (const button of [forGood, page.getByRole('button', { name: 'Restore The mill' })])
    expect((await button.boundingBox())?.height).toBeLessThan(56)
  const colour = (element: Element) => getComputedStyle(element).color
  expect(await forGood.evaluate(colour)).not.toBe(await page.getByText('The mill').first().evaluate(colour))
  await page.setViewportSize(size ?? { width: 1280, height: 800 })

  await page.getByRole('button', { name: 'Restore The mill' }).press('Enter')
  await expect(page.getByText('“The mill” is back')).toBeVisible()
  // The next row has the focus, and not a button in it, which a second Enter would press.
  await expect(page.getByRole('listitem').filter({ hasText: 'The bridge' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete for good The bridge' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('Nothing here')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to your stories' })).toBeVisible()

  await page.goto('/app/stories')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByText('The mill').first()).toBeVisible()
})

test('a story that cannot be restored says so in its row, also once another is back', async ({
  page,
  person,
}) => {
  for (const title of ['The mill', 'The bridge']) {
    const { id } = await person.api.stories.create({ id: uuidv7(), title, method: 'journal' })
    await person.api.stories.delete({ id })
  }
  await page.goto('/app/trash')
  await page.route('**/rpc/stories/restore', (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  })
  const mill = page.getByRole('listitem').filter({ hasText: 'The mill' })
  await mill.getByRole('button', { name: 'Restore' }).click()
  await expect(mill.getByRole('alert')).toContainText('Something went wrong on our side')

  await page.getByRole('button', { name: 'Restore The bridge' }).click()
  await expect(page.getByText('“The bridge” is back')).toBeVisible()
  await expect(mill.getByRole('alert')).toContainText('Something went wrong on our side')
  await mill.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('“The mill” is back')).toBeVisible()
})

test('an archive goes on being sent while somebody looks around, and can be stopped', async ({
  page,
  person: _,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/media/imports/**', async (route) => {
    await held.promise
    await route.continue()
  })
  await openSettings(page)
  const archive = { name: 'family.zip', mimeType: 'application/zip', buffer: Buffer.alloc(2_000_000, 'PK') }
  await page.getByLabel('Archive to bring in').setInputFiles(archive)
  await expect(page.getByText('family.zip is being sent')).toBeVisible()

  await page.getByRole('link', { name: 'Stories', exact: true }).click()
  await page.getByRole('heading', { name: 'Stories', level: 1 }).waitFor()
  await page.goBack()
  await expect(page.getByText('family.zip is being sent')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose an archive' })).toBeDisabled()

  await page.getByRole('button', { name: 'Stop sending' }).click()
  held.resolve()
  await expect(page.getByText('family.zip has not arrived whole')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Dismiss family.zip' }).click()
  await expect(page.getByText('family.zip')).toHaveCount(0)
})

test('an account is deleted with its password, and kept after all', async ({ page, server }) => {
  const person = await signUp(server.origin)
  await logIn(page, person)
  await page.getByText('Stories Recorded').waitFor()
  await openSettings(page)
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password').fill('something else')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText('That does not match this account.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(person.password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL('**/login**')

  await logIn(page, person)
  await expect(page.getByRole('heading', { name: /going to be deleted on/ })).toBeVisible()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Stories Recorded')).toBeVisible()
})

test('a page that says when the account goes shows the app again once the account is kept elsewhere', async ({
  page,
  server,
}) => {
  const person = await signUp(server.origin)
  await person.api.accountEnd.request({ password: person.password })
  await logIn(page, person)
  await expect(page.getByRole('heading', { name: /going to be deleted on/ })).toBeVisible()
  const { api } = await personOnPage(page)
  await api.accountEnd.keep()
  await expect(page.getByText('Stories Recorded')).toBeVisible()
})

test('whoever chose their first password elsewhere is asked for it, where a code would have done before', async ({
  page,
  person,
}) => {
  // Live news would make the page read everything anew in the middle of the test.
  await unheardServer(page, person)
  await page.route(
    '**/rpc/accountEnd/get',
    async (route) => {
      const response = await route.fetch()
      const text = (await response.text()).replace('"proof":"password"', '"proof":"code"')
      await route.fulfill({ response, body: text })
    },
    { times: 1 },
  )
  await openSettings(page)
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('The code').fill('123456')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  const secret = dialog.getByLabel('Your password')
  await expect(secret).toHaveValue('')
  await expect(secret).toBeFocused()
  await secret.fill(person.password)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL('**/login**')
})

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

/** Expects that, without an answer, the page says so and keeps the item, and that a second press removes it. */
async function expectToSayThatItFailed(page: Page, procedure: string, button: Locator): Promise<void> {
  await page.route(`**/rpc/${procedure}`, (route) => route.abort())
  await button.click()
  await expect(page.getByRole('alert')).toContainText('Kinora cannot be reached just now.')
  await page.unroute(`**/rpc/${procedure}`)
  await button.click()
  await expect(button).toBeHidden()
}
