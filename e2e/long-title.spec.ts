import { expect } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { test } from './test.ts'
import { writeStory } from './write-story.ts'

const title = 'How we came over the sea '
  .repeat(20)
  .slice(0, limits.title - 1)
  .concat('.')

test('the longest title leaves a phone room for what it is the title of', async ({ page, person }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const storyId = await writeStory(person, title, 'With one suitcase.')
  const book = await person.api.storybooks.create({ id: uuidv7(), title, storyIds: [storyId] })

  for (const address of [`stories/${storyId}`, `stories/${storyId}/journal`, `storybooks/${book.id}`]) {
    await page.goto(`/app/${address}`)
    const heading = page.getByRole('heading', { level: 1, name: title })
    await expect(heading).toBeVisible()
    expect((await heading.boundingBox())?.height, address).toBeLessThan(844 / 2)
  }
})
