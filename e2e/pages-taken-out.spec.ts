import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { test } from './test.ts'
import { writeStory } from './write-story.ts'

const place = (page: Page, text: string) =>
  expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(text)

test('of several pages that were taken out one after the other each can be put back', async ({
  page,
  person,
}) => {
  const stories = [
    await writeStory(person, 'Bread', 'Every Saturday, before anybody was awake.'),
    await writeStory(person, 'Apples', 'In the cellar, on straw.'),
  ]
  const { id } = await person.api.storybooks.create({ id: uuidv7(), title: 'Kitchen', storyIds: stories })
  await page.goto(`/app/storybooks/${id}?page=4`)
  const takeOut = async (words: string, number: number) => {
    const sheet = page.getByRole('article').filter({ hasText: words })
    await expect(sheet).toBeVisible()
    await page.getByRole('button', { name: `Edit page ${number}` }).click()
    await page.getByRole('button', { name: 'Take page out' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(sheet).toHaveCount(0)
  }
  await takeOut('Every Saturday', 4)
  await place(page, 'of 6')
  await takeOut('In the cellar', 5)
  await place(page, 'of 5')

  const putBack = (words: string) =>
    page.getByRole('status').filter({ hasText: words }).getByRole('button', { name: 'Put it back' }).click()
  await putBack('Every Saturday')
  await place(page, 'of 6')
  await putBack('In the cellar')
  await place(page, 'of 7')
  await expect(page.getByText('The page was taken out.')).toHaveCount(0)
})
