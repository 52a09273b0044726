import type { Page } from '@playwright/test'

/**
 * Holds back timers without a delay, by which a page defers work until it is idle, as on a device that is always busy: presses come
 * first.
 * @returns a function that ends this
 */
export async function holdTimers(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const own = window.setTimeout
    const held: (() => void)[] = []
    const hold = (work: () => void, ms?: number) => (ms ? own(work, ms) : -held.push(work))
    Object.assign(window, {
      setTimeout: hold,
      endHolding: () => {
        Object.assign(window, { setTimeout: own })
        for (const work of held) work()
      },
    })
  })
  return () => page.evaluate(() => Reflect.get(window, 'endHolding')())
}
