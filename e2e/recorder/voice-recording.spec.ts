import { expect } from '@playwright/test'
import { accessibilityFindings } from '../accessibility.ts'
import { lookElsewhere } from '../look-elsewhere.ts'
import { openDevices, rememberDevices } from '../opened-devices.ts'
import { secondPress } from '../second-press.ts'
import { holdSound } from './hold-sound.ts'
import { decodedMs, storedOriginals } from './stored.ts'
import { recordedFor, test } from './studio.ts'

test('the voice page thanks for nothing that was not kept, and hears it once more', async ({
  page,
  person,
  server,
}) => {
  await page.addInitScript(failWhereTold)
  await page.goto('/app/labs/voice')
  await page.getByRole('button', { name: 'Speak now' }).click()
  // Earlier, there is nothing yet that could fail to be kept.
  const heardForMs = () =>
    page.evaluate(() => performance.now() - (window.heardSince ?? Number.POSITIVE_INFINITY))
  await expect.poll(heardForMs).toBeGreaterThan(1_000)
  await page.getByRole('button', { name: 'I am done' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'This device cannot keep the recording' })
  await expect(alert).toContainText('Nothing was recorded yet.')
  await expect(page.getByRole('button', { name: 'Speak now' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /Thank you/ })).toHaveCount(0)

  await page.evaluate(() => Object.assign(window, { isMended: true }))
  await alert.getByRole('button', { name: 'Try again' }).click()
  await recordedFor(page, 2)
  await page.getByRole('button', { name: 'I am done' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you. Your story is kept.' })).toBeVisible()
  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(1_500)
})

declare global {
  interface Window {
    /** When the browser's recorder started. */
    heardSince?: number
  }
}

/** Runs in the page: until it is mended, a recording arrives as one slice at its end, and the disk accepts none. */
function failWhereTold(): void {
  const isMended = () => 'isMended' in window
  const { start } = MediaRecorder.prototype
  MediaRecorder.prototype.start = function (slice) {
    this.addEventListener('start', () => {
      window.heardSince = performance.now()
    })
    start.call(this, isMended() ? slice : 3_600_000)
  }
  const { add } = IDBObjectStore.prototype
  IDBObjectStore.prototype.add = function (...how) {
    if (this.name === 'slices' && !isMended()) throw new DOMException('Internal error.', 'UnknownError')
    return add.apply(this, how)
  }
}

test('who tells into a microphone from which nothing comes is told on the voice page, too, until it is heard', async ({
  page,
  person: _,
}) => {
  await page.addInitScript(holdSound)
  await page.goto('/app/labs/voice')
  await page.getByRole('button', { name: 'Speak now' }).click()
  const told = page.getByText('No sound comes from the microphone.')
  await expect(told).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.evaluate(() => document.dispatchEvent(new Event('sound')))
  await expect(told).toHaveCount(0)
  await page.getByRole('button', { name: 'I am done' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you. Your story is kept.' })).toBeVisible()
})

test('who tells without a line and looks elsewhere goes on telling, and is asked the same', async ({
  page,
  person: _,
}) => {
  await page.route('**/rpc/prompts/list', (route) => route.abort())
  await page.goto('/app/labs/voice')
  await page.getByRole('button', { name: 'Speak now' }).click()
  await recordedFor(page, 1)
  const question = page.getByText('What is your earliest memory?')
  await expect(question).toBeVisible()

  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/prompts/list')) asked += 1
  })
  await lookElsewhere(page)
  await recordedFor(page, 2)
  expect(asked).toBe(0)
  await expect(question).toBeVisible()
  await page.getByRole('button', { name: 'I am done' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you. Your story is kept.' })).toBeVisible()
})

test('one button hears an elder’s story, which then stands on the line of years', async ({
  page,
  person,
  server,
}) => {
  await rememberDevices(page)
  await page.goto('/app/labs')
  await page.getByRole('link', { name: /Try It Out.*Voice Recording/ }).click()
  const speak = page.getByRole('button', { name: 'Speak now' })
  await expect(speak).toBeVisible()
  const question = (await page.locator('main p').first().textContent()) ?? ''
  const waysToLose = page.getByRole('button', { name: /delete|discard|remove|cancel|throw/i })
  await expect(waysToLose).toHaveCount(0)
  await speak.click()
  // A double click on the start button does not end the recording.
  await expect(page.getByRole('button', { name: 'I am done' })).toBeVisible()
  await secondPress(page)
  await expect(page.getByRole('link', { name: 'Back to Labs' })).toHaveCount(0)
  await recordedFor(page, 3)
  await expect(waysToLose).toHaveCount(0)
  await page.getByRole('button', { name: 'I am done' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you. Your story is kept.' })).toBeFocused()
  expect(await openDevices(page)).toEqual([])
  await expect(waysToLose).toHaveCount(0)

  const [stored] = await storedOriginals(person, server.origin)
  // It counts as asked: the next visit asks another one.
  const asked = async () =>
    (await person.api.prompts.list({ list: 'official', asked: 'yes' })).items.map(({ text }) => text)
  await expect.poll(asked).toEqual([question])
  expect(stored?.recording.kind).toBe('audio')
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan(2_500)

  await page.goto('/app/labs/voice')
  await expect(speak).toBeVisible()
  await expect(page.locator('main p').first()).not.toHaveText(question)
  await page.goto('/app/labs/timeline')
  const mark = page.getByRole('list', { name: 'Stories' }).getByRole('link')
  await expect(mark).toContainText(question.slice(0, 20))
  const years = page.getByRole('group', { name: 'Years, stories and lives' })
  await years.focus()
  await expect(page.getByRole('button', { name: 'See all years' })).toBeDisabled()
  await page.keyboard.press('+')
  await expect(page.getByRole('button', { name: 'See all years' })).toBeEnabled()
  await page.keyboard.press('0')
  await expect(page.getByRole('button', { name: 'See all years' })).toBeDisabled()
  await mark.click()
  await page.waitForURL('**/app/stories/*')
})
