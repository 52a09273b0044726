import type { Locator, Page } from '@playwright/test'

/** The second press of a double click, at the place of the first, whatever is there by now. */
export async function secondPress(page: Page): Promise<void> {
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

/**
 * Presses several times in one place, each at the given number of milliseconds from now. The browser is told the time of each
 * press, as by a mouse, so it does not depend on how long the page was busy with the previous one.
 */
export async function pressIn(wanted: Locator, ...inMs: number[]): Promise<void> {
  const page = wanted.page()
  await wanted.click({ trial: true })
  const { x = 0, y = 0, width = 0, height = 0 } = (await wanted.boundingBox()) ?? {}
  const place = { x: x + width / 2, y: y + height / 2, button: 'left' } as const
  const mouse = await page.context().newCDPSession(page)
  const now = Date.now()
  for (const [index, ms] of inMs.entries()) {
    const press = { ...place, clickCount: index + 1 }
    const [down, up] = [(now + ms) / 1000, (now + ms + 60) / 1000]
    await mouse.send('Input.dispatchMouseEvent', { ...press, type: 'mousePressed', timestamp: down })
    await mouse.send('Input.dispatchMouseEvent', { ...press, type: 'mouseReleased', timestamp: up })
  }
  await mouse.detach()
}

/** A slow double press, as by a person who double-clicks everything. */
export const pressTwice = (wanted: Locator) => pressIn(wanted, 0, 300)
