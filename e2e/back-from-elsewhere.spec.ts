import { expect } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { lookElsewhere } from './look-elsewhere.ts'
import { test } from './test.ts'
import { twoFrames } from './two-frames.ts'
import { unheardServer } from './unheard-server.ts'
import { writeStory } from './write-story.ts'

test('a key that is being named keeps its name for whoever looks elsewhere, where nobody says what is on offer', async ({
  page,
  person,
}) => {
  // Live news would make the page read everything anew in the middle of the test.
  await unheardServer(page, person)
  let asked = 0
  await page.route('**/auth/v1/settings', async (route) => {
    await route.abort('connectionreset')
    asked += 1
  })
  await page.goto('/app/settings')
  await page.getByRole('button', { name: 'Add a key' }).click()
  const name = page.getByRole('dialog', { name: 'Add a security key or passkey' }).getByLabel('Name')
  await name.fill('The key on my ring')
  // The cache tries three times.
  await expect.poll(() => asked).toBe(3)
  await twoFrames(page)

  await lookElsewhere(page)
  await expect(name).toHaveValue('The key on my ring')
})

test('a new book that is being written stays when the last of the month is made elsewhere meanwhile', async ({
  page,
  person,
}) => {
  const storyId = await writeStory(person, 'Apples', 'On Saturdays.')
  const make = (title: string) => person.api.storybooks.create({ id: uuidv7(), title, storyIds: [storyId] })
  for (const title of ['Spring', 'Summer', 'Autumn', 'Winter']) await make(title)
  const hearOfServer = await unheardServer(page, person)
  await page.goto('/app/storybooks?new')
  const dialog = page.getByRole('dialog', { name: 'New Storybook' })
  await dialog.getByLabel('Title').fill('The whole year')
  await make('The feasts')
  await hearOfServer()
  await expect(page.getByText('5 / 5')).toBeAttached()
  await expect(dialog.getByLabel('Title')).toHaveValue('The whole year')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'New Storybook' }).click()
  await expect(page.getByRole('dialog', { name: 'Storybook Limit Reached' })).toBeVisible()
})
