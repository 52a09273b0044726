import { expect } from '@playwright/test'
import { makeFilm } from './film.ts'
import { keepMessages, keptMessages } from './keep-messages.ts'
import { openUpload, uploadRow } from './open-upload.ts'
import { test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const refused = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Rosa') }
const unseen = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Kit') }

test('on a phone no message lies over the rows that say the same; of what is not in sight one is told above', async ({
  page,
  person,
}) => {
  await keepMessages(page)
  await openUpload(page, person)
  const film = { name: 'film.webm', mimeType: 'video/webm', buffer: await makeFilm(page, 1) }
  await page.setInputFiles('input[type=file]', [refused, film])
  await expect(uploadRow(page, 'letter.txt').getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(uploadRow(page, 'film.webm').getByRole('status').first()).toContainText('Safe on the server')

  // The window is lower than the place where the list begins.
  await page.setViewportSize({ width: 390, height: 440 })
  await page.setInputFiles('input[type=file]', unseen)
  await expect.poll(() => keptMessages(page)).toEqual(['notes.txt is not a supported file type'])
  const told = page.locator('[data-sonner-toast]').filter({ hasText: 'notes.txt' })
  await expect(told).toHaveAttribute('data-y-position', 'top')
})
