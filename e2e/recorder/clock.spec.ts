import { expect, type Page } from '@playwright/test'
import { decodedMs, storedOriginals } from './stored.ts'
import { endSession, openStudio, record, recordedFor, shownSeconds, test } from './studio.ts'

const DAY_MS = 86_400_000

/** A clock that people and time servers put forward and back; the time since the page was opened goes on by itself. */
async function giveOwnClock(page: Page): Promise<(byMs: number) => Promise<void>> {
  await page.addInitScript(() => {
    const Honest = Date
    const clock = { byMs: 0 }
    Object.assign(window, { clock })
    window.Date = new Proxy(Honest, {
      construct: (target, given) =>
        given.length > 0 ? Reflect.construct(target, given) : new target(Honest.now() + clock.byMs),
      get: (target, name) =>
        name === 'now' ? () => Honest.now() + clock.byMs : Reflect.get(target, name, target),
    })
  })
  return (byMs) => page.evaluate((by) => void Object.assign(Reflect.get(window, 'clock'), { byMs: by }), byMs)
}

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
  await recordedFor(page, 4)
  expect(await shownSeconds(page)).toBeLessThan(60)
  await jump(-DAY_MS)
  await recordedFor(page, 6)
  expect(await shownSeconds(page)).toBeLessThan(60)
  await endSession(page)

  const [stored] = await storedOriginals(person, server.origin)
  const storedMs = decodedMs(stored?.path ?? '')
  expect(storedMs).toBeGreaterThan(5_500)
  expect(storedMs).toBeLessThan(60_000)
  await expect(page.getByTestId('delivery')).toHaveCount(0)
})
