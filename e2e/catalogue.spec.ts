import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { signUp } from './person.ts'
import { test } from './test.ts'

// The messages of the specification's catalogue of errors that no other test reaches.
test.use({
  settings: {
    PLAN_DEFAULT: 'family',
    SUPPORT_EMAIL: 'help@family.example',
    SUPPORT_CALL_URL: 'https://calls.example/kinora',
  },
})

/** Makes a procedure fail with a server error until `mended` is called. */
async function broken(page: Page, procedure: string): Promise<{ mended: () => Promise<void> }> {
  const address = new RegExp(`/rpc/${procedure}(?:\\?|$)`)
  const json = {
    defined: false,
    code: 'INTERNAL_SERVER_ERROR',
    status: 500,
    message: 'broken',
    data: { id: 'x' },
  }
  await page.route(address, (route) => route.fulfill({ status: 500, json: { json } }))
  return { mended: () => page.unroute(address) }
}

const toast = (page: Page, words: string) => page.locator('[data-sonner-toast]').filter({ hasText: words })

test('sharing says in the catalogue’s words what went wrong and what was done', async ({
  page,
  person,
  server,
}) => {
  const aunt = await signUp(server.origin)
  const story = await person.api.stories.create({
    id: uuidv7(),
    title: 'The harbour dance',
    method: 'journal',
  })
  const address = `/app/sharing-options?type=story&id=${story.id}`
  await page.goto('/app/sharing-options')
  await expect(page.getByText('This page requires a resource to share.')).toContainText(
    'Please navigate to a specific story, storybook, or family member to manage sharing.',
  )

  const reading = await broken(page, 'sharing/get')
  await page.goto(address)
  await expect(toast(page, 'Error loading shared users')).toBeVisible()
  await reading.mended()
  await page.reload()

  const email = page.getByLabel('Email')
  const sharing = await broken(page, 'sharing/share')
  await email.fill(aunt.email)
  await email.press('Enter')
  await expect(toast(page, 'Error adding user')).toBeVisible()
  await expect(email).toHaveValue(aunt.email)
  await sharing.mended()
  await email.press('Enter')
  await expect(toast(page, 'Access granted')).toBeVisible()
  await email.fill(aunt.email)
  await email.press('Enter')
  await expect(toast(page, 'Already shared')).toContainText('This user already has access to this resource')
  await email.fill('nobody@family.example')
  await email.press('Enter')
  await expect(toast(page, 'User not found')).toContainText('No user exists with that email address')

  const role = page.getByLabel(/^What .+ may do$/).last()
  const setting = await broken(page, 'sharing/setRole')
  await role.selectOption('editor')
  await expect(toast(page, 'Error updating role')).toBeVisible()
  await expect(role).toHaveValue('viewer')
  await setting.mended()
  await role.selectOption('editor')
  await expect(toast(page, 'Role updated')).toBeVisible()

  const taking = await broken(page, 'sharing/revoke')
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(toast(page, 'Error removing user')).toBeVisible()
  await taking.mended()
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(toast(page, 'Access revoked')).toBeVisible()
  await expect(page.getByText('It is not shared with anybody by name yet.')).toBeVisible()
})

test('a storybook that could not be read, made, changed or deleted says so, and nothing is lost of what was entered', async ({
  page,
  person,
}) => {
  const storyId = uuidv7()
  await person.api.stories.create({ id: storyId, title: 'The harbour dance', method: 'journal' })
  const listing = await broken(page, 'storybooks/list')
  await page.goto('/app/storybooks')
  await expect(toast(page, 'Failed to load storybooks')).toBeVisible()
  await listing.mended()
  await page.reload()

  const making = await broken(page, 'storybooks/create')
  await page.getByRole('button', { name: 'Create Your First Storybook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Harbour years')
  await dialog.getByRole('button', { name: 'Add The harbour dance' }).click()
  await dialog.getByRole('button', { name: 'Create Storybook' }).click()
  await expect(toast(page, 'Failed to add storybook')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Harbour years')
  await making.mended()
  await dialog.getByRole('button', { name: 'Create Storybook' }).click()
  await expect(toast(page, 'Storybook added successfully')).toBeVisible()

  const changing = await broken(page, 'storybooks/update')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Title').fill('Harbour winters')
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expect(toast(page, 'Failed to update storybook')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Harbour winters')
  await changing.mended()
  await dialog.getByRole('button', { name: /^Save/ }).click()
  await expect(toast(page, 'Storybook updated successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour winters')

  const deleting = await broken(page, 'storybooks/delete')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const asked = page.getByRole('alertdialog')
  await expect(asked.getByRole('heading')).toHaveText('Delete Storybook?')
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Failed to delete storybook')).toBeVisible()
  await deleting.mended()
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Storybook deleted successfully')).toBeVisible()
})

test('at the door, what the service refuses or cannot do is said in the catalogue’s words', async ({
  page,
}) => {
  const answer = (path: string, status: number, json: object) =>
    page.route(new RegExp(`/auth/v1/${path}`), (route) => route.fulfill({ status, json }))
  const enter = async (button: string) => {
    await page.getByLabel('Email').fill('ana@family.example')
    await page.getByLabel('Password', { exact: true }).fill('a good password')
    await page.getByRole('button', { name: button }).click()
  }
  await page.goto('/login')
  await answer('signup', 422, { code: 422, error_code: 'signup_disabled', msg: 'Signups not allowed' })
  await enter('Sign Up')
  await expect(toast(page, 'Signup Failed')).toBeVisible()

  await page
    .getByRole('button', { name: 'Log in', exact: false })
    .or(page.getByRole('link', { name: /log in/i }))
    .first()
    .click()
  await answer('token', 400, { code: 400, error_code: 'user_banned', msg: 'User is banned' })
  await enter('Log In')
  await expect(toast(page, 'Login Failed')).toBeVisible()
})

test('whoever has a question left finds whom the operator named', async ({ page, person: _ }) => {
  await page.goto('/app/help')
  const contact = page.getByRole('region', { name: 'Still a question?' }).getByRole('link')
  await expect(contact).toHaveText(['Contact Support', 'Schedule a Call'])
  const addresses = contact.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(await addresses).toEqual([
    'mailto:help@family.example?subject=Kinora',
    'https://calls.example/kinora',
  ])
})
