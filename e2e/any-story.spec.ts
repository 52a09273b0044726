import { expect } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { test } from './test.ts'

test('a story older than the newest hundred can be chosen for enhancement, by its address and from the list', async ({
  page,
  person,
}) => {
  const titles = Array.from({ length: limits.pageSizeMax + 1 }, (_, index) => `Evening ${index + 1}`)
  const ids: string[] = []
  for (const title of titles) {
    const { id } = await person.api.stories.create({ id: uuidv7(), title, method: 'journal' })
    ids.push(id)
  }
  await page.goto(`/app/labs/enhance?story=${ids[0]}`)
  const choice = page.getByLabel('Story')
  await expect(choice.locator('option:checked')).toHaveText('Evening 1')
  await page.goto('/app/labs/enhance')
  await expect(choice.getByRole('option', { name: 'Evening 1', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'List older stories, too' }).click()
  await choice.selectOption({ label: 'Evening 1' })
  await page.waitForURL(`**/app/labs/enhance?story=${ids[0]}`)
  await expect(page.getByRole('button', { name: 'List older stories, too' })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('the tab that a link leads to is in view among those that have no room', async ({ page, person }) => {
    const { id } = await person.api.stories.create({ id: uuidv7(), title: 'Bread', method: 'journal' })
    await page.goto(`/app/stories/${id}?tab=comments`)
    await expect(page.getByRole('tab', { name: 'Comments', selected: true })).toBeInViewport({ ratio: 0.95 })
    await page.getByRole('tab', { name: 'Transcript' }).press('Home')
    await expect(page.getByRole('tab', { name: 'Summary' })).toBeInViewport({ ratio: 0.95 })
  })
})
