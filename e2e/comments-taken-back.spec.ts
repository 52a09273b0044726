import { expect } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { test } from './test.ts'
import { writeStory } from './write-story.ts'

test('of several comments that were deleted one after the other each can be brought back', async ({
  page,
  person,
}) => {
  const storyId = await writeStory(person)
  for (const text of ['I was there, too.', 'Who is the man with the hat?', 'Thank you.']) {
    await person.api.comments.add({ storyId, id: uuidv7(), text })
  }
  await page.goto(`/app/stories/${storyId}?tab=comments`)
  const comment = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  const deleted = (text: string) => page.getByRole('status').filter({ hasText: text })
  const remove = async (text: string) => {
    await comment(text)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await expect(comment(text)).toHaveCount(0)
    await expect(deleted(text)).toBeVisible()
  }
  await remove('I was there, too.')
  await remove('Thank you.')

  await deleted('I was there, too.').getByRole('button', { name: 'Bring it back' }).click()
  await expect(comment('I was there, too.')).toBeVisible()
  await deleted('Thank you.').getByRole('button', { name: 'Bring it back' }).click()
  await expect(comment('Thank you.')).toBeVisible()
  await expect(page.getByText('The comment was deleted.')).toHaveCount(0)
})
