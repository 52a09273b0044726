import { expect } from '@playwright/test'
import { test } from './test-with-database.ts'
import { tellStory } from './told-story.ts'

test('of a recording that its device never ended the story says where the rest may be', async ({
  page,
  person,
  server,
  world,
}) => {
  const { storyId, recordingId } = await tellStory(page, server.origin, person)
  const told = page.getByText('it may have more')
  await page.goto(`/app/stories/${storyId}`)
  await expect(page.locator('video')).toBeVisible()
  await expect(told).toHaveCount(0)

  await world.asOwner(`update public.recordings set ended_by = 'server' where id = $1`, [recordingId])
  await page.reload()
  await expect(told).toBeVisible()
})
