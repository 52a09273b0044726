import { expect, type Page } from '@playwright/test'
import { accessibilityFindings, contrastFindings } from './accessibility.ts'
import { hiddenFindings } from './readable.ts'

/** Checks the page as it is: with light and dark colours, and on a narrow phone. */
export async function expectToServeEverybody(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect.soft(await accessibilityFindings(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await contrastFindings(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  expect.soft(await hiddenFindings(page)).toEqual([])
  if (size) await page.setViewportSize(size)
}
