import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import type { Person } from './person.ts'
import { test } from './test.ts'

/** A journal of these entries, open on its page; returns the story's id. */
async function journalOf(page: Page, person: Person, texts: readonly string[]): Promise<string> {
  const storyId = newId()
  await person.api.stories.create({ id: storyId, title: 'The mill', method: 'journal' })
  for (const text of texts) {
    await person.api.stories.putNote({ storyId, id: newId(), text, timestamp: '00:00' })
  }
  await page.goto(`/app/stories/${storyId}/journal`)
  return storyId
}

test('an emoji goes behind the words that were begun before the page was left, not before the first of them', async ({
  page,
  person,
}) => {
  await journalOf(page, person, [])
  const field = page.getByLabel('Your entry')
  await field.fill('Grandma was born here.')
  await page.reload()

  await page.getByRole('button', { name: 'Insert an emoji' }).click()
  await page.getByRole('button', { name: 'Ring' }).click()

  await expect(field).toHaveValue('Grandma was born here. 💍')
})
