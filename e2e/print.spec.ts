import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { test } from './test-with-database.ts'
import { heard } from './transcripts.ts'

/** What stands on paper: the page is printed, and looked at as the browser takes it, after it heard of that itself. */
async function onPaper(page: Page): Promise<{ text: string; overlaps: string[] }> {
  await page.emulateMedia({ media: 'print' })
  const seen = await page.evaluateHandle(() => {
    const sheet = { text: '', overlaps: [] as string[] }
    const look = () => {
      const boxes = [...document.querySelectorAll('[data-line]')].map((line) => line.getBoundingClientRect())
      sheet.text = document.body.innerText
      sheet.overlaps = boxes.flatMap((box, index) => {
        const before = boxes[index - 1]
        return before && box.top < before.bottom - 1 ? [`line ${index + 1} lies on the one before`] : []
      })
    }
    window.addEventListener('beforeprint', look, { once: true })
    return sheet
  })
  await page.pdf()
  await page.emulateMedia({ media: null })
  return seen.jsonValue()
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
