import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import type { Person } from './person.ts'
import { test } from './test.ts'
import { unheardServer } from './unheard-server.ts'
import { writeStory } from './write-story.ts'

const place = (page: Page, text: string) =>
  expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(text)

/** A book of more pages than one request brings. */
async function longBook(person: Person): Promise<{ id: string; pageCount: number }> {
  const day = Array.from({ length: 300 }, (_, at) => `On day ${at} the river came into the house again.`)
  const storyId = await writeStory(person, 'The river')
  for (let year = 1; year <= 9; year += 1) {
    await person.api.stories.putNote({ storyId, id: uuidv7(), text: day.join(' '), timestamp: '00:00' })
  }
  return person.api.storybooks.create({ id: uuidv7(), title: 'Water', storyIds: [storyId] })
}

/** Keeps back what the page asks for beyond the first hundred pages. */
async function withoutTheRest(page: Page, answer: () => Promise<'through' | 'lost'>): Promise<void> {
  await page.route('**/rpc/storybooks/pages', async (route) => {
    const isFirst = !(route.request().postData() ?? route.request().url()).includes('cursor')
    if (isFirst || (await answer()) === 'through') return route.fallback()
    return route.abort('connectionreset')
  })
}

test('a long book whose rest did not come says so where it ends, and goes on once that is asked for again', async ({
  page,
  person,
}) => {
  const { id, pageCount } = await longBook(person)
  expect(pageCount).toBeGreaterThan(103)
  let isCutOff = true
  await unheardServer(page, person)
  await withoutTheRest(page, async () => (isCutOff ? 'lost' : 'through'))
  await page.goto(`/app/storybooks/${id}?page=99`)
  await place(page, `Pages 98–99 of ${pageCount}`)
  await page.getByRole('button', { name: 'Next page' }).click()
  await place(page, `Pages 100–101 of ${pageCount}`)
  const lost = page.getByRole('alert').filter({ hasText: 'The rest of the book could not be loaded' })
  await expect(lost).toBeVisible()

  isCutOff = false
  await lost.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article', { name: 'Page 101' })).toBeVisible()
  await expect(lost).toHaveCount(0)
})

test('a page of a long book that has not come yet is waited for, and no other is opened in its place', async ({
  page,
  person,
}) => {
  const { id, pageCount } = await longBook(person)
  const held = Promise.withResolvers<'through'>()
  await withoutTheRest(page, () => held.promise)
  await page.goto(`/app/storybooks/${id}?page=103`)
  await place(page, `Pages 102–103 of ${pageCount}`)
  await expect(page.getByText('The rest of the book is being loaded').first()).toBeAttached()
  await expect(page.getByRole('article')).toHaveCount(0)

  held.resolve('through')
  await expect(page.getByRole('article', { name: 'Page 103' })).toBeVisible()
  await place(page, `Pages 102–103 of ${pageCount}`)
})
