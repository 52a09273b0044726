import { expect } from '@playwright/test'
import { expectToServeEverybody } from './serves-everybody.ts'
import { test } from './test-with-database.ts'
import { tellStory } from './told-story.ts'

/** What the server does to a recording whose device never came back to end it. */
const endedByServer = `update public.recordings set ended_by = 'server' where id = $1`

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

  await world.asOwner(endedByServer, [recordingId])
  await page.reload()
  await expect(told).toBeVisible()
})

test('whoever keeps the story says that an abandoned recording was all there was, and takes that back', async ({
  page,
  person,
  server,
  world,
}) => {
  const { storyId, recordingId } = await tellStory(page, server.origin, person)
  await world.asOwner(endedByServer, [recordingId])
  const told = page.getByText('it may have more')
  const settled = page.getByText('This counts as all there was.')
  await page.goto(`/app/stories/${storyId}`)

  await page.getByRole('button', { name: 'That is all there was' }).click()
  await expect(settled).toBeVisible()
  await expect(told).toHaveCount(0)
  await expectToServeEverybody(page)

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(told).toBeVisible()
  await expect(settled).toHaveCount(0)

  await page.getByRole('button', { name: 'That is all there was' }).click()
  await expect(settled).toBeVisible()
  await page.reload()
  await expect(page.locator('video')).toBeVisible()
  await expect(told).toHaveCount(0)
})
