import { expect } from '@playwright/test'
import { signUp } from './person.ts'
import { test } from './test.ts'
import { writeStory } from './write-story.ts'

test('Home leads to what others share, for as long as they do', async ({ page, person, server }) => {
  const ana = await signUp(server.origin)
  const on = { resourceType: 'story' as const, resourceId: await writeStory(ana, 'The diary') }
  const { id } = await ana.api.sharing.share({ ...on, email: person.email, role: 'viewer' })

  await page.goto('/app')
  const shared = page.getByRole('main').getByRole('link', { name: 'Shared with me 1 story' })
  await expect(shared).toBeVisible()
  await ana.api.sharing.revoke({ ...on, id })
  await expect(shared).toBeHidden()
})

test('whoever may only look at a story is told so where it is written in and where files are added, and can do neither', async ({
  page,
  person,
  server,
}) => {
  const ana = await signUp(server.origin)
  const resourceId = await writeStory(ana, 'The diary')
  await ana.api.sharing.share({ resourceType: 'story', resourceId, email: person.email, role: 'viewer' })

  await page.goto(`/app/stories/${resourceId}/journal`)
  await expect(
    page.getByText(/^“The diary” is shared with you to look at, and only .+ can let you write/),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await page.getByRole('link', { name: 'Open the story' }).click()
  await expect(page).toHaveURL(new RegExp(`/stories/${resourceId}$`))

  await page.goto(`/app/stories/${resourceId}/upload`)
  await expect(page.getByText(/^Only .+ can add files to “The diary”\./)).toBeVisible()
  await expect(page.getByText('Choose files')).toHaveCount(0)
  await page.getByRole('link', { name: 'New Story' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
