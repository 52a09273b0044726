import { expect } from '@playwright/test'
import { endSession, openStudio, record, recordedFor } from './recorder/studio.ts'
import { test } from './test.ts'
import { translatePages } from './translator.ts'

test.beforeEach(({ context }) => translatePages(context))

test('somebody who has the browser translate every page signs up, writes, changes and deletes a story', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(`translated-${Date.now()}@family.example`)
  await page.getByLabel('Password', { exact: true }).fill('a good password')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.waitForURL('**/app')
  await page.goto('/app/stories?new=journal')
  await page.getByLabel('Title').fill('Bread')
  await page.getByRole('button', { name: 'Write a Journal Entry' }).click()
  await page.getByLabel('Your entry').fill('Every Saturday, before anybody was awake.')
  await page.getByRole('button', { name: 'Add Entry' }).click()
  await expect(page.getByRole('region', { name: 'Entries' })).toContainText('Every Saturday')
  await expect(page.locator('font').first()).toBeAttached()

  await page.goto('/app/stories')
  await page.getByRole('link', { name: /^Bread/ }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Bread and salt')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Bread and salt' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('“Bread and salt” was deleted.')).toBeVisible()
})

test('a recording in a translated page counts its seconds, and says what is safe as it grows', async ({
  page,
  person,
}) => {
  await openStudio(page, 'In another language')
  await record(page)
  await recordedFor(page, 3)
  await expect(page.getByTestId('safety-line')).toHaveText(/safe on the server to 00:0[2-9]/)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Resume' }).click()
  await endSession(page)
  expect((await person.api.stories.list({})).items).toHaveLength(1)
})
