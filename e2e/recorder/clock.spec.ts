import { expect } from '@playwright/test'
import { DAY_MS, dayOf, daysFromNow, giveOwnClock, isOfThisTest } from '../own-clock.ts'
import { decodedMs, storedOriginals } from './stored.ts'
import { endSession, openStudio, record, recordedFor, shownSeconds, test } from './studio.ts'

test('a clock that jumps a day ahead and two back while somebody tells changes neither length nor delivery', async ({
  page,
  person,
  server,
}) => {
  const jump = await giveOwnClock(page)
  await openStudio(page, 'The night the clocks changed')
  await record(page)
  await recordedFor(page, 2)

  await jump(DAY_MS)
  // Long enough that a day's sleep would be assumed if the clock were trusted.
  await recordedFor(page, 9)
  expect(await shownSeconds(page)).toBeLessThan(60)
  await jump(-DAY_MS)
  await recordedFor(page, 11)
  expect(await shownSeconds(page)).toBeLessThan(60)
  await endSession(page)

  const [stored] = await storedOriginals(person, server.origin)
  const storedMs = decodedMs(stored?.path ?? '')
  expect(storedMs).toBeGreaterThan(10_500)
  expect(storedMs).toBeLessThan(60_000)
  await expect(page.getByTestId('delivery')).toHaveCount(0)
})

test('what was recorded on such a device before any server had told the time is of today as well', async ({
  page,
  person,
  server,
}) => {
  await giveOwnClock(page, -20 * 365 * DAY_MS)
  let isCut = true
  await page.route(/\/(rpc|auth|health|media)\b/, (route) => (isCut ? route.abort() : route.continue()))
  await openStudio(page, 'In the cellar')
  await record(page)
  await recordedFor(page, 2)
  await endSession(page)
  // Reconnects only after this failure, because the page first asks for the time and, without an answer, sends the recording all
  // the same.
  await page.waitForEvent('requestfailed', (request) => request.url().endsWith('/rpc/recordings/start'))
  isCut = false

  await storedOriginals(person, server.origin)
  const [told] = (await person.api.stories.list({})).items
  const story = await person.api.stories.get({ id: told?.id ?? '' })
  expect(daysFromNow(0)).toContain(dayOf(story.date))
  expect(isOfThisTest(story.recordings[0]?.startedAt)).toBe(true)
})

test('a device whose clock is years behind records a story of today', async ({ page, person, server }) => {
  await giveOwnClock(page, -20 * 365 * DAY_MS)
  await openStudio(page, 'An old laptop')
  await record(page)
  await recordedFor(page, 2)
  await endSession(page)

  await storedOriginals(person, server.origin)
  const { items } = await person.api.stories.list({})
  const story = await person.api.stories.get({ id: items[0]?.id ?? '' })
  // A story's date is that of the teller's own clock.
  expect(daysFromNow(0)).toContain(dayOf(story.date))
  expect(isOfThisTest(story.recordings[0]?.startedAt)).toBe(true)
  expect(isOfThisTest(story.recordings[0]?.endedAt)).toBe(true)
})
