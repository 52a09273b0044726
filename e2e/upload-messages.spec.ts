import { expect, type Locator } from '@playwright/test'
import { keepMessages, keptMessages } from './keep-messages.ts'
import { openUpload, uploadRow } from './open-upload.ts'
import { test } from './test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** A picture of one green dot. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('at a desk no message lies over the files it tells of', async ({ page, person }) => {
  await openUpload(page, person)
  await page.setInputFiles('input[type=file]', [
    { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Rosa') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Kit') },
    { name: 'empty.mp4', mimeType: 'video/mp4', buffer: Buffer.from('') },
    { name: 'dot.png', mimeType: 'image/png', buffer: dot },
  ])
  const told = page.locator('[data-sonner-toast]').filter({ hasText: 'dot.png uploaded successfully' })
  await expect(told).toBeVisible()
  // Checked for all at the same moment, because each toast disappears after four seconds.
  const areAbove = await page.locator('[data-sonner-toast]').evaluateAll((all) =>
    all.map((message) => {
      const top = document.querySelector('main ul')?.getBoundingClientRect().top ?? 0
      return message.getBoundingClientRect().bottom < top
    }),
  )
  expect(new Set(areAbove)).toEqual(new Set([true]))
  // If the list ended above the toasts, they would never have been in its way.
  expect((await edges(page.getByRole('list', { name: 'Chosen files' }))).bottom).toBeGreaterThan(900)
  await expect(uploadRow(page, 'dot.png')).toContainText('Safe on the server')
})

test('where the files fill the window there is no place beside them: what is in sight is not told, and what is further down is', async ({
  page,
  person,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/media/uploads/**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.setViewportSize({ width: 1440, height: 600 })
  await openUpload(page, person)
  const refused = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
  await page.setInputFiles('input[type=file]', [
    ...['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'].map(refused),
    { name: 'dot.png', mimeType: 'image/png', buffer: dot },
  ])
  const messages = page.locator('[data-sonner-toast]')
  await expect(messages.first()).toBeVisible()
  const row = uploadRow(page, 'dot.png')
  await expect(row).toContainText('0 %')
  await expect(messages).toHaveCount(0, { timeout: 30_000 })
  await row.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  expect((await edges(page.getByRole('list', { name: 'Chosen files' }))).top).toBeLessThan(100)

  await keepMessages(page)
  held.resolve()
  await expect(row).toContainText('Safe on the server')
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.setInputFiles('input[type=file]', refused('z.txt'))
  await expect.poll(() => keptMessages(page)).toEqual(['z.txt is not a supported file type'])
})

test('a file that only calls itself a picture has the sign of its kind in its row', async ({
  page,
  person,
}) => {
  await openUpload(page, person)
  const noPicture = { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') }
  await page.setInputFiles('input[type=file]', [
    noPicture,
    { name: 'dot.png', mimeType: 'image/png', buffer: dot },
  ])
  const row = uploadRow(page, 'holiday.jpg')
  await expect(row.getByRole('alert')).toHaveText('holiday.jpg is not a supported file type')
  await expect(row.locator('svg.lucide-image')).toBeVisible()
  await expect(row.locator('img')).toHaveCount(0)
  await expect(uploadRow(page, 'dot.png').locator('img')).toBeVisible()
})

const edges = (of: Locator) =>
  of.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return { top, bottom }
  })
