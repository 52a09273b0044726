import { expect } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { test } from './test.ts'

test('whoever opens the address of what they have deleted finds the way to where it lies', async ({
  page,
  person,
}) => {
  const [storyId, bookId] = [newId(), newId()]
  await person.api.stories.create({ id: storyId, title: 'Bread', method: 'journal' })
  await person.api.storybooks.create({ id: bookId, title: 'A year', storyIds: [storyId] })
  await person.api.storybooks.delete({ id: bookId })
  await person.api.stories.delete({ id: storyId })

  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('link', { name: 'Look in the Trash' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Bread' })).toBeVisible()

  await page.goto(`/app/storybooks/${bookId}`)
  await page.getByRole('link', { name: 'Look in the Trash' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'A year' })).toBeVisible()
})
