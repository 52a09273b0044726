import type { Page } from '@playwright/test'

/**
 * From now on what a page puts off until it has nothing else to do waits, as on a device that always has: presses come before it.
 * @returns what ends that
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
