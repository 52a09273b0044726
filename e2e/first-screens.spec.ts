import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { holdAnswer } from './hold-answer.ts'
import { signUp } from './person.ts'
import { test } from './test.ts'

test('somebody new signs up with Enter and finds an empty house with ways to begin', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await fill(page, `new-${Date.now()}@family.example`, 'a good password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Account Created!')).toBeVisible()
  await page.waitForURL('**/app')

  await page.getByRole('link', { name: 'Record Your First Story' }).click()
  await expect(page.getByText('No stories yet')).toBeVisible()

  await page.goto('/')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.waitForURL('**/app')
})

test('a wrong password and a taken address are answered as the specification says', async ({
  page,
  server,
}) => {
  const person = await signUp(server.origin)
  await page.goto('/login')
  await fill(page, person.email, 'another password')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Account Exists')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(
    'An account with this email already exists. Please log in instead.',
  )

  // Where they are told so, with the address that they have typed; the way below is far down on a phone.
  await page.getByRole('button', { name: 'Log in instead' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('another password')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password. Please try again.')
})

test('the short paths lead below /app', async ({ page, person: _ }) => {
  await page.goto('/stories')
  await page.waitForURL('**/app/stories')
  await page.goto('/stories/019a0000-0000-7000-8000-000000000000')
  await page.waitForURL('**/app/stories/019a0000-0000-7000-8000-000000000000')
  await expect(page.getByText('Story not found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Stories' }).click()
  await expect(page.getByRole('heading', { name: 'Stories', level: 1 })).toBeVisible()
})

test('a method can be chosen only once there is a title', async ({ page, person: _ }) => {
  await page.goto('/app/stories')
  await page.getByRole('button', { name: 'New Story' }).click()
  await expect(page.getByText('Please enter a title to continue')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Record a Story' })).toBeDisabled()

  await page.getByLabel('Title').fill('   ')
  await expect(page.getByRole('button', { name: 'Record a Story' })).toBeDisabled()
  await page.getByLabel('Title').fill('Bread')
  await expect(page.getByRole('button', { name: 'Record a Story' })).toBeEnabled()

  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'New Story' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('')
})

test('what is being written outlives a closed page, and appears elsewhere at once', async ({
  page,
  context,
  person: _,
}) => {
  const elsewhere = await context.newPage()
  await elsewhere.goto('/app/stories')
  await expect(elsewhere.getByText('No stories yet')).toBeVisible()

  await beginJournal(page, 'The winter of 1962')
  await expect(elsewhere.getByRole('link', { name: 'The winter of 1962' })).toBeVisible()

  await page.getByLabel('Your entry').fill('The lake was frozen')
  await page.reload()
  await expect(page.getByLabel('Your entry')).toHaveValue('The lake was frozen')
  await page.getByLabel('Your entry').press('Control+Enter')
  await expect(page.getByRole('region', { name: 'Entries' })).toContainText('The lake was frozen')
})

test('an entry can be reworded, taken out and brought back, and so can its story', async ({
  page,
  person,
}) => {
  await beginJournal(page, 'Bread')
  await page.getByLabel('Your entry').fill('Every Saturdy')
  await page.getByRole('button', { name: 'Add Entry' }).click()
  const entries = page.getByRole('region', { name: 'Entries' })
  await entries.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Edit entry').fill('Every Saturday')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(entries).toContainText('Every Saturday')

  await entries.getByRole('button', { name: 'Delete' }).click()
  await expect(entries).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(entries).toContainText('Every Saturday')

  // The entry has no time, because no recording was running.
  await expect(entries).not.toContainText('00:00')
  await page.getByRole('link', { name: 'Back to the story' }).click()
  const summary = page.getByRole('tabpanel', { name: 'Summary' })
  await expect(summary).toContainText('Every Saturday')
  await expect(summary).not.toContainText('00:00')
  // Waits for this page, because the entry on the page before has such a button as well.
  await expect(page.getByRole('tab', { name: 'Summary' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Story?' })
  // The news of the deletion may arrive before the answer to the deletion itself.
  const answer = await holdAnswer(page, 'stories/delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Story not found' })).toBeVisible()
  await answer()
  await expect(page.getByText('“Bread” was deleted.')).toBeVisible()
  expect((await person.api.stories.list({})).items).toEqual([])

  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(page.getByRole('heading', { name: 'Bread' })).toBeVisible()
})

test('the ways to begin come when the stories above them have their place', async ({ page, person }) => {
  await person.api.stories.create({ id: uuidv7(), title: 'The blue kitchen', method: 'journal' })
  const arrive = Promise.withResolvers<void>()
  await page.route('**/latest-stories-*.js', async (route) => {
    await arrive.promise
    await route.continue()
  })
  await page.goto('/app')
  await expect(page.getByRole('definition').first()).toHaveText('1')
  const ways = page.getByRole('heading', { name: 'Get Started' })
  expect(await ways.count()).toBe(0)
  arrive.resolve()
  await expect(ways).toBeAttached()
  await expect(page.getByRole('heading', { name: 'Latest stories' })).toBeVisible()
})

async function fill(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

async function beginJournal(page: Page, title: string): Promise<void> {
  await page.goto('/app/stories?new=journal')
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Write a Journal Entry' }).click()
  await page.waitForURL('**/journal')
}

test('nothing can be pressed on the way to an empty family that goes as it comes', async ({
  page,
  person: _,
}) => {
  const answer = await holdAnswer(page, 'family/tree')
  await page.goto('/app/family')
  await page.getByRole('heading', { level: 1, name: 'Family' }).waitFor()
  await expect(page.getByText('Add Family Member')).toBeHidden()
  await answer()
  await page.getByRole('button', { name: 'Add Family Member' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Family Member' })).toBeVisible()
})
