import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { accessibilityFindings } from './accessibility.ts'
import { test } from './test.ts'
import { tellStory } from './told-story.ts'

const pictures = 'test-results/looks'

test('somebody comments on a moment of a film, plays it from there, and takes a deletion back', async ({
  page,
  person,
  server,
}) => {
  const { storyId } = await tellStory(page, server.origin, person)
  await page.goto(`/app/stories/${storyId}`)
  await stopAt(page, 2)
  await page.getByRole('button', { name: 'Comment on this moment' }).click()

  const box = page.getByLabel('Add a comment')
  await expect(box).toBeFocused()
  await box.fill('a'.repeat(100_000))
  await expect(page.getByText('this has 100,000. Nothing of it is lost')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Comment' })).toBeDisabled()
  await expect(box).toHaveValue('a'.repeat(100_000))

  await box.fill('That is uncle Boris with the accordion.')
  await box.press('Control+Enter')
  const comments = page.getByRole('region', { name: 'Comments' })
  const comment = comments.getByRole('listitem').filter({ hasText: 'uncle Boris' })
  await expect(comment).toContainText('Just now')
  await expect(box).toHaveValue('')
  await page.screenshot({ path: `${pictures}/comments-1280.png` })
  expect(await accessibilityFindings(page)).toEqual([])

  // Somebody else's words arrive without a reload.
  await person.api.comments.add({ storyId, id: newId(), text: 'From another device' })
  await expect(comments.getByText('From another device')).toBeVisible()

  await comment.getByRole('button', { name: /Delete/ }).click()
  await expect(comment).toBeHidden()
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(comment).toBeVisible()

  await comment.getByRole('button', { name: 'Play from 0:02' }).click()
  await expect.poll(() => secondsOf(page)).toBeGreaterThanOrEqual(2)
})

async function stopAt(page: Page, second: number): Promise<void> {
  await page.locator('video').evaluate(async (film: HTMLVideoElement, at) => {
    film.muted = true
    await film.play()
    film.pause()
    film.currentTime = at
    await new Promise((told) => film.addEventListener('timeupdate', told, { once: true }))
  }, second)
}

const secondsOf = (page: Page) => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime)
