import { expect } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { test } from './test.ts'

test('everything that can be said of a story is said in one dialog, and stands in its summary', async ({
  page,
  person,
}) => {
  const id = uuidv7()
  await person.api.stories.create({ id, title: 'The farm', method: 'journal', speakers: ['Ana'] })
  await page.goto(`/app/stories/${id}`)
  await page.getByRole('button', { name: 'Add Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Story Details' })

  const speaker = dialog.getByLabel('Add a speaker')
  await speaker.fill('   ')
  await expect(dialog.getByRole('button', { name: 'Add to speakers' })).toBeDisabled()
  await speaker.press('Enter')
  await speaker.fill('  Bo  Keller ')
  await speaker.press('Enter')
  await dialog.getByLabel('Add a tag').fill('Harvest')
  await dialog.getByRole('button', { name: 'Add to tags' }).click()
  await dialog.getByLabel('Description').fill('How we lived')
  await dialog.getByLabel('Date').fill('summer 1952')
  await dialog.getByLabel('Location').fill('Zhmerynka')
  await dialog.getByLabel('Recorded by').fill('Ana')
  await dialog.getByLabel('Context').fill('The war was over.')
  await dialog.getByRole('button', { name: 'Remove Ana' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(dialog).toBeHidden()
  const summary = page.getByRole('tabpanel', { name: 'Summary' })
  for (const text of ['Bo Keller', 'Harvest', 'summer 1952', 'Zhmerynka', 'The war was over.']) {
    await expect(summary.getByText(text)).toBeVisible()
  }
  const kept = await person.api.stories.get({ id })
  expect(kept).toMatchObject({ speakers: ['Bo Keller'], tags: ['Harvest'], context: 'The war was over.' })

  await page.getByRole('link', { name: 'Back to Stories' }).click()
  const card = page.getByRole('article').filter({ hasText: 'The farm' })
  for (const text of ['How we lived', 'Bo Keller', 'summer 1952'])
    await expect(card.getByText(text)).toBeVisible()
})
