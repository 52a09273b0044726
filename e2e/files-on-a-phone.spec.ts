import { expect, type Page } from '@playwright/test'
import { makeFilm } from './film.ts'
import { keepMessages, keptMessages } from './keep-messages.ts'
import { openUpload, uploadRow } from './open-upload.ts'
import { onePoint } from './photographs.ts'
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
  const told = page.locator('[data-sonner-toast]').filter({ hasText: 'notes.txt' })
  await expect(told).toHaveAttribute('data-y-position', 'top')
  await expect.poll(() => keptMessages(page)).toEqual(['notes.txt is not a supported file type'])
})

test('a picture is enlarged with two fingers, and the next one comes by one finger only where it is not', async ({
  page,
  person,
}) => {
  const id = await openUpload(page, person)
  const pictures = ['house.png', 'garden.png'].map((name) => ({
    name,
    mimeType: 'image/png',
    buffer: onePoint,
  }))
  await page.setInputFiles('input[type=file]', pictures)
  for (const { name } of pictures) await expect(uploadRow(page, name)).toContainText('Safe on the server')
  await page.goto(`/app/stories/${id}`)
  await page.getByRole('button', { name: 'Show house.png' }).click()
  const large = page.getByRole('dialog')
  await expect(large).toContainText('1 of 2')

  const scale = () => page.evaluate(() => window.visualViewport?.scale ?? 1)
  await fingers(
    page,
    [20, 60, 120, 160].map((apart) => [195 - apart, 195 + apart]),
  )
  await expect.poll(scale).toBeGreaterThan(1.5)
  await fingers(page, [[300], [200], [100]])
  await expect(large).toContainText('1 of 2')

  await fingers(
    page,
    [160, 120, 60, 20, 10].map((apart) => [195 - apart, 195 + apart]),
  )
  await expect.poll(scale).toBe(1)
  await fingers(page, [[300], [200], [100]])
  await expect(large).toContainText('2 of 2')
})

/** Puts fingers on the middle of the screen and moves them, each to these places across, and takes them away. */
async function fingers(page: Page, places: readonly (readonly number[])[]): Promise<void> {
  const client = await page.context().newCDPSession(page)
  for (const [step, across] of places.entries()) {
    const touchPoints = across.map((x, id) => ({ x, y: 420, id }))
    await client.send('Input.dispatchTouchEvent', {
      type: step === 0 ? 'touchStart' : 'touchMove',
      touchPoints,
    })
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await client.detach()
}
