import { expect } from '@playwright/test'
import { signInHere, signUp } from './person.ts'
import { test } from './test.ts'
import { writeStory } from './write-story.ts'

test.use({ settings: { PLAN_DEFAULT: 'family' } })

const wayBack = 'Back to Shared with me'

test('from a story that is shared the ways back lead to where it stood: when it could not be loaded, and when it is shared no more', async ({
  page,
  context,
  server,
}) => {
  const [ana, boris] = [await signUp(server.origin), await signUp(server.origin)]
  const storyId = await writeStory(ana, 'The diary')
  const shared = { resourceType: 'story' as const, resourceId: storyId }
  await ana.api.sharing.share({ ...shared, email: boris.email, role: 'viewer' })
  await signInHere(context, boris)
  await page.goto('/app/shared')
  const card = page.getByRole('link', { name: 'The diary' })
  await card.waitFor()
  const unable = /\/rpc\/stories\/get(?:\?|$)/
  await page.route(unable, (route) => route.abort('connectionreset'))
  await card.click()
  await expect(page.getByText('This story could not be loaded')).toBeVisible()
  await page.getByRole('link', { name: wayBack }).click()

  await page.unroute(unable)
  await card.click()
  await expect(page.getByRole('heading', { level: 1, name: 'The diary' })).toBeVisible()
  const [{ id = '' } = {}] = (await ana.api.sharing.get(shared)).people
  await ana.api.sharing.revoke({ ...shared, id })
  await expect(page.getByRole('heading', { name: 'Story not found' })).toBeVisible()
  await expect(page.getByText('is not shared with you any more')).toBeVisible()
  await page.getByRole('link', { name: wayBack }).click()
  await expect(page.getByText('Nothing is shared with you yet')).toBeVisible()

  // A person who opens an old link here first may belong to either list, so both are offered.
  await page.goto(`/app/stories/${storyId}`)
  await expect(page.getByRole('link', { name: 'Back to Stories' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Shared with me' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shared with me' })).toBeVisible()
})

test('who deletes a story that somebody else keeps comes to what is shared, and can bring it back there', async ({
  page,
  context,
  server,
}) => {
  const [ana, boris] = [await signUp(server.origin), await signUp(server.origin)]
  const resourceId = await writeStory(ana, 'The diary')
  await ana.api.sharing.share({ resourceType: 'story', resourceId, email: boris.email, role: 'admin' })
  await signInHere(context, boris)
  await page.goto(`/app/stories/${resourceId}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('“The diary” was deleted.')).toBeVisible()
  await expect(page).toHaveURL(/\/app\/shared$/)
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The diary' })).toBeVisible()
})
