import type { Page } from '@playwright/test'

export const DAY_MS = 86_400_000

/**
 * Gives a page a clock that differs from the true one, and returns a function that changes the difference while the page is open.
 * The time measured since the page was opened is not affected, as on a real device.
 */
export async function giveOwnClock(page: Page, atFirst = 0): Promise<(byMs: number) => Promise<void>> {
  await page.addInitScript((byMs) => {
    const Honest = Date
    const clock = { byMs }
    Object.assign(window, { clock })
    window.Date = new Proxy(Honest, {
      construct: (target, given) =>
        given.length > 0 ? Reflect.construct(target, given) : new target(Honest.now() + clock.byMs),
      get: (target, name) =>
        name === 'now' ? () => Honest.now() + clock.byMs : Reflect.get(target, name, target),
    })
  }, atFirst)
  return (byMs) => page.evaluate((by) => void Object.assign(Reflect.get(window, 'clock'), { byMs: by }), byMs)
}

/** The maximum duration of a test. */
const TEST_MS = 120_000

/** The calendar day of an instant, in the time zone of the test. */
export const dayOf = (date: string | number): string => new Date(date).toDateString()

/** The day so many days from now; just after midnight, also the day before, on which the test may have begun. */
export const daysFromNow = (days: number): string[] =>
  [0, TEST_MS].map((ago) => dayOf(Date.now() + days * DAY_MS - ago))

/** Whether an instant lies within this test. */
export const isOfThisTest = (instant: string | null | undefined): boolean => {
  const ago = Date.now() - Date.parse(instant ?? '')
  return ago > -1_000 && ago < TEST_MS
}
