import { expect } from '@playwright/test'
import sharp from 'sharp'
import { lookElsewhere } from './look-elsewhere.ts'
import { test } from './test.ts'

const picture = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#2e9156' } })
    .png()
    .toBuffer()

test('a profile keeps every field, also while it cannot be saved, and a picture, which can be taken away and put back', async ({
  page,
  person,
}) => {
  await page.goto('/app/profile')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.getByLabel('First name').fill('Ana')
  await page.getByLabel('Last name').fill('Petrova')
  await page.getByLabel('Phone').fill('+49 30 1234')
  await page.getByLabel('Location').fill('Lviv')
  await page.getByLabel('Bio').fill('I bake.')
  await page.route('**/rpc/account/updateProfile', (route) => route.fulfill({ status: 500, json: {} }))
  await save.click()
  await expect(page.getByText('Failed to update profile')).toBeVisible()
  await expect(page.getByLabel('Location')).toHaveValue('Lviv')
  await page.unroute('**/rpc/account/updateProfile')
  await save.click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(save).toBeDisabled()
  const stored = { fullName: 'Ana Petrova', phone: '+49 30 1234', location: 'Lviv', bio: 'I bake.' }
  expect(await person.api.account.profile()).toMatchObject(stored)

  await expect(page.getByText('PNG, JPG up to 10MB.')).toBeVisible()
  const chosen = page.getByLabel('Picture of you')
  await chosen.setInputFiles({
    name: 'notes.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  })
  await expect(page.getByRole('alert')).toContainText('This is not a picture that Kinora can read.')
  await chosen.setInputFiles({
    name: 'huge.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.alloc(10_000_001),
  })
  await expect(page.getByRole('alert')).toContainText('This picture is larger than 10 MB.')

  await chosen.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture() })
  const face = page.getByRole('main').locator('img')
  await expect(face).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your menu' }).first().locator('img')).toBeVisible()

  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(face).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(face).toBeVisible()
  expect((await person.api.account.profile()).avatarUrl).not.toBeNull()

  // The mail address is changed in Settings, where both addresses have to confirm it.
  await page.getByRole('link', { name: 'Change it in Settings' }).click()
  await expect(page.getByRole('region', { name: 'Logging in' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Change email' })).toBeVisible()
})

test('who says only where they live is given no name by that', async ({ page, person }) => {
  await page.goto('/app/profile')
  await page.getByLabel('Location').fill('Lviv')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  expect(await person.api.account.profile()).toMatchObject({ fullName: '', location: 'Lviv' })
})

test('who empties a part of their name is told that it stays, before it is saved', async ({
  page,
  person,
}) => {
  await person.api.account.updateProfile({ fullName: 'Ana Petrova' })
  await page.goto('/app/profile')
  const name = page.getByLabel('Last name')
  await expect(name).toHaveValue('Petrova')
  await name.fill(' ')
  await expect(name).toHaveAccessibleDescription('Left empty, it stays “Petrova”.')
  await name.fill('Koch')
  await expect(name).toHaveAccessibleDescription('')
})

test('what is written in the profile is asked about before it is lost, by a link and by logging out', async ({
  page,
  person,
}) => {
  await page.goto('/app/profile')
  const bio = page.getByLabel('Bio')
  const question = page.getByRole('alertdialog')
  const prompts = page.getByRole('link', { name: 'Prompts', exact: true }).first()
  await bio.fill('I bake.')
  await prompts.click()
  await expect(question).toHaveAccessibleName('Discard your changes?')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Your menu' }).first().click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expect(question).toContainText('is not saved, and would be lost')
  await question.getByRole('button', { name: 'Stay logged in' }).click()
  await expect(bio).toHaveValue('I bake.')

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  // The text equals the stored one again, so leaving loses nothing.
  await bio.fill('I bake bread.')
  await bio.fill('I bake.')
  await prompts.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prompts')
  expect((await person.api.account.profile()).bio).toBe('I bake.')
})

test('what is chosen in the settings is kept and obeyed', async ({ page, person, browser, server }) => {
  await person.api.account.updateProfile({ fullName: 'Ana Petrova', location: 'Lviv', bio: 'I bake.' })
  await page.goto('/app/settings')

  const notices = page.getByRole('region', { name: 'Notifications' })
  const mails = notices.getByRole('switch', { name: 'Email notifications' })
  await expect(mails).toBeChecked()
  await mails.click()
  await expect.poll(async () => (await person.api.notices.get()).email).toBe(false)
  await notices.getByRole('switch', { name: 'Somebody comments on my story' }).click()
  await expect.poll(async () => (await person.api.notices.get()).comment).toBe(false)

  await page.getByRole('combobox', { name: 'Dates' }).selectOption('year-first')
  const yearFirst = /\b20\d\d-\d\d-\d\d\b/
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText(yearFirst)
  await expect.poll(async () => (await person.api.account.profile()).dateFormat).toBe('year-first')

  const section = page.getByRole('region', { name: 'Public profile' })
  await section.getByRole('switch', { name: 'Public profile' }).click()
  await section.getByRole('switch', { name: 'Show my location' }).click()
  await expect.poll(async () => (await person.api.publicProfile.get()).location).toBe(true)
  const address = await section.getByRole('link', { name: 'See the page' }).getAttribute('href')
  const outside = await browser.newContext({ baseURL: server.origin })
  const visitor = await outside.newPage()
  await visitor.clock.install()
  await visitor.goto(address ?? '')
  await expect(visitor.getByRole('heading', { name: 'Ana Petrova' })).toBeVisible()
  await expect(visitor.getByText('Lviv')).toBeVisible()
  await expect(visitor.getByText('I bake.')).toHaveCount(0)

  await section.getByRole('switch', { name: 'Public profile' }).click()
  const question = page.getByRole('alertdialog', { name: 'Turn your public profile off?' })
  await expect(question).toContainText('that address never works again')
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Ana Petrova' })).toBeVisible()
  await question.getByRole('button', { name: 'Turn it off' }).click()
  await expect(section.getByRole('link', { name: 'See the page' })).toHaveCount(0)
  // The page shows it as off before the server has turned it off.
  await expect.poll(async () => (await person.api.publicProfile.get()).isPublic).toBe(false)
  // Whoever has it open and comes back to it sees it no more, either.
  await visitor.clock.fastForward('01:00')
  await lookElsewhere(visitor)
  await expect(visitor.getByRole('heading', { name: 'There is no profile here' })).toBeVisible()
  await outside.close()

  // A device without a choice of its own follows the account.
  await page.evaluate(() => window.localStorage.removeItem('kinora.dates'))
  await page.reload()
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText(yearFirst)
})

test('help is found as one types, and each part has an address of its own', async ({ page, person: _ }) => {
  await page.goto('/app')
  await page.getByRole('button', { name: 'Your menu' }).first().click()
  await page.getByRole('menuitem', { name: 'Help & Support' }).click()
  for (const count of [5, 8, 6]) await expect(page.getByText(`${count} articles`)).toBeVisible()
  await expect(page.getByRole('main').locator('a[href^="/app/help/"]')).toHaveCount(5 + 8 + 6)
  // This server's settings name no way to reach support.
  await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveCount(0)

  // From the search results, the menu leads to the topics again, and Back to the results.
  const box = page.getByRole('searchbox', { name: 'Search help' })
  await box.fill('How do I share a story?')
  await expect(page.getByRole('link', { name: 'Share a story' })).toBeVisible()
  await page.getByRole('button', { name: 'Your menu' }).first().click()
  await page.getByRole('menuitem', { name: 'Help & Support' }).click()
  await expect(page.getByText('8 articles')).toBeVisible()
  await expect(box).toHaveValue('')
  await page.goBack()
  await expect(box).toHaveValue('How do I share a story?')
  await box.fill('')
  await expect(page.getByText('8 articles')).toBeVisible()

  await box.pressSequentially('signed out devi')
  await page.getByRole('link', { name: /Nothing gets lost/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Nothing gets lost/ })).toBeVisible()

  await page.getByRole('link', { name: 'Address of the part “Your storage is full”' }).click()
  await expect(page).toHaveURL(/#your-storage-is-full$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your storage is full' })).toBeFocused()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeHidden()
  await expect(page.getByRole('article')).toBeVisible()
})
