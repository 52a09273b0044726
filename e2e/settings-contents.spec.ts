import { expect } from '@playwright/test'
import { accessibilityFindings } from './accessibility.ts'
import { test } from './test.ts'

test.use({ viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true })

test('a section far down in the settings is reached from their top, by finger and by key', async ({
  page,
  person: _,
}) => {
  await page.goto('/app/settings')
  const exporting = page.getByRole('heading', { name: 'Export Data' })
  await exporting.waitFor()
  await expect(exporting).not.toBeInViewport()
  const contents = page.getByRole('button', { name: 'Go to a section' })
  await contents.tap()
  const items = page.getByRole('menuitem')
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  await expect(items).toHaveText(headings)
  expect(await accessibilityFindings(page)).toEqual([])
  await items.filter({ hasText: 'Export Data' }).tap()
  await expect(exporting).toBeInViewport()
  await expect(exporting).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('region', { name: 'Export Data' }).locator(':focus')).toHaveCount(1)

  await contents.focus()
  await page.keyboard.press('Enter')
  await expect(items.first()).toBeFocused()
  await page.keyboard.type('Language')
  await expect(items.filter({ hasText: 'Language and dates' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Language and dates' })).toBeFocused()

  // After closing it without a choice, the button has the focus again.
  await contents.focus()
  await page.keyboard.press('Enter')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(contents).toBeFocused()
})
