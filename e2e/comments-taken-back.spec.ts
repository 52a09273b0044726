import { expect } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { loseAnswer } from './lose-answer.ts'
import { test } from './test.ts'
import { unheardServer } from './unheard-server.ts'
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

test('what was said and deleted before its answer came can be said again with the same words', async ({
  page,
  person,
}) => {
  const storyId = await writeStory(person)
  const said = async () => (await person.api.comments.list({ storyId })).items
  await unheardServer(page, person)
  const lost = await loseAnswer(page, 'comments/add')
  await page.goto(`/app/stories/${storyId}?tab=comments`)
  await page.getByLabel('Add a comment').fill('I was there, too.')
  const add = page.getByRole('button', { name: 'Add Comment' })
  await add.click()
  await expect.poll(async () => (await said()).length).toBe(1)
  lost()
  await expect(page.getByLabel('Add a comment')).toHaveAttribute('aria-invalid', 'true')
  for (const { id } of await said()) await person.api.comments.delete({ storyId, id })

  await add.click()
  await expect(page.getByRole('listitem').filter({ hasText: 'I was there, too.' })).toBeVisible()
  await expect(page.getByLabel('Add a comment')).toHaveValue('')
  expect(await said()).toMatchObject([{ text: 'I was there, too.' }])
})
