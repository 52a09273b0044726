import { expect } from '@playwright/test'
import { test } from './test.ts'

test('what is routed in a page that is open already is so for the next key that is pressed', async ({
  page,
}) => {
  await page.goto('/login')
  await page.evaluate(() => {
    const heard = document.documentElement.dataset
    window.addEventListener('keydown', async () => {
      const answer = await fetch('/health').catch(() => null)
      heard.asked = answer === null ? 'stopped' : 'came through'
    })
  })

  for (let round = 0; round < 100; round += 1) {
    await page.evaluate(() => delete document.documentElement.dataset.asked)
    await page.route('**/health', (route) => route.abort())
    await page.keyboard.press('k')
    await expect(page.locator('html')).toHaveAttribute('data-asked', 'stopped')
    await page.unroute('**/health')
  }
})
