import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { gedcomPath, portraitPath, posterPath } from '#contract/paths.ts'
import type { Person } from './person.ts'
import { test } from './test.ts'

const cannotReach = 'Kinora cannot be reached just now.'

test('a family’s file whose line goes silent is told of, and is sent again', async ({ page, person }) => {
  const dialog = await openMenu(page, person, 'Import a family')
  const lines = ['0 HEAD', '1 GEDC', '2 VERS 5.5.1', '0 @I1@ INDI', '1 NAME Vera /Petrova/', '0 TRLR']
  const file = { name: 'family.ged', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) }
  const { asked } = await silentOnce(page, gedcomPath)
  await dialog.getByLabel('GEDCOM file').setInputFiles(file)
  await expect(dialog.getByText('Sending family.ged')).toBeVisible()
  await asked
  await page.clock.fastForward(limits.answerSeconds * 1_000)
  await expect(dialog.getByRole('alert')).toContainText(cannotReach)

  await dialog.getByLabel('GEDCOM file').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Import 1 person' }).click()
  await expect(page.getByText('Family imported')).toBeVisible()
  expect((await person.api.family.tree()).people).toHaveLength(3)
})

test('a portrait whose line goes silent is told of, and is sent again', async ({ page, person }) => {
  await person.api.account.updateProfile({ fullName: 'Ana Petrova' })
  await page.clock.install()
  await page.goto('/app/profile')
  const main = page.getByRole('main')
  const plain = sharp({ create: { width: 400, height: 300, channels: 3, background: '#2e9156' } })
  const buffer = await plain.jpeg().toBuffer()
  const { asked } = await silentOnce(page, portraitPath('*'))
  const choose = () =>
    page.getByLabel('Picture of you').setInputFiles({ name: 'ana.jpg', mimeType: 'image/jpeg', buffer })
  await choose()
  await asked
  await page.clock.fastForward(limits.answerSeconds * 1_000)
  await expect(main.getByRole('alert')).toContainText(cannotReach)
  await choose()
  await expect(main.locator('img')).toBeVisible()
})

test('a portrait that only a page of a hotel’s network has answered for is not told as saved', async ({
  page,
  person,
}) => {
  await person.api.account.updateProfile({ fullName: 'Ana Petrova' })
  await page.goto('/app/profile')
  const main = page.getByRole('main')
  const plain = sharp({ create: { width: 400, height: 300, channels: 3, background: '#2e9156' } })
  const picture = { name: 'ana.jpg', mimeType: 'image/jpeg', buffer: await plain.jpeg().toBuffer() }
  const welcome = { contentType: 'text/html', body: '<h1>Welcome to the hotel network</h1>' }
  await page.route(`**${portraitPath('*')}`, (route) => route.fulfill(welcome), { times: 1 })
  await page.getByLabel('Picture of you').setInputFiles(picture)
  await expect(main.getByRole('alert')).toContainText(cannotReach)
  await expect(page.getByText('Profile updated successfully')).toHaveCount(0)

  await page.getByLabel('Picture of you').setInputFiles(picture)
  await expect(main.locator('img')).toBeVisible()
})

test('a poster whose line goes silent is told of, and is made again', async ({ page, person }) => {
  const dialog = await openMenu(page, person, 'Print a poster (PDF)')
  const { asked } = await silentOnce(page, posterPath)
  await dialog.getByRole('button', { name: 'Save as PDF' }).click()
  await asked
  await page.clock.fastForward(limits.familyFileSeconds * 1_000)
  await expect(dialog.getByRole('alert')).toContainText(cannotReach)
  const printed = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save as PDF' }).click()
  expect((await printed).suggestedFilename()).toBe('family-tree.pdf')
})

/** Opens a menu's entry, with a person in the tree and a clock that the test moves. */
async function openMenu(page: Page, { api }: Person, entry: string): Promise<Locator> {
  await api.account.updateProfile({ fullName: 'Ana Petrova' })
  await api.familyMembers.create({
    id: uuidv7(),
    firstName: 'Dmitri',
    lastName: 'Petrov',
    relationship: 'Parent',
  })
  await page.clock.install()
  await page.goto('/app/family')
  await page.getByRole('button', { name: 'Import and export' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  return page.getByRole('dialog')
}

/** Makes the next request there get neither an answer nor a refusal, as on a train. `asked` resolves when it has been sent. */
async function silentOnce(page: Page, address: string): Promise<{ asked: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**${address}*`, () => resolve(), { times: 1 })
  return { asked: promise }
}
