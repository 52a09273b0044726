import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import type { Person } from './person.ts'
import { test } from './test.ts'

/** More playlists of one's own than fit on a screen, one of them about something else. */
async function writeLists(person: Person): Promise<void> {
  const { id } = await person.api.prompts.create({ id: newId(), text: 'What did the harbour smell like?' })
  for (const number of Array.from({ length: 14 }, (_, index) => index + 1)) {
    const name = `Harbour evening ${number}`
    await person.api.prompts.createPlaylist({ id: newId(), name, promptIds: [id] })
  }
  await person.api.prompts.createPlaylist({ id: newId(), name: 'A mountain', promptIds: [id] })
}

const lists = (page: Page) => page.getByRole('region', { name: 'My Playlists' }).getByRole('listitem')
const search = (page: Page) => page.getByLabel('Search prompts')
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

/** Filters the playlists in three ways, scrolls down to the last one, and opens it. */
async function openLast(page: Page): Promise<number> {
  await page.setViewportSize({ width: 390, height: 780 })
  await page.goto('/app/prompts')
  await expect(lists(page)).toHaveCount(15)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('Show').selectOption('playlists')
  await page.getByRole('button', { name: 'Done' }).click()
  await search(page).fill('harbour')
  await expect(lists(page)).toHaveCount(14)
  await lists(page).last().scrollIntoViewIfNeeded()
  const place = await scrolled(page)
  expect(place).toBeGreaterThan(500)
  await lists(page).last().getByRole('link').click()
  await expect(page.getByRole('link', { name: 'Back to Prompts' })).toBeVisible()
  return place
}

async function expectAsLeft(page: Page, place: number): Promise<void> {
  await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible()
  await expect(search(page)).toHaveValue('harbour')
  await expect(lists(page)).toHaveCount(14)
  await expect.poll(async () => Math.abs((await scrolled(page)) - place)).toBeLessThan(5)
}

test('the way back from a playlist leads to the lists as they were: searched, narrowed, and as far down', async ({
  page,
  person,
}) => {
  await writeLists(person)
  const place = await openLast(page)

  await page.getByRole('link', { name: 'Back to Prompts' }).click()
  await expectAsLeft(page, place)

  await lists(page).last().getByRole('link').click()
  await expect(page.getByRole('link', { name: 'Back to Prompts' })).toBeVisible()
  await page.goBack()
  await expectAsLeft(page, place)

  await page.reload()
  await expect(search(page)).toHaveValue('harbour')
  await expect(lists(page)).toHaveCount(14)
})

test('whoever comes to the prompts anew finds all of them, and whoever came to a playlist by its address the list it belongs to', async ({
  page,
  person,
}) => {
  await writeLists(person)
  await openLast(page)
  const address = page.url()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Prompts' }).click()
  await expect(search(page)).toHaveValue('')
  await expect(lists(page)).toHaveCount(15)

  await page.goto('/app')
  await page.goto(address)
  await page.getByRole('link', { name: 'Back to Prompts' }).click()
  await expect(page).toHaveURL(/\/app\/prompts$/)
  await expect(lists(page)).toHaveCount(15)
})
