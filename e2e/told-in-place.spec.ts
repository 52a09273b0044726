import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { gedzipPath } from '#contract/paths.ts'
import { addRelative } from './add-relative.ts'
import { openStudioAt } from './open-studio.ts'
import { expectToServeEverybody } from './serves-everybody.ts'
import { test } from './test.ts'
import { unheardServer } from './unheard-server.ts'

// For people who read slowly, failures are shown in the page, because toasts disappear after some seconds.

const toasts = (page: Page) => page.locator('[data-sonner-toast]')

test('a change of address that could not be taken back, and mails that were not sent, are told of where they are asked for', async ({
  page,
  person,
}) => {
  await page.goto('/app/settings')
  const ways = page.getByRole('region', { name: 'Logging in' })
  await ways.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill(`new-${person.email}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Change email' }).click()
  await expect(ways.getByText('Waiting for you')).toBeVisible()
  await expect(toasts(page)).toHaveCount(0, { timeout: 15_000 })

  const broken = { status: 500, json: { code: 'unexpected_failure', message: 'It broke' } }
  await page.route('**/auth/v1/resend**', (route) => route.fulfill(broken))
  await ways.getByRole('button', { name: 'Send the mails again' }).click()
  await expect(ways.getByRole('alert')).toHaveText(/^The mails were not sent\. \S/)
  await page.unroute('**/auth/v1/resend**')

  await page.route('**/auth/v1/user**', (route) =>
    route.request().method() === 'PUT' ? route.fulfill(broken) : route.continue(),
  )
  const keep = ways.getByRole('button', { name: 'Keep my present address' })
  await keep.click()
  await expect(ways.getByRole('alert')).toHaveText(/^Nothing was changed\. \S/)
  await expect(keep).toBeFocused()
  await expect(toasts(page)).toHaveCount(0)
  await expectToServeEverybody(page)

  await page.unroute('**/auth/v1/user**')
  await keep.click()
  await expect(ways.getByText('Waiting for you')).toHaveCount(0)
  await expect(ways.getByRole('alert')).toHaveCount(0)
})

test('a family that could not be saved says why below its menu, and is saved from there', async ({
  page,
  person,
}) => {
  await addRelative(person, 'Vera', 'Parent')
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Import and export' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const told = page.getByRole('main').getByRole('alert')
  const again = told.getByRole('button', { name: 'Try again' })

  await page.goto('/app/family')
  await page.route('**/rpc/family/exportGedcom', (route) => route.fulfill({ status: 500, json: {} }))
  await choose('Save as GEDCOM 7.0')
  await expect(told).toContainText('The family could not be saved. Something')
  await expect(toasts(page)).toHaveCount(0)
  await expectToServeEverybody(page)
  const failing = page.waitForResponse('**/rpc/family/exportGedcom')
  await again.press('Enter')
  await failing
  await expect(again).not.toHaveAttribute('aria-busy')
  await expect(again).toBeFocused()
  await page.unroute('**/rpc/family/exportGedcom')
  const file = page.waitForEvent('download')
  await again.press('Enter')
  expect((await file).suggestedFilename()).toMatch(/\.ged$/)
  await expect(told).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Import and export' })).toBeFocused()

  await page.route(`**${gedzipPath}`, (route) => route.abort())
  await choose('Save with photos and documents (GEDZIP)')
  await expect(told).toContainText('The family could not be saved. Kinora cannot be reached')
  await page.unroute(`**${gedzipPath}`)
  const packed = page.waitForEvent('download')
  await again.click()
  expect((await packed).suggestedFilename()).toBe('family.gdz')
  await expect(told).toHaveCount(0)
})

test('while a family is packed the page says so, and whoever is elsewhere by then is told there that it could not be', async ({
  page,
  person,
}) => {
  await addRelative(person, 'Vera', 'Parent')
  const held = Promise.withResolvers<void>()
  await page.route(`**${gedzipPath}`, async (route) => {
    await held.promise
    await route.abort()
  })
  await page.goto('/app/family')
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: 'Save with photos and documents (GEDZIP)' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The family is being packed.' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Stories' }).click()
  await page.getByRole('heading', { level: 1, name: 'Stories' }).waitFor()
  held.resolve()
  await expect(toasts(page)).toContainText('The family could not be saved')
  await expect(toasts(page)).toContainText('Kinora cannot be reached')
})

test('a speaker who could not be added to the family stays in the session, which says so until it is done', async ({
  page,
  person,
}) => {
  await openStudioAt(page, 'The mill', 'recording')
  const settings = page.getByRole('button', { name: 'Settings' }).filter({ visible: true })
  const dialog = page.getByRole('dialog')
  const told = dialog.getByRole('alert').filter({ hasText: 'Rosa Lind' })
  await page.route('**/rpc/familyMembers/create', (route) => route.fulfill({ status: 500, json: {} }))
  await settings.click()
  await dialog.getByLabel('Add a speaker').fill('Rosa Lind')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  // The reason is shown in the dialog; the toast leaves it out, and disappears after four seconds.
  await expect(toasts(page)).toHaveText('Failed to add family member')
  await expect(told).toContainText('could not be added to your family. Something')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Rosa Lind' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.unroute('**/rpc/familyMembers/create')
  await settings.click()
  await told.getByRole('button', { name: 'Try again' }).click()
  await expect(told).toHaveCount(0)
  const family = (await person.api.familyMembers.list({})).items
  expect(family.map(({ firstName, lastName }) => `${firstName} ${lastName}`)).toContain('Rosa Lind')
})

test('a search that failed in the palette is tried again by key, and goes on in its box', async ({
  page,
  person,
}) => {
  await person.api.stories.create({ id: uuidv7(), title: 'The harbour', method: 'journal' })
  // A page that hears of a change just before it was opened searches anew by itself.
  await unheardServer(page, person)
  await page.goto('/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: /^Search/ })
  await page.route('**/rpc/search/find', (route) => route.fulfill({ status: 400, json: {} }))
  await box.fill('harbour')
  const again = page.getByRole('dialog').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  const refused = page.waitForResponse('**/rpc/search/find')
  await again.press('Enter')
  await refused
  await expect(again).not.toHaveAttribute('aria-busy')
  await expect(again).toBeFocused()

  await page.unroute('**/rpc/search/find')
  await again.press('Enter')
  await expect(again).toHaveCount(0)
  await expect(box).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/stories/*')
})
