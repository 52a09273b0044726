import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { openStudioAt } from './open-studio.ts'
import { openUpload, uploadRow } from './open-upload.ts'
import { test } from './test.ts'

test('a file that is paused and gone on with while its story is being made goes up once', async ({
  page,
  person,
}) => {
  const begun: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/media/uploads')) begun.push(request.url())
  })
  await openStudioAt(page, 'The attic', 'upload')
  const made = Promise.withResolvers<void>()
  await page.route('**/rpc/stories/create', async (route) => {
    const response = await route.fetch()
    await made.promise
    await route.fulfill({ response })
  })
  await choose(page, 'deed.pdf')
  await page.getByRole('button', { name: 'Pause deed.pdf' }).click()
  await page.getByRole('button', { name: 'Go on with deed.pdf' }).click()
  made.resolve()

  await expect(page.getByText('Safe on the server')).toBeVisible()
  expect(begun).toHaveLength(1)
  const [story] = (await person.api.stories.list({})).items
  expect((await person.api.stories.get({ id: story?.id ?? '' })).files).toHaveLength(1)
})

test('files that were added in the studio are something to keep, also where some were added to the story before', async ({
  page,
  person,
}) => {
  const storyId = await openUpload(page, person)
  await choose(page, 'deed.pdf')
  await expect(uploadRow(page, 'deed.pdf')).toContainText('Safe on the server')
  await page.getByRole('link', { name: 'Go on in the studio' }).click()
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await choose(page, 'letter.pdf')
  await expect(page.getByText('Safe on the server')).toHaveCount(2)

  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('your story is kept')
  await page.getByRole('button', { name: 'End Session' }).click()
  await page.waitForURL(`**/app/session-recap?storyId=${storyId}`)
})

test('files chosen in the studio while the server is away are kept when the session ends, and go up by themselves later', async ({
  page,
  person,
}) => {
  await page.clock.install()
  await openStudioAt(page, 'The attic', 'upload')
  await page.route('**/rpc/stories/create', (route) => route.abort())
  await choose(page, 'wrong.pdf')
  await page.getByRole('button', { name: 'Cancel wrong.pdf' }).click()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('there is no story to keep')
  await page.getByRole('button', { name: 'Go on with the session' }).click()
  await choose(page, 'deed.pdf')
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('your story is kept')
  await page.getByRole('button', { name: 'End Session' }).click()
  await page.waitForURL('**/app/session-recap**')

  const row = uploadRow(page, 'deed.pdf')
  const halfAMinuteAfter = async () => {
    const said = await row.textContent()
    if (!said?.includes('cannot be reached')) await page.clock.fastForward(30_000)
    return said
  }
  await expect
    .poll(halfAMinuteAfter, { intervals: [1_000], timeout: 60_000 })
    .toContain('Kinora cannot be reached just now.')
  await expect(page.getByText('Files on their way')).toBeVisible()
  await page.unroute('**/rpc/stories/create')
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('definition').last()).toHaveText('Saved')
  await expect(page.getByText('Files on their way')).toBeHidden()
  const [story] = (await person.api.stories.list({})).items
  expect((await person.api.stories.get({ id: story?.id ?? '' })).files).toHaveLength(1)
})

test('the recap calls nothing saved of which a file is on its way', async ({ page, person }) => {
  await openUpload(page, person)
  const held = Promise.withResolvers<void>()
  await page.route('**/media/uploads/**', async (route) => {
    await held.promise
    await route.continue()
  })
  await choose(page, 'deed.pdf')
  await choose(page, 'notes.txt', 'text/plain')
  await page.getByRole('link', { name: 'Finish' }).click()

  const status = page.getByRole('definition').last()
  await expect(page.getByText('Files on their way')).toBeVisible()
  await expect(status).toHaveText('On this device')
  held.resolve()
  await expect(status).toHaveText('Saved')
  // What can never be sent is not on its way, and nobody has to wait for it.
  await expect(page.getByText('Files on their way')).toBeHidden()
  await expect(page.getByText('Files that could not be taken')).toBeVisible()
  await expect(uploadRow(page, 'notes.txt')).toContainText('not a supported file type')
})

test('a file for which the plan has no room is not called on its way, and can be tried again', async ({
  page,
  person,
}) => {
  await openUpload(page, person)
  await page.route('**/media/uploads', (route) =>
    route.fulfill({ status: 507, json: { code: 'STORAGE_LIMIT_REACHED', message: 'STORAGE_LIMIT_REACHED' } }),
  )
  await choose(page, 'deed.pdf')
  await expect(uploadRow(page, 'deed.pdf')).toContainText('Your storage is full.')
  await page.getByRole('button', { name: 'Maybe Later' }).click()
  await page.getByRole('link', { name: 'Finish' }).click()

  await expect(page.getByText('Files that could not be taken')).toBeVisible()
  await expect(page.getByText('Files on their way')).toBeHidden()
  await page.getByRole('button', { name: 'Maybe Later' }).click()
  await page.unroute('**/media/uploads')
  await page.getByRole('button', { name: 'Try deed.pdf again' }).click()
  await expect(page.getByText('Files that could not be taken')).toBeHidden()
  await expect(page.getByRole('definition').last()).toHaveText('Saved')
})

const choose = (page: Page, name: string, mimeType = 'application/pdf') => {
  const buffer = Buffer.from(`%PDF-1.4\n% ${newId()}\nstartxref\n9\n%%EOF`)
  return page.setInputFiles('input[type=file]', { name, mimeType, buffer })
}
