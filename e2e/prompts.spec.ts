import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { accessibilityFindings } from './accessibility.ts'
import { chooseFromMenu } from './choose-from-menu.ts'
import { holdAnswer } from './hold-answer.ts'
import { type Person, signInHere, signUp } from './person.ts'
import { test } from './test.ts'

const pictures = 'test-results/looks'

async function write(person: Person, ...questions: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const text of questions) ids.push((await person.api.prompts.create({ id: newId(), text })).id)
  return ids
}

const questionsIn = (page: Page) =>
  page.getByRole('list', { name: 'Prompts in this playlist' }).getByRole('listitem')

test('somebody writes a question, puts it into a playlist, orders that by keyboard, and takes both away again', async ({
  page,
  person,
}) => {
  await page.goto('/app')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Prompts' }).click()
  await page.getByRole('button', { name: 'Create Your First Prompt' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Create New Prompt')
  await dialog.getByLabel('Question').fill('   ')
  await expect(dialog.getByRole('button', { name: 'Create Prompt' })).toBeDisabled()
  await dialog.getByLabel('Question').fill('What did Sundays smell like?')
  await dialog.getByLabel('Category').selectOption('Family Heritage')
  await dialog.getByRole('button', { name: 'Create Prompt' }).click()
  await expect(page.getByText('Prompt created successfully!')).toBeVisible()

  await page.getByRole('button', { name: 'Create Your First Playlist' }).click()
  await dialog.getByLabel('Name').fill('Sundays')
  await expect(dialog.getByRole('button', { name: 'Create Playlist' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Add What did Sundays smell like?' }).click()
  await dialog.getByLabel('Find a prompt to add').fill('longest journ')
  await dialog.getByRole('button', { name: /Add What was the longest journey/ }).click()
  await page.screenshot({ path: `${pictures}/prompts-playlist-dialog-1280.png` })
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create Playlist' }).click()
  await expect(page.getByText('Playlist created successfully!')).toBeVisible()

  await page.getByRole('link', { name: 'Sundays' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sundays')
  await expect(page.getByText('2 prompts')).toBeVisible()
  await questionsIn(page).first().locator('[data-grip]').focus()
  const kept = page.waitForResponse('**/rpc/prompts/updatePlaylist')
  await page.keyboard.press('ArrowDown')
  await expect(questionsIn(page).nth(1)).toContainText('What did Sundays smell like?')
  await kept
  await page.reload()
  await expect(questionsIn(page).nth(1)).toContainText('What did Sundays smell like?')

  await chooseFromMenu(page, 'What did Sundays smell like?', 'Take out of this playlist')
  await expect(questionsIn(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Put it back' }).click()
  await expect(questionsIn(page)).toHaveCount(2)
  await page.screenshot({ path: `${pictures}/prompts-playlist-1280.png`, fullPage: true })
  expect(await accessibilityFindings(page)).toEqual([])

  // The same playlist is changed elsewhere while it is being edited here.
  await chooseFromMenu(page, 'Sundays', 'Edit')
  await dialog.getByLabel('Name').fill('Sundays at Rosa’s')
  const { items } = await person.api.prompts.playlists({ list: 'own' })
  const [added] = await write(person, 'Who came to lunch?')
  await person.api.prompts.addToPlaylist({ id: items[0]?.id ?? '', promptId: added ?? '' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('changed somewhere else in the meantime')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue('Sundays at Rosa’s')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Playlist updated successfully!')).toBeVisible()
  await expect(questionsIn(page)).toHaveCount(3)

  await chooseFromMenu(page, 'Sundays at Rosa’s', 'Delete')
  await expect(page.getByRole('alertdialog', { name: 'Delete Playlist?' })).toContainText(
    'This action cannot be undone.',
  )
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Playlist deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Your First Playlist' })).toBeVisible()
  await chooseFromMenu(page, 'Who came to lunch?', 'Delete')
  await page
    .getByRole('alertdialog', { name: 'Delete Prompt?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByText('Prompt deleted')).toBeVisible()
  await expect(page.getByText('What did Sundays smell like?')).toBeVisible()
})

test('search, category and filter work together, and what another family published can be added and reported', async ({
  page,
  person,
  server,
  context,
}) => {
  const boris = await signUp(server.origin)
  await boris.api.account.updateProfile({ fullName: 'Boris Petrov' })
  const [question = ''] = await write(boris, 'Who taught you to whistle?')
  const list = { id: newId(), name: 'Whistling', promptIds: [question] }
  await boris.api.prompts.createPlaylist(list)
  for (const thing of [
    { kind: 'prompt', id: question } as const,
    { kind: 'playlist', id: list.id } as const,
  ]) {
    await boris.api.community.publish(thing)
  }

  await signInHere(context, person)
  await page.goto('/app/prompts?tab=explore')
  const prompts = page.getByRole('region', { name: 'Official Prompts' }).getByRole('listitem')
  await page.getByRole('link', { name: 'A wedding', exact: true }).click()
  const about = page.getByRole('main').locator('header')
  for (const text of ['A wedding', 'Official', '11 prompts', 'By Kinora']) {
    await expect(about.getByText(text, { exact: true })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back to Prompts' }).click()
  await expect(page.getByRole('tab', { name: 'Explore' })).toHaveAttribute('aria-selected', 'true')

  const search = page.getByLabel('Search prompts')
  await search.fill('kitch')
  await expect(prompts).toHaveCount(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await search.fill('kitch')
  await expect(prompts).toHaveCount(1)
  await page.getByRole('button', { name: 'Career & Work' }).click()
  await expect(page.getByText('Nothing here fits your search.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Clear all filters' }).first().click()
  await expect(search).toHaveValue('')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByLabel('Show').selectOption('playlists')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('region', { name: 'Official Prompts' })).toBeHidden()
  await expect(page.getByText('A wedding', { exact: true })).toBeVisible()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'A wedding' })
    .getByRole('button', { name: 'Add to My Playlists' })
    .click()
  await expect(page.getByText('Playlist added')).toBeVisible()

  await page.getByRole('button', { name: 'Filter (1)' }).click()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('tab', { name: 'Community' }).click()
  await expect(page.getByRole('region', { name: 'Community Prompts' })).toContainText('By Boris Petrov')
  await page.screenshot({ path: `${pictures}/prompts-community-1280.png`, fullPage: true })
  expect(await accessibilityFindings(page)).toEqual([])
  await chooseFromMenu(page, 'Who taught you to whistle?', 'Add to My Prompts')
  await expect(page.getByText('Prompt added')).toBeVisible()
  await chooseFromMenu(page, 'Who taught you to whistle?', 'Report')
  await page.getByLabel('What is wrong with it?').fill('Whistling is rude')
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  await expect(page.getByText('The operator will look at it')).toBeVisible()

  await page.getByRole('tab', { name: 'My Prompts' }).click()
  await expect(page.getByRole('region', { name: 'My Playlists' })).toContainText('A wedding (Copy)')
  await chooseFromMenu(page, 'Who taught you to whistle?', 'Add to Playlist')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /A wedding \(Copy\)/ })
    .click()
  await expect(page.getByText('Added to “A wedding (Copy)”')).toBeVisible()
  await page.getByRole('link', { name: 'A wedding (Copy)' }).click()
  await expect(questionsIn(page)).toHaveCount(12)
})

test('a playlist whose only question was deleted says that it has none, and takes another', async ({
  page,
  person,
}) => {
  const [bread = '', songs = ''] = await write(person, 'Who baked the bread?', 'Who sang?')
  const { id } = await person.api.prompts.createPlaylist({ id: newId(), name: 'Kitchen', promptIds: [bread] })
  await person.api.prompts.delete({ id: bread })
  await page.goto(`/app/prompts/playlists/${id}`)
  await expect(page.getByText('This playlist has no prompts yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Record with this playlist' })).toHaveCount(0)
  await chooseFromMenu(page, 'Kitchen', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Playlist' })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Add Who sang?' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(questionsIn(page)).toHaveCount(1)
  expect((await person.api.prompts.playlist({ id })).promptIds).toEqual([songs])
})

test('a weekly question is turned on in Settings for a day and an hour; a link of no mail says so', async ({
  page,
  person,
  server,
}) => {
  await page.goto('/app/settings')
  const section = page.getByRole('region', { name: 'A question every week' })
  await section.getByRole('switch', { name: 'Send me a question every week' }).click()
  await expect(section.getByText(/The next one comes on Sunday, /)).toBeVisible()
  await section.getByLabel('Day').selectOption('Wednesday')
  await expect(section.getByText(/The next one comes on Wednesday, /)).toBeVisible()
  await section.screenshot({ path: `${pictures}/prompts-weekly-settings.png` })
  expect((await person.api.weeklyQuestions.get()).wish).toMatchObject({ enabled: true, weekday: 3, hour: 9 })

  await page.goto('/weekly-question#nobody')
  await expect(page.getByRole('alert')).toContainText('This link does not lead anywhere')
  expect(await accessibilityFindings(page)).toEqual([])
  const opened = await fetch(`${server.origin}/mail/unsubscribe?token=abc`, { redirect: 'manual' })
  expect(opened.headers.get('location')).toBe('/weekly-question#abc')

  // A token damaged in transit is unknown, and must not cause an error.
  await page.goto('/unsubscribe#50%')
  await page.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(page.getByRole('alert')).toContainText('This link does not lead anywhere')
})

test('prompts come when the playlists above them have their place', async ({ page, person }) => {
  await write(person, 'What did Sundays smell like?')
  const playlists = await holdAnswer(page, 'prompts/playlists')
  const prompts = page.waitForResponse('**/rpc/prompts/list')
  await page.goto('/app/prompts')
  await (await prompts).finished()
  await expect(page.getByText('My Custom Prompts are being loaded')).toBeAttached()
  await playlists()
  await expect(page.getByText('What did Sundays smell like?')).toBeVisible()
})
