import type { Page } from '@playwright/test'

/** The second press of a double press, where the first was; whatever lies there by now. */
export async function secondPress(page: Page): Promise<void> {
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}
