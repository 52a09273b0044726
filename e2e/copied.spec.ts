import { expect } from '@playwright/test'
import { test } from './test.ts'
import { writeStory } from './write-story.ts'

test('that something was copied can be read without haste, and is read out once', async ({
  page,
  context,
  person,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.goto(`/app/stories/${await writeStory(person, 'The mill', 'It turned by the river.')}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Story' })
  await dialog.getByRole('switch', { name: 'Public link' }).click()
  const copy = dialog.getByRole('button', { name: 'Copy link' })
  await expect(copy).toBeEnabled()
  // So far ahead that the page's clock is behind it, however late the page receives this.
  await page.clock.pauseAt(Date.now() + 60_000)
  // A click would wait for the next frame, which depends on the paused clock as well.
  await copy.press('Enter')
  const copied = dialog.getByRole('button', { name: 'Copied!' })
  await expect(copied).toBeVisible()
  const told = dialog.getByRole('status').filter({ hasText: 'clipboard' })
  await expect(told).toHaveText('It is on the clipboard.')
  await expect(copied.locator('[aria-live]')).toHaveCount(0)

  await page.clock.fastForward(5_000)
  await expect(copied).toBeVisible()
  await page.clock.fastForward(1_500)
  await expect(copy).toBeVisible()
  await expect(told).toHaveCount(0)
})
