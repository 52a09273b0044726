import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { choose, pressBy, tabTo } from './keyboard.ts'
import { signUp } from './person.ts'
import { test } from './test.ts'

const more = (page: Page, of: string) => page.getByRole('button', { name: `More for “${of}”` })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const sundays = 'What did Sundays smell like?'

test('a prompt is written, changed, put into a playlist, published and deleted without a mouse', async ({
  page,
  person,
}) => {
  await page.goto('/app/prompts')
  const dialog = page.getByRole('dialog')
  const create = page.getByRole('button', { name: 'New Prompt', exact: true })

  // Closed by Escape and by Cancel: nothing is written, and the focus returns.
  await pressBy(page, create)
  await expect(dialog.getByLabel('Question')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(create).toBeFocused()
  await page.keyboard.press('Enter')
  await pressBy(page, dialog.getByRole('button', { name: 'Cancel' }))
  await expect(create).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Question')).toBeFocused()
  await page.keyboard.type(sundays)
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Category')).toBeFocused()
  await page.keyboard.type('Family H')
  await pressBy(page, dialog.getByRole('button', { name: 'Create Prompt' }))
  await expect(dialog).toBeHidden()
  await expect(create).toBeFocused()
  expect((await person.api.prompts.list({ list: 'own' })).items).toMatchObject([
    { text: sundays, category: 'Family Heritage' },
  ])

  await tabTo(page, more(page, sundays))
  await choose(page, 'Edit')
  await expect(dialog.getByLabel('Question')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' And Mondays?')
  await pressBy(page, dialog.getByRole('button', { name: 'Save' }))
  const both = `${sundays} And Mondays?`
  await expect(dialog).toBeHidden()
  await expect(more(page, both)).toBeFocused()

  await choose(page, 'Publish to Community')
  await pressBy(page, page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }))
  await expect(page.getByText('In Community', { exact: true })).toBeVisible()
  await expect(more(page, both)).toBeFocused()
  await choose(page, 'Take out of Community')
  await expect(page.getByText('In Community', { exact: true })).toBeHidden()
  await expect(more(page, both)).toBeFocused()

  // First a new playlist with this prompt, and then the same playlist again, which already contains it.
  await choose(page, 'Add to Playlist')
  await pressBy(page, dialog.getByRole('button', { name: 'New playlist with this prompt' }))
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Sundays')
  await tabTo(page, dialog.getByLabel('Find a prompt to add'))
  await page.keyboard.type('journey')
  const found = dialog.getByRole('list', { name: 'Prompts to add' }).getByRole('button')
  await tabTo(page, dialog.getByRole('button', { name: /^Add What was the longest journey/ }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: /^Move What was the longest journey/ })).toBeVisible()
  // After adding one, the focus stays among the results, so that several can be added.
  if ((await found.count()) > 0) await expect(found.first()).toBeFocused()
  await pressBy(page, dialog.getByRole('button', { name: 'Create Playlist' }))
  await expect(dialog).toBeHidden()
  // One dialog was opened from the other, so the focus returns to where the first one was opened.
  await expect(more(page, both)).toBeFocused()
  await choose(page, 'Add to Playlist')
  await expect(dialog.getByText('In this playlist already')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more(page, both)).toBeFocused()

  await choose(page, 'Delete')
  const sure = page.getByRole('alertdialog', { name: 'Delete Prompt?' })
  await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more(page, both)).toBeFocused()
  await choose(page, 'Delete')
  await pressBy(page, sure.getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('Prompt deleted')).toBeVisible()
  await expect(heading(page)).toBeFocused()
})

test('a playlist is made from its button in the header without a mouse', async ({ page, person }) => {
  for (const text of ['Who baked the bread?', 'How cold were the winters?'])
    await person.api.prompts.create({ id: newId(), text })
  await page.goto('/app/prompts')
  const dialog = page.getByRole('dialog', { name: 'Create New Playlist' })
  const make = page.getByRole('button', { name: 'New Playlist', exact: true })
  await pressBy(page, make)
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(make).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Kitchen')
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Description')).toBeFocused()
  await page.keyboard.type('For Sundays')
  for (const question of ['Who baked the bread?', 'How cold were the winters?'])
    await pressBy(page, dialog.getByRole('button', { name: `Add ${question}` }))
  const grip = dialog.getByRole('button', { name: 'Move How cold were the winters?' })
  await tabTo(page, grip, 'Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await expect(
    dialog.getByRole('list', { name: 'Prompts in this playlist' }).getByRole('listitem'),
  ).toHaveText([/winters/, /bread/])
  await expect(grip).toBeFocused()

  // An accidental Escape asks first, and one can go on at the same place.
  await page.keyboard.press('Escape')
  const sure = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await expect(sure.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(grip).toBeFocused()
  await pressBy(page, dialog.getByRole('button', { name: 'Create Playlist' }))
  await expect(dialog).toBeHidden()
  await expect(make).toBeFocused()
  await expect(page.getByRole('link', { name: 'Kitchen', exact: true })).toBeVisible()
})

test('a playlist is ordered, copied, published, changed and deleted without a mouse', async ({
  page,
  person,
}) => {
  const [bread = '', winters = ''] = await Promise.all(
    ['Who baked the bread?', 'How cold were the winters?'].map(
      async (text) => (await person.api.prompts.create({ id: newId(), text })).id,
    ),
  )
  await person.api.prompts.createPlaylist({ id: newId(), name: 'Kitchen', promptIds: [bread, winters] })
  await page.goto('/app/prompts')
  await pressBy(page, page.getByRole('link', { name: 'Kitchen', exact: true }))
  await expect(heading(page)).toHaveText('Kitchen')

  const rows = page.getByRole('list', { name: 'Prompts in this playlist' }).getByRole('listitem')
  const grip = page.getByRole('button', { name: 'Move Who baked the bread?' })
  await tabTo(page, grip)
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toContainText('Who baked the bread?')
  await expect(grip).toBeFocused()
  await expect
    .poll(async () => (await person.api.prompts.playlists({ list: 'own' })).items[0]?.promptIds)
    .toEqual([winters, bread])

  await tabTo(page, more(page, 'Who baked the bread?'))
  await choose(page, 'Take out of this playlist')
  await expect(page.getByRole('button', { name: 'Put it back' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  await expect(heading(page)).toBeFocused()

  const dialog = page.getByRole('dialog', { name: 'Edit Playlist' })
  await tabTo(page, more(page, 'Kitchen'))
  await choose(page, 'Edit')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more(page, 'Kitchen')).toBeFocused()
  await choose(page, 'Edit')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' and cellar')
  await tabTo(page, dialog.getByRole('button', { name: 'Take “How cold were the winters?” out' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Take “Who baked the bread?” out' })).toBeFocused()
  await pressBy(page, dialog.getByRole('button', { name: 'Save' }))
  await expect(heading(page)).toHaveText('Kitchen and cellar')
  await expect(more(page, 'Kitchen and cellar')).toBeFocused()

  await choose(page, 'Publish to Community')
  await pressBy(page, page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }))
  await expect(page.getByText('In Community', { exact: true })).toBeVisible()
  await expect(more(page, 'Kitchen and cellar')).toBeFocused()
  await choose(page, 'Copy')
  await expect(page.getByText('Playlist added')).toBeVisible()
  await expect(more(page, 'Kitchen and cellar')).toBeFocused()
  await choose(page, 'Delete')
  const sure = page.getByRole('alertdialog', { name: 'Delete Playlist?' })
  await expect(sure.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await pressBy(page, sure.getByRole('button', { name: 'Delete' }))
  await expect(heading(page)).toHaveText('Prompts')
  await expect(page.getByRole('link', { name: 'Kitchen and cellar (Copy)' })).toBeVisible()
})

test('filters are set, and something of another family is reported, without a mouse', async ({
  page,
  person: _,
  server,
}) => {
  const boris = await signUp(server.origin)
  const { id } = await boris.api.prompts.create({ id: newId(), text: 'Who taught you to swim?' })
  await boris.api.community.publish({ kind: 'prompt', id })
  await page.goto('/app/prompts')
  const tabs = page.getByRole('tablist', { name: 'Prompts' })
  await tabTo(page, tabs.getByRole('tab', { name: 'My Prompts' }))
  for (const name of ['Explore', 'Community']) {
    await page.keyboard.press('ArrowRight')
    // Tabs move the focus a moment after the key, and the next key has to start from there.
    await expect(tabs.getByRole('tab', { name })).toBeFocused()
  }
  await expect(page.getByText('Who taught you to swim?')).toBeVisible()

  const dialog = page.getByRole('dialog')
  const filter = page.getByRole('button', { name: /^Filter/ })
  await pressBy(page, filter)
  await tabTo(page, dialog.getByLabel('Show'))
  await page.keyboard.type('Playlists only')
  await pressBy(page, dialog.getByRole('button', { name: 'Done' }))
  await expect(filter).toBeFocused()
  await expect(filter).toHaveText('Filter (1)')
  await expect(page.getByText('Who taught you to swim?')).toBeHidden()
  await page.keyboard.press('Enter')
  await pressBy(page, dialog.getByRole('button', { name: 'Clear all' }))
  await page.keyboard.press('Escape')
  await expect(filter).toBeFocused()
  const chip = page.getByRole('button', { name: 'Career & Work' })
  await pressBy(page, chip)
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await pressBy(page, page.getByRole('button', { name: 'All', exact: true }), 'Shift+Tab')

  await tabTo(page, more(page, 'Who taught you to swim?'))
  await choose(page, 'Report')
  await tabTo(page, dialog.getByLabel('What is wrong with it?'))
  await page.keyboard.type('Whistling is rude')
  await pressBy(page, dialog.getByRole('button', { name: 'Report' }))
  await expect(page.getByText('The operator will look at it')).toBeVisible()
  await expect(more(page, 'Who taught you to swim?')).toBeFocused()
  await choose(page, 'Add to My Prompts')
  await expect(page.getByText('Prompt added')).toBeVisible()
  await expect(more(page, 'Who taught you to swim?')).toBeFocused()
})
