import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { type Person, signUp } from './person.ts'
import { test } from './test.ts'
import { writeStory } from './write-story.ts'

const open = async (page: Page) => {
  await page.goto('/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  return page.getByRole('combobox', { name: /^Search/ })
}

test('before anything is typed the palette leads to every page, Labs among them', async ({
  page,
  person: _,
}) => {
  const box = await open(page)
  await expect(page.getByRole('option')).toHaveCount(23)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option', { name: 'Trash' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')

  await box.fill('timeline')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/labs/timeline')
})

test('whoever looks for a way to take everything out, or to invite somebody, is led there', async ({
  page,
  person: _,
}) => {
  const box = await open(page)
  const answered = page.waitForResponse('**/rpc/search/find')
  await box.fill('backup')
  await (await answered).finished()
  const wayOut = page.getByRole('option', { name: 'Export Data' })
  await expect(wayOut).toBeVisible()
  await expect(page.getByText('Nothing found')).toHaveCount(0)
  await wayOut.click()
  await expect(page.getByRole('button', { name: 'Export Data' })).toBeInViewport()

  await page.keyboard.press('Control+k')
  await box.fill('invite')
  await haveBeenFound(page)
  await page.getByRole('option', { name: 'Invite your family' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Invite your family' })).toBeVisible()
})

test('what is typed before the palette is there is in its box when it comes, and nowhere else', async ({
  page,
  person: _,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/app-palette*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/app/profile')
  await page.getByLabel('Bio').focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('old harbout')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('r')
  await page.keyboard.press('Enter')
  held.resolve()

  const box = page.getByRole('combobox', { name: /^Search stories/ })
  await expect(box).toHaveValue('old harbour')
  await page.keyboard.type('s')
  await expect(box).toHaveValue('old harbours')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Bio')).toHaveValue('')
})

test('whoever would rather not wait for the palette presses Escape, and goes on where they were', async ({
  page,
  person: _,
}) => {
  await page.route('**/assets/app-palette*', () => new Promise<void>(() => undefined))
  await page.goto('/app/profile')
  await page.getByLabel('Bio').focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('a')
  await page.keyboard.press('Escape')
  await page.keyboard.type('I bake.')
  await expect(page.getByLabel('Bio')).toHaveValue('I bake.')
})

test('whoever goes on to something else while the palette does not come types there', async ({
  page,
  person: _,
}) => {
  await page.route('**/assets/app-palette*', () => new Promise<void>(() => undefined))
  await page.goto('/app/profile')
  await page.getByLabel('Location').focus()
  await page.keyboard.press('Control+k')
  await page.getByLabel('Bio').click()
  await page.keyboard.type('I bake.')
  await expect(page.getByLabel('Bio')).toHaveValue('I bake.')

  await page.getByLabel('Location').focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Tab')
  await page.keyboard.type(' And sing.')
  await expect(page.getByLabel('Bio')).toHaveValue(/And sing/)
})

test('a palette that could not be loaded while the server was away comes by itself, with what was typed for it', async ({
  page,
  person: _,
}) => {
  let failed = 0
  page.on('requestfailed', (request) => {
    if (request.url().includes('app-palette')) failed += 1
  })
  let isAway = true
  await page.route('**/assets/app-palette*', (route) => (isAway ? route.abort() : route.continue()))
  await page.goto('/app/profile')
  await page.getByLabel('Bio').waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('harbour')
  await expect.poll(() => failed).toBeGreaterThan(0)

  isAway = false
  const box = page.getByRole('combobox', { name: /^Search stories/ })
  await expect(box).toHaveValue('harbour')
})

test('what was chosen by keys stays chosen when more is found meanwhile', async ({ page, person }) => {
  await writeStory(person, 'The old harbour')
  const box = await open(page)
  await box.fill('harbour')
  await expect(page.getByRole('option', { name: /The old harbour/ })).toBeVisible()
  const everything = page.getByRole('option', { name: /^Show everything/ })
  await page.keyboard.press('ArrowUp')
  await expect(everything).toHaveAttribute('aria-selected', 'true')

  await writeStory(person, 'The new harbour')
  await expect(page.getByRole('option', { name: /The new harbour/ })).toBeVisible()
  await expect(everything).toHaveAttribute('aria-selected', 'true')
})

test('that nothing is found is said to everybody, and nothing is offered to look at', async ({
  page,
  person: _,
}) => {
  const box = await open(page)
  await box.fill('zzyzx brillig')
  await expect(page.getByText('Nothing found. Try fewer words, or another spelling.')).toBeInViewport()
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('of many stories the likeliest are shown, the last one is scrolled to by keys, and the rest is one step away', async ({
  page,
  person,
}) => {
  await tell(person, ...Array.from({ length: 12 }, (_, index) => `Harvest ${index + 1}`))
  const box = await open(page)
  await box.fill('harvest')
  await expect(page.getByRole('group', { name: 'Stories' }).getByRole('option')).toHaveCount(5)
  await page.keyboard.press('ArrowUp')
  const rest = page.getByRole('option', { name: 'Show everything found for “harvest”' })
  await expect(rest).toHaveAttribute('aria-selected', 'true')
  await expect(rest).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/search?q=harvest')
})

test('Arabic words, pictures of several signs and somebody else’s story are found and opened', async ({
  page,
  person,
  server,
}) => {
  await tell(person, 'حكاية جدتي عن البيت القديم', 'Picnic 🧺👩‍👩‍👧 at the lake')
  const cousin = await signUp(server.origin)
  const [sharedId] = await tell(cousin, 'Quinces in November')
  const shared = { resourceType: 'story', resourceId: sharedId ?? '' } as const
  await cousin.api.sharing.share({ ...shared, email: person.email, role: 'viewer' })

  const box = await open(page)
  await box.fill('جدتي')
  const arabic = page.getByRole('option', { name: /حكاية جدتي/ })
  await expect(arabic).toBeVisible()
  expect(
    await arabic
      .locator('[dir=auto]')
      .first()
      .evaluate((words) => getComputedStyle(words).direction),
  ).toBe('rtl')
  await box.fill('picnic 🧺')
  await expect(page.getByRole('option', { name: /Picnic 🧺👩‍👩‍👧/ })).toBeVisible()
  await box.fill('quinces')
  await page.getByRole('option', { name: /Quinces in November/ }).click()
  await page.waitForURL(`**/app/stories/${sharedId}*`)
  await expect(page.getByRole('heading', { name: 'Quinces in November' })).toBeVisible()
})

test('what is typed in a dialog is asked about before the palette leads away from it', async ({
  page,
  person: _,
}) => {
  await page.goto('/app/prompts')
  await page.getByRole('button', { name: 'New Prompt', exact: true }).first().click()
  const field = page.getByRole('dialog').getByLabel('Question')
  const sure = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await field.fill('Who sang?')
  await goToTrash(page)
  await sure.getByRole('button', { name: 'Keep editing' }).click()
  await expect(sure).toBeHidden()
  await expect(field).toHaveValue('Who sang?')
  await expect(field).toBeFocused()
  await expect(page).toHaveURL(/\/app\/prompts/)

  await goToTrash(page)
  await sure.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trash')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('words that are changed in their place are asked about once before the palette leads away', async ({
  page,
  person,
}) => {
  const storyId = await writeStory(person)
  await person.api.comments.add({ storyId, id: uuidv7(), text: 'So did I' })
  await page.goto(`/app/stories/${storyId}?tab=comments`)
  await page.getByRole('button', { name: 'Edit your comment' }).click()
  const field = page.getByLabel('Edit your comment')
  await field.fill('So did we')
  const sure = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await goToTrash(page)
  await sure.getByRole('button', { name: 'Keep editing' }).click()
  await expect(sure).toBeHidden()
  await expect(field).toHaveValue('So did we')
  await expect(field).toBeFocused()

  await goToTrash(page)
  await sure.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trash')
  await expect(sure).toBeHidden()
})

async function goToTrash(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search/ }).fill('trash')
  await haveBeenFound(page)
  await page.getByRole('option', { name: 'Trash', exact: true }).click()
}

/** The pages that were listed before anything was typed make room for those found: a press would be lost between the two. */
const haveBeenFound = (page: Page) => expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')

async function tell({ api }: Person, ...titles: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const title of titles) {
    const { id } = await api.stories.create({ id: uuidv7(), title, method: 'journal' })
    ids.push(id)
  }
  return ids
}
