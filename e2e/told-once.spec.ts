import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { signUp } from './person.ts'
import { test } from './test.ts'

// A failure is explained once: the reason is shown where the action was tried, and the toast only says which action failed.

const toasts = (page: Page) => page.locator('[data-sonner-toast]')

test('why somebody cannot be added to the family is said beside the form, and the message leaves it there', async ({
  page,
  person: _,
}) => {
  await page.route('**/rpc/familyMembers/create', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/app/family')
  await page.getByRole('button', { name: 'Add Family Member' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Vera')
  await dialog.getByLabel('Last name').fill('Petrova')
  await dialog.getByRole('button', { name: 'Add Family Member' }).click()
  await expect(toasts(page)).toHaveText('Failed to add family member')
  await expect(dialog.getByRole('alert')).toContainText('Something went wrong on our side')
})

test('that an address is known already is said beside the form, and the message leaves it there', async ({
  page,
  server,
}) => {
  const { email } = await signUp(server.origin)
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('another password')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(toasts(page)).toHaveText('Account Exists')
  await expect(page.getByRole('alert')).toContainText('Please log in instead.')
})

test('why a name cannot be saved is said beside it, and the message leaves it there', async ({
  page,
  person,
}) => {
  const { id } = await person.api.stories.create({ id: newId(), title: 'The mill', method: 'journal' })
  await page.route('**/rpc/account/updateProfile', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`/app/stories/${id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByLabel('What is your name?').fill('Ana Petrova')
  await page.getByRole('button', { name: 'Save my name' }).click()
  await expect(toasts(page)).toHaveText('Failed to update profile')
  await expect(page.getByLabel('What is your name?')).toHaveAccessibleDescription(/Something went wrong/)
})
