import { expect } from '@playwright/test'
import { test } from './test.ts'

test('a password that is shown is not begun with a capital, corrected or sent away for its spelling', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origin}/login`)
  const password = page.getByLabel('Password', { exact: true })
  await page.getByRole('button', { name: 'Show the password' }).click()

  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveAttribute('autocapitalize', 'none')
  await expect(password).toHaveAttribute('autocorrect', 'off')
  await expect(password).toHaveAttribute('spellcheck', 'false')
})

test('whoever types a password with Caps Lock on is told', async ({ page, server }) => {
  await page.goto(`${server.origin}/login`)
  const password = page.getByLabel('Password', { exact: true })
  const told = page.getByText('Caps Lock is on: letters are capitals.')
  const press = (modifierCapsLock: boolean) =>
    password.dispatchEvent('keydown', { key: 'G', bubbles: true, modifierCapsLock })
  await password.focus()
  await press(true)
  await expect(told).toBeVisible()

  await press(false)
  await expect(told).toBeHidden()
})

test('a password manager is told whose password is changed', async ({ page, person }) => {
  await page.goto('/app/settings')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your password' })

  await expect(dialog.getByLabel('Current password')).toBeFocused()
  await expect(dialog.locator('input[autocomplete=username]')).toHaveValue(person.email)
})
