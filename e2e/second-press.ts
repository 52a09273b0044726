import type { Locator, Page } from '@playwright/test'

/** The second press of a double press, where the first was; whatever lies there by now. */
export async function secondPress(page: Page): Promise<void> {
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

/**
 * Presses in one place, each in so many milliseconds from now. When a press was made is told to the browser, as a mouse does: it
 * does not hang on how long the page was busy with the one before.
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

/** A double press as of somebody who presses everything twice, with a hand that takes its time. */
export const pressTwice = (wanted: Locator) => pressIn(wanted, 0, 300)
