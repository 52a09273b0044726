import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { pressBy, tabTo } from './keyboard.ts'
import { signUp } from './person.ts'
import { test } from './test.ts'
import { writeStory } from './write-story.ts'

const place = (page: Page, text: string) =>
  expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(text)
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a book is made, read, edited, shared, taken along and deleted without a mouse', async ({
  page,
  person,
}) => {
  for (const title of ['Apples', 'Bread', 'Coal']) await writeStory(person, title, `${title} on Saturdays.`)
  await page.goto('/app/storybooks')
  const dialog = page.getByRole('dialog')
  const create = page.getByRole('button', { name: 'New Storybook' })
  await expect(page.getByRole('heading', { name: 'No storybooks yet' })).toBeVisible()

  await pressBy(page, create)
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(create).toBeFocused()

  // After adding a story, the focus stays among the stories, so that several can be added.
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('The kitchen')
  const add = (title: string) => dialog.getByRole('button', { name: `Add ${title}` })
  await pressBy(page, add('Coal'))
  await expect(add('Bread')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(add('Apples')).toBeFocused()
  await page.keyboard.press('Enter')
  const grip = dialog.getByRole('button', { name: 'Move Apples' })
  await tabTo(page, grip, 'Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(grip).toBeFocused()
  await pressBy(page, dialog.getByRole('button', { name: 'Take “Bread” out' }))
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Bread' }).getByText('Add')).toBeAttached()
  await pressBy(page, dialog.getByRole('button', { name: 'Create Storybook' }))
  await expect(heading(page)).toHaveText('The kitchen')
  const [book] = (await person.api.storybooks.list({})).items
  const id = book?.id ?? ''
  expect((await person.api.storybooks.get({ id })).stories.map(({ title }) => title)).toEqual([
    'Apples',
    'Coal',
  ])

  // Pages are turned by the arrow keys, and by the buttons.
  await place(page, 'Page 1 of 7')
  await page.keyboard.press('ArrowRight')
  await place(page, 'Pages 2–3 of 7')
  await pressBy(page, page.getByRole('button', { name: 'Next page' }))
  await place(page, 'Pages 4–5 of 7')
  await page.keyboard.press('Home')
  await place(page, 'Page 1 of 7')
  await page.keyboard.press('End')
  await place(page, 'Pages 6–7 of 7')

  // Backwards: forwards the way leads over the end of the page, where a browser may keep the focus for itself.
  const edit = page.getByRole('button', { name: 'Edit page 6' })
  await pressBy(page, edit, 'Shift+Tab')
  await tabTo(page, dialog.getByLabel('Paragraph 1', { exact: true }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Coal in the cellar.')
  await page.keyboard.press('Escape')
  await pressBy(page, page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }))
  await expect(edit).toBeFocused()
  await expect(page.getByText('Coal on Saturdays.')).toBeVisible()
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByLabel('Paragraph 1', { exact: true }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Coal in the cellar.')
  await pressBy(page, dialog.getByRole('button', { name: 'Save' }))
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Coal in the cellar.')).toBeVisible()
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  await pressBy(page, dialog.getByRole('button', { name: 'Take page out' }))
  await place(page, 'of 6')
  await pressBy(page, page.getByRole('button', { name: 'Put it back' }))
  await place(page, 'of 7')
  await expect(heading(page)).toBeFocused()

  const update = page.getByRole('button', { name: 'Update from stories' })
  await pressBy(page, update)
  const sure = page.getByRole('alertdialog')
  await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sure).toBeHidden()
  await expect(update).toBeFocused()

  const download = page.getByRole('button', { name: 'Download' })
  await pressBy(page, download, 'Shift+Tab')
  await pressBy(page, dialog.getByRole('button', { name: 'Make an e-book' }))
  await tabTo(page, dialog.getByRole('link', { name: /^Download/ }))
  const saved = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await saved).suggestedFilename()).toBe('The kitchen.epub')
  await page.keyboard.press('Escape')
  await expect(download).toBeFocused()

  await pressBy(page, page.getByRole('link', { name: 'Share', exact: true }))
  await expect(page).toHaveURL(/sharing-options/)
  await page.goBack()
  await expect(heading(page)).toHaveText('The kitchen')

  const remove = page.getByRole('button', { name: 'Delete' })
  await pressBy(page, remove)
  await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await pressBy(page, sure.getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('“The kitchen” was deleted.')).toBeVisible()
  await pressBy(page, page.getByRole('button', { name: 'Bring it back' }))
  await expect(heading(page)).toHaveText('The kitchen')
})

test('a book is shared by name and by letter, and taken back again, without a mouse', async ({
  page,
  person,
  server,
}) => {
  const storyIds = [await writeStory(person, 'Apples', 'Apples on Saturdays.')]
  const { id } = await person.api.storybooks.create({ id: uuidv7(), title: 'Kitchen', storyIds })
  await page.goto(`/app/storybooks/${id}`)
  await pressBy(page, page.getByRole('link', { name: 'Share', exact: true }))
  await expect(page).toHaveURL(/sharing-options/)

  const aunt = await signUp(server.origin)
  const people = page.getByRole('heading', { name: 'People with access' }).locator('..')
  const email = page.getByLabel('Email')
  await tabTo(page, email)
  await page.keyboard.type(aunt.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Access granted')).toBeVisible()
  await expect(email).toHaveValue('')
  await expect(email).toBeFocused()

  await page.keyboard.type('nobody@family.example')
  await pressBy(page, page.getByRole('button', { name: 'Give access' }))
  await expect(page.getByText('User not found').first()).toBeVisible()
  await pressBy(page, page.getByRole('button', { name: 'Send an invitation' }))
  await expect(page.getByText('Invitation written')).toBeVisible()
  await expect(email).toBeFocused()

  const remove = people.getByRole('button', { name: /^Remove/ })
  await pressBy(page, remove, 'Shift+Tab')
  const sure = page.getByRole('alertdialog')
  await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await pressBy(page, sure.getByRole('button', { name: 'Stop sharing' }))
  await expect(people.getByText('It is not shared with anybody by name yet.')).toBeVisible()
  await expect(heading(page)).toBeFocused()
})

test('every field of a storybook is edited, its order by mouse and by key; nothing is lost on the way', async ({
  page,
  person,
}) => {
  const ids = await Promise.all(
    ['Apples', 'Bread', 'Coal'].map((title) => writeStory(person, title, `${title} on Saturdays.`)),
  )
  const [apples = '', bread = '', coal = ''] = ids
  const book = await person.api.storybooks.create({
    id: uuidv7(),
    title: 'Kitchen',
    storyIds: [apples, bread],
  })
  await page.goto(`/app/storybooks/${book.id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit Storybook' })
  const open = page.getByRole('button', { name: 'Edit', exact: true })
  await open.click()
  await expect(dialog.getByLabel('Title')).toHaveValue('Kitchen')
  const save = dialog.getByRole('button', { name: 'Save' })
  const chosen = dialog.getByRole('list', { name: 'Stories in this book' }).getByRole('listitem')

  // A book needs a title and a story.
  await dialog.getByLabel('Title').fill('  ')
  await expect(dialog.getByText('A book needs a title and at least one story.')).toBeVisible()
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Title').fill('The kitchen')
  await dialog.getByLabel(/Description/).fill('For Mila')
  await dialog.getByRole('button', { name: 'Add Coal' }).click()
  await expect(chosen).toHaveText(['Apples', 'Bread', 'Coal'])

  // Closing with changes asks first, and all changes are still there afterwards.
  await page.keyboard.press('Escape')
  const sure = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await sure.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel(/Description/)).toHaveValue('For Mila')
  await expect(chosen).toHaveText(['Apples', 'Bread', 'Coal'])

  await drag(
    page,
    chosen.filter({ hasText: 'Apples' }).locator('[data-grip]'),
    chosen.filter({ hasText: 'Coal' }),
  )
  await expect(chosen).toHaveText(['Bread', 'Coal', 'Apples'])
  await dialog.getByRole('button', { name: 'Move Coal' }).press('ArrowUp')
  await expect(chosen).toHaveText(['Coal', 'Bread', 'Apples'])

  // The book is changed elsewhere meanwhile: both the input here and the change there are kept.
  await dialog.getByLabel('Title').fill('Kitchen')
  await person.api.storybooks.update({ id: book.id, baseVersion: book.version, title: 'The larder' })
  // Behind the dialog, the page shows the change; while the dialog is open, the page is hidden from assistive technology.
  await expect(page.locator('h1')).toHaveText('The larder')
  await expect(dialog.getByLabel('Title')).toHaveValue('Kitchen')
  await dialog.getByRole('button', { name: 'Take “Bread” out' }).click()

  // A server that does not answer: the dialog says so, nothing is lost, and saving can be repeated.
  await page.route('**/rpc/storybooks/update', (route) => route.abort())
  await save.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByLabel(/Description/)).toHaveValue('For Mila')
  await expect(chosen).toHaveText(['Coal', 'Apples'])
  await page.unroute('**/rpc/storybooks/update')
  await save.click()
  await expect(page.getByText('Storybook updated successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  const kept = await person.api.storybooks.get({ id: book.id })
  expect(kept).toMatchObject({ title: 'The larder', description: 'For Mila' })
  expect(kept.stories.map(({ id }) => id)).toEqual([coal, apples])

  // Without changes, Cancel closes at once; after discarding changes, the book is as before.
  await open.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open.click()
  await dialog.getByLabel('Title').fill('Nothing')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await sure.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  expect(await person.api.storybooks.get({ id: book.id })).toMatchObject({ title: 'The larder' })
})

test('a book is updated from its stories: what was told since comes in, and what somebody edited stays', async ({
  page,
  person,
}) => {
  const story = await writeStory(person, 'Bread', 'Bread on Saturdays.')
  const book = await person.api.storybooks.create({ id: uuidv7(), title: 'Kitchen', storyIds: [story] })
  const { items } = await person.api.storybooks.pages({ id: book.id })
  const closing = items.at(-1)
  if (closing?.content.kind !== 'closing') throw new Error('the book has no closing page')
  const { id, version } = closing
  const content = { kind: 'closing' as const, text: 'Baked by Rosa' }
  await person.api.storybooks.editPage({ storybookId: book.id, id, baseVersion: version, content })
  await person.api.storybooks.removePage({ storybookId: book.id, id: items[1]?.id ?? '' })
  await person.api.stories.putNote({
    storyId: story,
    id: uuidv7(),
    text: 'And on Sundays cake.',
    timestamp: '00:00',
  })

  await page.goto(`/app/storybooks/${book.id}?page=3`)
  await place(page, 'of 4')
  await expect(page.getByText('And on Sundays cake.')).toBeHidden()
  const update = page.getByRole('button', { name: 'Update from stories' })
  const sure = page.getByRole('alertdialog', { name: 'Update from stories?' })
  await update.click()
  await expect(sure).toContainText('Pages that somebody edited stay as they are')

  await page.route('**/rpc/storybooks/layOut', (route) => route.abort())
  await sure.getByRole('button', { name: 'Update' }).click()
  await expect(sure.getByRole('alert')).toBeVisible()
  await page.unroute('**/rpc/storybooks/layOut')
  await sure.getByRole('button', { name: 'Update' }).click()
  await expect(sure).toBeHidden()
  await expect(update).toBeFocused()

  await place(page, 'of 5')
  await page.keyboard.press('End')
  await expect(page.getByText('And on Sundays cake.')).toBeVisible()
  await expect(page.getByText('Baked by Rosa')).toBeVisible()
})

/** Drags an element with the mouse and drops it on another. */
async function drag(
  page: Page,
  from: ReturnType<Page['locator']>,
  to: ReturnType<Page['locator']>,
): Promise<void> {
  await from.hover()
  await page.mouse.down()
  await to.hover()
  await page.mouse.up()
}
