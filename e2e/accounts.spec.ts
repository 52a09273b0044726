import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { waitForMail } from './mailbox.ts'
import { startServer, type TestServer } from './server.ts'

const password = 'a good password'
const newEmail = () => `person-${randomUUID()}@family.example`

async function logIn(page: Page, origin: string, email: string, secret: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

/** A message that goes after some seconds, so that all of it is looked for at once. */
const toast = (page: Page, title: string) => page.locator('[data-sonner-toast]').filter({ hasText: title })

const atHome = (page: Page) => page.waitForURL('**/app')

test('where the operator asks for longer passwords, each form says so before anything is sent', async ({
  page,
}) => {
  const server = await startServer({ AUTH_PASSWORD_MIN_LENGTH: '12' })
  try {
    await page.goto(`${server.origin}/login`)
    await expect(page.getByText('At least 12 characters')).toBeVisible()
    await page.getByLabel('Email').fill(newEmail())
    await page.getByLabel('Password', { exact: true }).fill('eleven long')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Password must be at least 12 characters').first()).toBeVisible()

    await page.getByLabel('Password', { exact: true }).fill('twelve longs')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await atHome(page)
    await page.goto(`${server.origin}/app/settings`)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('At least 12 characters')).toBeVisible()
    await page.getByLabel('Current password').fill('twelve longs')
    await page.getByLabel('New password').fill('eleven long')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await expect(page.getByText('Password must be at least 12 characters')).toBeVisible()
  } finally {
    await server.remove()
  }
})

test.describe('accounts that are confirmed by mail', () => {
  let server: TestServer
  test.beforeAll(async () => {
    server = await startServer({ AUTH_AUTOCONFIRM: 'false' })
  })
  test.afterAll(() => server.remove())

  test('whoever began to sign up and has an account already does not type the address again', async ({
    page,
  }) => {
    await page.goto(`${server.origin}/login`)
    await page.getByLabel('Email').fill('marta@family.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('marta@family.example')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  })

  test('sign up, confirm, log out, log in, forget the password, choose another', async ({ page }) => {
    const email = newEmail()
    await page.goto(`${server.origin}/login`)
    await page.getByLabel('Email').fill(`  ${email}  `)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(
      toast(page, 'Account Created!').getByText('Please check your email to confirm your account.'),
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Confirm your account' })).toBeVisible()

    await logIn(page, server.origin, email, password)
    await expect(page.getByText('Email not confirmed').first()).toBeVisible()

    const confirmation = await waitForMail(server.dataDir, email, 'Confirm your email')
    await page.goto(confirmation.link)
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await atHome(page)

    await page.getByRole('button', { name: /menu/i }).first().click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await page.waitForURL('**/login**')

    await logIn(page, server.origin, email, 'not the password')
    await expect(page.getByText('Invalid email or password. Please try again.').first()).toBeVisible()
    await logIn(page, server.origin, email, password)
    await expect(toast(page, 'Welcome back!').getByText("You've successfully logged in.")).toBeVisible()
    await atHome(page)
    await page.evaluate(() => window.localStorage.clear())

    await page.goto(`${server.origin}/forgot-password`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button').filter({ hasText: /send/i }).click()
    const recovery = await waitForMail(server.dataDir, email, 'Set a new password')
    await page.goto(recovery.link)
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
    // The link has been used, but reloading the page must not end the reset.
    await page.reload()
    await page.getByLabel('New password', { exact: true }).fill('quite another password')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await atHome(page)

    await page.evaluate(() => window.localStorage.clear())
    await logIn(page, server.origin, email, password)
    await expect(page.getByText('Invalid email or password. Please try again.').first()).toBeVisible()
    await logIn(page, server.origin, email, 'quite another password')
    await atHome(page)
  })

  test('whoever signs up with an address that somebody else has used confirms it and chooses a password', async ({
    page,
  }) => {
    const email = newEmail()
    const theirs = { method: 'POST', body: JSON.stringify({ email, password: 'what somebody else chose' }) }
    await fetch(`${server.origin}/auth/v1/signup`, theirs)
    await page.goto(`${server.origin}/login`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('heading', { name: 'Confirm your account' })).toBeVisible()

    const { link } = await waitForMail(server.dataDir, email, 'choose your password')
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await atHome(page)

    await page.evaluate(() => window.localStorage.clear())
    await logIn(page, server.origin, email, 'what somebody else chose')
    await expect(page.getByText('Invalid email or password. Please try again.').first()).toBeVisible()
    await logIn(page, server.origin, email, password)
    await atHome(page)
  })

  test('whoever signs up again within a minute, with another password, chooses one after the first mail', async ({
    page,
  }) => {
    const limited = await startServer({ AUTH_AUTOCONFIRM: 'false', AUTH_RATE_LIMITS: 'true' })
    try {
      const email = newEmail()
      const first = { method: 'POST', body: JSON.stringify({ email, password: 'what was typed first' }) }
      await fetch(`${limited.origin}/auth/v1/signup`, first)
      const { link } = await waitForMail(limited.dataDir, email, 'Confirm your email')
      await page.goto(`${limited.origin}/login`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign Up' }).click()
      await expect(page.getByText('you can only request this after').first()).toBeVisible()

      await page.goto(link)
      await page.getByRole('button', { name: 'Confirm my email' }).click()
      await page.getByLabel('New password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Save the new password' }).click()
      await atHome(page)
    } finally {
      await limited.remove()
    }
  })

  test('a link that was used says so and offers a way on', async ({ page }) => {
    const email = newEmail()
    await fetch(`${server.origin}/auth/v1/signup`, {
      method: 'POST',
      body: JSON.stringify({ email, password }),
    })
    const { link } = await waitForMail(server.dataDir, email, 'Confirm your email')
    for (const visit of [1, 2]) {
      await page.goto(link)
      await page.getByRole('button', { name: 'Confirm my email' }).click()
      if (visit === 1) await atHome(page)
    }

    await expect(page.getByRole('alert')).toContainText('used already')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send me a new link' }).click()
    await expect(page.getByRole('status')).toContainText('you can simply log in')
  })

  test('whoever opens a mailed link in a browser where somebody is logged in reads who that is, before anything changes', async ({
    page,
  }) => {
    const [theirs, other] = [newEmail(), newEmail()]
    for (const email of [theirs, other]) {
      const body = JSON.stringify({ email, password })
      await fetch(`${server.origin}/auth/v1/signup`, { method: 'POST', body })
    }
    await page.goto((await waitForMail(server.dataDir, theirs, 'Confirm your email')).link)
    await expect(page.getByRole('button', { name: 'Confirm my email' })).toBeVisible()
    await expect(page.getByText('You are logged in')).toHaveCount(0)
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await atHome(page)

    await page.goto((await waitForMail(server.dataDir, other, 'Confirm your email')).link)
    await expect(page.getByText(`You are logged in as ${theirs}`)).toBeVisible()
  })

  test('signing up again shows nobody that the account exists, and tells its owner', async ({ page }) => {
    const email = newEmail()
    await fetch(`${server.origin}/auth/v1/signup`, {
      method: 'POST',
      body: JSON.stringify({ email, password }),
    })
    const { link } = await waitForMail(server.dataDir, email, 'Confirm your email')
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await atHome(page)
    await page.evaluate(() => window.localStorage.clear())

    // Possible only because rate limits are off on this server: otherwise two mails to one address must be some time apart.
    await page.goto(`${server.origin}/login`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('quite another password')
    await page.getByRole('button', { name: 'Sign Up' }).click()

    await expect(page.getByRole('heading', { name: 'Confirm your account' })).toBeVisible()
    await waitForMail(server.dataDir, email, 'You already have an account')
  })

  test('an email is changed once both addresses have confirmed it', async ({ page }) => {
    const [before, after] = [newEmail(), newEmail()]
    const credentials = { email: before, password }
    await fetch(`${server.origin}/auth/v1/signup`, { method: 'POST', body: JSON.stringify(credentials) })
    const welcome = await waitForMail(server.dataDir, before, 'Confirm your email')
    await page.goto(welcome.link)
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await page.getByText('Stories Recorded').waitFor()

    await page.goto(`${server.origin}/app/settings`)
    await page.getByRole('button', { name: 'Change email' }).click()
    await page.getByLabel('New email').fill(after)
    await page.getByRole('dialog').getByRole('button', { name: 'Change email' }).click()
    await expect(page.getByText('Waiting for you')).toBeVisible()

    const confirm = async (address: string, about: string) => {
      const { link } = await waitForMail(server.dataDir, address, about)
      await page.goto(link)
      await page.getByRole('button', { name: 'Confirm this address' }).click()
    }
    await confirm(before, 'is about to change')
    await expect(page.getByText('This address is confirmed.')).toBeVisible()
    await confirm(after, 'your new email address')

    await page.waitForURL('**/app/settings')
    const ways = page.getByRole('region', { name: 'Logging in' })
    await expect(ways.getByText(after)).toBeVisible()
    await expect(ways.getByText('Waiting for you')).toHaveCount(0)
  })
})
