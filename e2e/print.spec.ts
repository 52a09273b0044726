import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { test } from './test-with-database.ts'
import { heard } from './transcripts.ts'

/** What would stand on paper: the page as the browser takes it, looked at after the page heard that it is printed. */
async function onPaper(page: Page): Promise<{ text: string; overlaps: string[] }> {
  await page.emulateMedia({ media: 'print' })
  // Where the page hears of it as by Ctrl and P.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const seen = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[data-line]')].map((line) => line.getBoundingClientRect())
    return {
      text: document.body.innerText,
      overlaps: boxes.flatMap((box, index) => {
        const before = boxes[index - 1]
        return before && box.top < before.bottom - 1
          ? [`line ${index + 1} begins above the end of the last`]
          : []
      }),
    }
  })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  return seen
}

test('an interview is printed whole, however long, without what leads elsewhere or is pressed', async ({
  page,
  world,
  person,
}) => {
  const talks = Array.from({ length: 60 }, (_, index) => ({
    speaker: String(1 + (index % 2)),
    startMs: index * 4_000,
    text: `Evening ${index + 1}, when the lamp was lit and everybody had sat down at last.`,
  }))
  const { storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  await page.goto(`/app/stories/${storyId}?tab=transcript`)
  await expect(page.locator('[data-line]').first()).toBeVisible()
  expect(await page.locator('[data-line]').count()).toBeLessThan(60)

  const { text, overlaps } = await onPaper(page)
  expect(text.match(/Evening \d+,/g)).toEqual(talks.map((_, index) => `Evening ${index + 1},`))
  expect(overlaps).toEqual([])
  for (const word of ['Download', 'Prompts', 'Share', 'Comments']) expect(text).not.toContain(word)
  expect(await page.locator('[data-line]').count()).toBeLessThan(60)
})

test('a story is printed as it reads', async ({ page, person }) => {
  const id = uuidv7()
  await person.api.stories.create({ id, title: 'Bread', method: 'journal' })
  await person.api.stories.putNote({
    storyId: id,
    id: uuidv7(),
    text: 'Every Saturday, before anybody was awake.',
    timestamp: '00:00',
  })
  await page.goto(`/app/stories/${id}`)
  await expect(page.getByText('Every Saturday')).toBeVisible()
  const { text } = await onPaper(page)
  expect(text).toContain('Every Saturday, before anybody was awake.')
  for (const word of ['Edit', 'Delete', 'Prompts', 'Skip to the page', 'Summary'])
    expect(text).not.toContain(word)
})
