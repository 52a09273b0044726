import { expect, type Page, type Route } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { pressBy } from './keyboard.ts'
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

test('every entry that was taken out can be brought back, not only the last one', async ({
  page,
  person,
}) => {
  const id = await journalOf(page, person, ['The mill stood.', 'It burned.', 'We built it again.'])
  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem')
  const told = async () => (await person.api.stories.get({ id })).notes.map(({ text }) => text)
  const bringBack = (text: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: `“${text}” was taken out.` })
      .getByRole('button')
  await entries.first().getByRole('button', { name: 'Delete' }).click()
  await expect(bringBack('The mill stood.')).toBeFocused()
  await entries.first().getByRole('button', { name: 'Delete' }).click()
  await expect(bringBack('It burned.')).toBeFocused()
  expect(await told()).toEqual(['We built it again.'])

  await pressBy(page, bringBack('The mill stood.'))
  await expect(bringBack('The mill stood.')).toHaveCount(0)
  await bringBack('It burned.').click()
  await expect(bringBack('It burned.')).toHaveCount(0)

  await expect(entries).toHaveCount(3)
  expect((await told()).sort()).toEqual(['It burned.', 'The mill stood.', 'We built it again.'])
})

test('words that two tabs begin stay on the device until each tab has added its own', async ({
  page,
  person,
  context,
}) => {
  const storyId = await journalOf(page, person, [])
  const there = await context.newPage()
  await there.goto(`/app/stories/${storyId}/journal`)
  const fieldOf = (tab: Page) => tab.getByLabel(/^Your (next )?entry$/)
  const add = () => page.getByRole('button', { name: 'Add Entry' }).click()
  const kept = () =>
    page.evaluate((of) => window.localStorage.getItem(of), `kinora.journal.${storyId}.${person.id}`)
  await fieldOf(there).fill('Begun in the other tab.')
  await fieldOf(page).fill('Written in this tab.')
  expect(await kept()).toBe('Written in this tab.')
  await add()
  await expect.poll(kept).toBe('Begun in the other tab.')

  await fieldOf(page).fill('One more.')
  await fieldOf(there).fill('Begun in the other tab, and gone on.')
  // What one tab stores reaches the other a moment later, and no key press waits for that.
  await expect.poll(kept).toBe('Begun in the other tab, and gone on.')
  await there.close()
  await add()
  await expect(fieldOf(page)).toHaveValue('')
  await page.reload()
  await expect(fieldOf(page)).toHaveValue('Begun in the other tab, and gone on.')
})

test('begun words that a second tab shows as well are gone from both once one has added them', async ({
  page,
  person,
  context,
}) => {
  const storyId = await journalOf(page, person, [])
  const fieldOf = (tab: Page) => tab.getByLabel(/^Your (next )?entry$/)
  await fieldOf(page).fill('Her soup.')
  const there = await context.newPage()
  await there.goto(`/app/stories/${storyId}/journal`)
  await expect(fieldOf(there)).toHaveValue('Her soup.')

  await page.getByRole('button', { name: 'Add Entry' }).click()
  await expect(fieldOf(there)).toHaveValue('')
  await there.close()
  await page.reload()
  await expect(page.getByText('Her soup.')).toBeVisible()
  await expect(fieldOf(page)).toHaveValue('')
})

test('what was begun on the writing page is found again after its tab was closed, with and without a network', async ({
  page,
  person,
  context,
}) => {
  const words = 'We hid in the old pear tree.'
  const field = page.getByLabel('Your entry')
  await page.goto('/app/write?title=The+orchard')
  await field.fill(words)
  await page.goto('/app')
  const refuse = (route: Route) => route.abort()
  await context.route('**/rpc/**', refuse)
  await page.reload()
  await page.getByRole('link', { name: 'Go on writing' }).click()
  await expect(field).toHaveValue(words)
  await context.unroute('**/rpc/**', refuse)

  await page.goto('/app/write')
  await expect(field).toHaveValue(words)
  await page.goto('/app/stories')
  await page.getByRole('link', { name: 'Go on writing' }).click()
  await expect(field).toHaveValue(words)
  await page.getByRole('button', { name: 'Add Entry' }).click()
  await page.getByRole('link', { name: 'Open the story' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The orchard')

  const { items } = await person.api.stories.list({})
  expect(items.map(({ title }) => title)).toEqual(['The orchard'])
  await page.getByRole('link', { name: 'Back to Stories' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'The orchard' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go on writing' })).toHaveCount(0)
})

test('without a network something new can be written beside what was begun, and each is found again', async ({
  page,
  person: _,
  context,
}) => {
  const field = page.getByLabel('Your entry')
  await page.goto('/app/write?title=The+orchard')
  await field.fill('We hid in the old pear tree.')
  await page.goto('/app')
  await context.route('**/rpc/**', (route) => route.abort())
  await page.reload()
  await page.getByRole('link', { name: 'Write something new' }).click()
  await expect(field).toHaveValue('')
  await field.fill('The mill stood still on Sundays.')

  await page.getByRole('link', { name: 'Home' }).click()
  const begun = (words: string) => page.getByRole('link', { name: `Go on writing “${words}”` })
  await begun('The orchard').click()
  await expect(field).toHaveValue('We hid in the old pear tree.')
  await page.goto('/app/stories')
  const banner = page.getByRole('region', { name: 'Begun on this device' })
  await banner.getByRole('link', { name: 'The mill stood still on Sundays.' }).click()
  await expect(field).toHaveValue('The mill stood still on Sundays.')
})
