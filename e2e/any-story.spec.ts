import { expect } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Person } from './person.ts'
import { test } from './test.ts'

test('a story older than the newest hundred can be chosen for enhancement, by its address and from the list', async ({
  page,
  person,
}) => {
  const ids = await tellEvenings(person)
  await page.goto(`/app/labs/enhance?story=${ids[0]}`)
  const choice = page.getByLabel('Story')
  await expect(choice.locator('option:checked')).toHaveText('Evening 1')
  await page.goto('/app/labs/enhance')
  await expect(choice.getByRole('option', { name: 'Evening 1', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'List older stories, too' }).click()
  await choice.selectOption({ label: 'Evening 1' })
  await page.waitForURL(`**/app/labs/enhance?story=${ids[0]}`)
  await expect(page.getByRole('button', { name: 'List older stories, too' })).toHaveCount(0)

  const open = page.getByRole('link', { name: 'Open the story' })
  await expect(open).toBeVisible()
  await person.api.stories.delete({ id: ids[0] ?? '' })
  await expect(page.getByText('This story is not here any more.')).toBeVisible()
  await expect(open).toHaveCount(0)
})

for (const when of ['before', 'after'] as const) {
  test(`older stories that are asked for ${when} something changes come, and so does the change`, async ({
    page,
    person,
  }) => {
    const newest = (await tellEvenings(person)).at(-1) ?? ''
    await page.goto(`/app/labs/enhance?story=${newest}`)
    const chosen = page.getByLabel('Story').locator('option:checked')
    await expect(chosen).toHaveText('Evening 101')
    const line = Promise.withResolvers<void>()
    await page.route('**/rpc/stories/list', async (route) => {
      await line.promise
      await route.continue()
    })
    const older = page.getByRole('button', { name: 'List older stories, too' })

    if (when === 'before') await older.click()
    // The story is read anew at the same time as the list.
    const heardOf = page.waitForRequest('**/rpc/stories/get')
    await person.api.stories.update({ id: newest, title: 'The last evening' })
    await heardOf
    if (when === 'after') await older.click()
    line.resolve()

    await expect(page.getByRole('option', { name: 'Evening 1', exact: true })).toHaveCount(1)
    await expect(chosen).toHaveText('The last evening')
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('all of a story is in view: each tab, whichever a link leads to, and the longest name of a speaker', async ({
    page,
    person,
  }) => {
    const { id } = await person.api.stories.create({
      id: uuidv7(),
      title: 'Bread',
      method: 'journal',
      speakers: ['Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren'],
    })
    await page.goto(`/app/stories/${id}?tab=comments`)
    await expect(page.getByRole('tab', { name: 'Comments', selected: true })).toBeInViewport({ ratio: 0.95 })
    for (const name of ['Summary', 'Recording', 'Transcript'])
      await expect(page.getByRole('tab', { name })).toBeInViewport({ ratio: 0.95 })
    await page.getByRole('tab', { name: 'Comments' }).press('Home')
    await expect(page.getByRole('tab', { name: 'Summary', selected: true })).toBeFocused()
    // Even the longest speaker name pushes nothing out of the window.
    await expect(page.getByRole('heading', { name: 'Speakers' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  })
})

/** Creates one story more than a page of the list holds, the oldest first. Returns their ids. */
async function tellEvenings(person: Person): Promise<string[]> {
  const ids: string[] = []
  for (let evening = 1; evening <= limits.pageSizeMax + 1; evening += 1) {
    const title = `Evening ${evening}`
    const { id } = await person.api.stories.create({ id: uuidv7(), title, method: 'journal' })
    ids.push(id)
  }
  return ids
}
