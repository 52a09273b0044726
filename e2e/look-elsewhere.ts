import type { Page } from '@playwright/test'
import { twoFrames } from './two-frames.ts'

/** Another window is in front for a while, and the page again. */
export async function lookElsewhere(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await twoFrames(page)
}
