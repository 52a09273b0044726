import { expect } from '@playwright/test'
import { accessibilityFindings } from './accessibility.ts'
import { endSession, record, recordedFor, shownSeconds, test } from './recorder/studio.ts'

const life = '01900000-0002-7000-8000-000000000001'
const [first, second] = [/^What is the earliest thing you can remember/, /^What did you do that got you into/]

test('a story that is called by its question shows it once, and its name again without the question', async ({
  page,
  person: _,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/app/prompts/playlists/${life}`)
  await page.getByRole('link', { name: 'Record this' }).first().click()
  const title = page.getByRole('heading', { level: 1, name: first })
  await expect(page.locator('main p').getByText(first)).toBeVisible()
  const height = async () => (await title.boundingBox())?.height ?? 0
  await expect.poll(height).toBeLessThan(2)

  await page.getByRole('button', { name: 'Take the question away' }).click()
  await expect.poll(height).toBeGreaterThan(20)
})

test('a playlist is asked question by question, by key and by button; what was asked is noted and remembered', async ({
  page,
  person,
}) => {
  await page.goto(`/app/prompts/playlists/${life}`)
  await page.getByRole('link', { name: 'Record with this playlist' }).click()
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  const stage = page.locator('main')
  await expect(stage.getByText(first)).toBeVisible()
  const place = page.getByText(/^Question \d+ of 10$/)
  await expect(place).toHaveText('Question 1 of 10')

  // A double click is one step, but each further quick press is another.
  const next = page.getByRole('button', { name: 'Next question' })
  await next.dblclick({ delay: 60 })
  await expect(place).toHaveText('Question 2 of 10')
  await next.click({ clickCount: 4 })
  await expect(place).toHaveText('Question 5 of 10')
  const previous = page.getByRole('button', { name: 'Previous question' })
  await previous.dblclick()
  await expect(place).toHaveText('Question 4 of 10')
  await previous.click({ clickCount: 4 })
  await expect(place).toHaveText('Question 1 of 10')
  await expect(previous).toBeFocused()

  await record(page)
  await recordedFor(page, 2)
  const before = await shownSeconds(page)
  await page.keyboard.press('PageDown')
  await expect(stage.getByText(second)).toBeVisible()
  const after = await shownSeconds(page)
  await page.keyboard.press('ArrowLeft')
  await expect(stage.getByText(first)).toBeVisible()
  await next.click()
  await expect(place).toHaveText('Question 2 of 10')
  await page.screenshot({ path: 'test-results/looks/prompts-studio-1280.png' })
  await expect.poll(() => accessibilityFindings(page)).toEqual([])

  // Keys typed into a field do not change the question.
  await page.getByRole('button', { name: 'All prompts' }).click()
  await page.getByLabel('Search prompts').fill('wedd')
  await page
    .getByRole('list', { name: 'Official Playlists' })
    .getByRole('button', { name: /A wedding/ })
    .click()
  await expect(page.getByText('Question 1 of 11')).toBeVisible()
  await page.getByRole('tab', { name: 'Journal' }).click()
  await page.getByLabel('Your note').fill('Apples')
  for (const key of ['ArrowRight', 'PageDown', 'F8']) await page.keyboard.press(key)
  await expect(page.getByText('Question 1 of 11')).toBeVisible()
  await page.getByLabel('Your note').fill('')

  // A new question of one's own, in the middle of the recording.
  await page.getByRole('tab', { name: 'Prompts' }).click()
  await page.getByRole('button', { name: 'All prompts' }).click()
  const beforeOwn = await shownSeconds(page)
  await page.getByRole('button', { name: 'Create New Prompt' }).click()
  await page.getByRole('dialog').getByLabel('Question').fill('Where did you hide the letters?')
  await page.getByRole('dialog').getByRole('button', { name: 'Create Prompt' }).click()
  await expect(stage.getByText('Where did you hide the letters?')).toBeVisible()
  const afterOwn = await shownSeconds(page)
  await recordedFor(page, 5)

  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await endSession(page)
  await expect(page.getByText(/Question: What is the earliest thing/).first()).toBeVisible()
  await expect(page.getByText('Question: Where did you hide the letters?')).toBeVisible()

  // Each question has the second at which it was asked: the first that of the start, the others one between two readings of the
  // timer.
  const [story] = (await person.api.stories.list({})).items
  const askedAt = async (text: RegExp) => {
    const { notes } = await person.api.stories.get({ id: story?.id ?? '' })
    return notes.find((note) => text.test(note.text))?.timestamp
  }
  /** The time of a note on the server; the recap shows notes from this device, which are sent to the server in the background. */
  const secondOf = async (text: RegExp) => {
    await expect.poll(() => askedAt(text)).toBeDefined()
    return secondsOf((await askedAt(text)) ?? '')
  }
  const atSecond = await secondOf(/^Question: What did you do that got you into/)
  const atOwn = await secondOf(/^Question: Where did you hide the letters/)
  expect(await secondOf(/^Question: What is the earliest/)).toBe(0)
  expect(atSecond).toBeGreaterThanOrEqual(before)
  expect(atSecond).toBeLessThanOrEqual(after)
  expect(atOwn).toBeGreaterThanOrEqual(beforeOwn)
  expect(atOwn).toBeLessThanOrEqual(afterOwn)

  await expect.poll(async () => (await person.api.prompts.playlist({ id: life })).askedCount).toBe(2)
  await page.goto(`/app/prompts/playlists/${life}`)
  await expect(page.getByText('2 asked')).toBeVisible()
  await page.getByRole('link', { name: 'A life in ten questions' }).first().click()
  await expect(page).toHaveURL(/\/app\/stories\//)
})

test('a playlist goes on where it was, after a question that was taken away or asked in between', async ({
  page,
  person: _,
}) => {
  await page.goto(`/app/prompts/playlists/${life}`)
  await page.getByRole('link', { name: 'Record with this playlist' }).click()
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  const steps = page.getByRole('navigation', { name: /^Questions of/ })
  const next = steps.getByRole('button', { name: 'Next question' })
  await expect(steps).toContainText('Question 1 of 10')
  await next.click()
  await expect(steps).toContainText('Question 2 of 10')

  await page.getByRole('button', { name: 'Take the question away' }).click()
  await expect(steps.getByText('10 questions', { exact: true })).toBeVisible()
  await next.click()
  await expect(steps).toContainText('Question 3 of 10')

  await page.getByRole('button', { name: 'Take the question away' }).click()
  await steps.getByRole('button', { name: 'Previous question' }).click()
  await expect(steps).toContainText('Question 3 of 10')
  await steps.getByRole('button', { name: 'Previous question' }).click()
  await expect(steps).toContainText('Question 2 of 10')
})

function secondsOf(timestamp: string): number {
  const [minutes = 0, seconds = 0] = timestamp.split(':').map(Number)
  return minutes * 60 + seconds
}
