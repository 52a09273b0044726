import { expect } from '@playwright/test'
import { endSession, onServer, openStudio, record, recordedFor, test } from './recorder/studio.ts'

test('who has not said their name is nobody to others, and is asked for it where they share', async ({
  page,
  person,
  browser,
}) => {
  await openStudio(page, 'Plum jam')
  await record(page)
  await recordedFor(page, 2)
  await onServer(page)
  await endSession(page)
  const storyId = new URL(page.url()).searchParams.get('storyId') ?? ''
  expect((await person.api.stories.get({ id: storyId })).speakers).toEqual([])

  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const share = page.getByRole('dialog', { name: 'Share Story' })
  await share.getByLabel('Public link').click()
  const url = await share.getByLabel('The public link').inputValue()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(url)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Plum jam')
  await expect(visitor.getByText('Current User')).toHaveCount(0)
  await visitor.context().close()

  await share.getByLabel('What is your name?').fill('  Ada Lind ')
  await share.getByRole('button', { name: 'Save my name' }).click()
  await expect(share.getByLabel('What is your name?')).toBeHidden()
  await expect(share.getByLabel('The public link')).toHaveValue(url)
  expect((await person.api.account.profile()).fullName).toBe('Ada Lind')
  // The name is only asked for once.
  await page.goto(`/app/sharing-options?type=story&id=${storyId}`)
  await expect(page.getByRole('heading', { name: 'Add somebody' })).toBeVisible()
  await expect(page.getByLabel('What is your name?')).toBeHidden()
})
