import type { Page } from '@playwright/test'
import { twoFrames } from './two-frames.ts'

/** Imitates another window coming to the front for a while, and then the page again. */
export async function lookElsewhere(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await twoFrames(page)
}
