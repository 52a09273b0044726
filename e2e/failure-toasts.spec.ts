import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { test } from './test.ts'

/** A server that breaks over one procedure. */
const breaks = (page: Page, procedure: string) =>
  page.route(`**/rpc/${procedure}`, (route) => route.fulfill({ status: 500, json: {} }))
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text })

test('a story that cannot be made, changed or deleted is told of, and nothing is lost', async ({
  page,
  person,
}) => {
  await breaks(page, 'stories/create')
  await page.goto('/app/stories?new=upload')
  await page.getByLabel('Title').fill('The mill')
  await page.getByRole('button', { name: 'Upload a File' }).click()
  await expect(toast(page, 'Failed to add story')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('The mill')
  await page.unroute('**/rpc/stories/create')
  await page.getByRole('button', { name: 'Upload a File' }).click()
  await expect(toast(page, 'Story added successfully')).toBeVisible()

  const [story] = (await person.api.stories.list({})).items
  await breaks(page, 'stories/update')
  await breaks(page, 'stories/delete')
  await page.goto(`/app/stories/${story?.id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Title').fill('The old mill')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Failed to update story')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('The old mill')
  await page.unroute('**/rpc/stories/update')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Story updated successfully')).toBeVisible()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Failed to delete story')).toBeVisible()
  await page.unroute('**/rpc/stories/delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Story deleted successfully')).toBeVisible()
})

for (const [path, procedure, text] of [
  ['/app/stories', 'stories/list', 'Failed to load stories'],
  ['/app/storybooks', 'storybooks/list', 'Failed to load storybooks'],
  ['/app/prompts', 'prompts/list', 'Failed to load prompts and playlists'],
] as const) {
  test(`“${text}” is said where that is so`, async ({ page, person }) => {
    expect(person.id).toBeTruthy()
    await breaks(page, procedure)
    await page.goto(path)
    await expect(toast(page, text)).toBeVisible()
    await expect(page.getByRole('main').getByRole('button', { name: /again/i }).first()).toBeVisible()
  })
}

test('prompts and playlists that cannot be made or deleted are told of', async ({ page, person }) => {
  const { id } = await person.api.prompts.create({ id: newId(), text: 'Who came to lunch?' })
  await person.api.prompts.createPlaylist({ id: newId(), name: 'Sundays', promptIds: [id] })
  for (const name of ['create', 'delete', 'deletePlaylist', 'update']) await breaks(page, `prompts/${name}`)
  await page.goto('/app/prompts')
  const menu = async (of: string, item: string) => {
    await page.getByRole('button', { name: `More for “${of}”` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const confirm = () => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const cancel = () => page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await menu('Who came to lunch?', 'Delete')
  await confirm()
  await expect(toast(page, 'Failed to delete prompt')).toBeVisible()
  await cancel()
  await menu('Sundays', 'Delete')
  await confirm()
  await expect(toast(page, 'Failed to delete playlist')).toBeVisible()
  await cancel()
  await menu('Who came to lunch?', 'Edit')
  await page.getByRole('dialog').getByLabel('Question').fill('Who came to dinner?')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Failed to update prompt')).toBeVisible()
})

test('a person who cannot be added, and a profile that cannot be saved, are told of', async ({
  page,
  person,
}) => {
  expect(person.id).toBeTruthy()
  await breaks(page, 'familyMembers/create')
  await page.goto('/app/family')
  await page.getByRole('button', { name: 'Add Family Member' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Vera')
  await dialog.getByLabel('Last name').fill('Petrova')
  await dialog.getByRole('button', { name: 'Add Family Member' }).click()
  await expect(toast(page, 'Failed to add family member')).toBeVisible()
  await expect(dialog.getByLabel('First name')).toHaveValue('Vera')

  await breaks(page, 'account/updateProfile')
  await page.goto('/app/profile')
  await page.getByLabel('First name').fill('Ana')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Failed to update profile')).toBeVisible()
})
