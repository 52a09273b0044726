import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { waitForMail } from './mailbox.ts'
import { signInHere, signUp } from './person.ts'
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

const atHome = (page: Page) => page.waitForURL('**/app')

test.describe('accounts that are confirmed by mail', () => {
  let server: TestServer
  test.beforeAll(async () => {
    server = await startServer({ AUTH_AUTOCONFIRM: 'false' })
  })
  test.afterAll(() => server.remove())

  test('sign up, confirm, log out, log in, forget the password, choose another', async ({ page }) => {
    const email = newEmail()
    await page.goto(`${server.origin}/login`)
    await page.getByLabel('Email').fill(`  ${email}  `)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByText('Account Created!')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

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
    await expect(page.getByText('Welcome back!').first()).toBeVisible()
    await atHome(page)
    await page.evaluate(() => window.localStorage.clear())

    await page.goto(`${server.origin}/forgot-password`)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button').filter({ hasText: /send/i }).click()
    const recovery = await waitForMail(server.dataDir, email, 'Set a new password')
    await page.goto(recovery.link)
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
    // The link has been used; whoever reloads now must not be left without a way on.
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

    // The gap between two mails to one address has to be over: limits are off on this server.
    await page.goto(`${server.origin}/login`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('quite another password')
    await page.getByRole('button', { name: 'Sign Up' }).click()

    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await waitForMail(server.dataDir, email, 'You already have an account')
  })
})

test.describe('a session', () => {
  let server: TestServer
  test.beforeAll(async () => {
    server = await startServer()
  })
  test.afterAll(() => server.remove())

  test('goes on when its access token is refused while the refresh token is good', async ({ page }) => {
    const person = await signUp(server.origin)
    await signInHere(page.context(), { ...person, session: { ...person.session, access_token: 'worn out' } })

    await page.goto(`${server.origin}/app`)

    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => window.localStorage.getItem('kinora.auth') ?? ''))
      .not.toContain('worn out')
    expect(new URL(page.url()).pathname).toBe('/app')
  })

  test('that was ended elsewhere leads to the log-in page', async ({ page }) => {
    const person = await signUp(server.origin)
    await signInHere(page.context(), { ...person, session: { ...person.session, access_token: 'worn out' } })
    await fetch(`${server.origin}/auth/v1/logout?scope=global`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}` },
    })

    await page.goto(`${server.origin}/app`)

    await page.waitForURL('**/login**')
  })

  test('ends in every tab at once', async ({ context }) => {
    const person = await signUp(server.origin)
    const [one, two] = [await context.newPage(), await context.newPage()]
    await logIn(one, server.origin, person.email, person.password)
    await atHome(one)
    await two.goto(`${server.origin}/app`)
    await expect(two.getByRole('heading', { level: 1 })).toBeVisible()

    await one.getByRole('button', { name: /menu/i }).first().click()
    await one.getByRole('menuitem', { name: 'Log Out' }).click()

    await one.waitForURL('**/login**')
    await two.waitForURL('**/login**')
  })

  test('on this device ends also when the service cannot be reached', async ({ page }) => {
    const person = await signUp(server.origin)
    await logIn(page, server.origin, person.email, person.password)
    await atHome(page)
    await page.route('**/auth/v1/**', (route) => route.abort())

    await page.getByRole('button', { name: /menu/i }).first().click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()

    await page.waitForURL('**/login**')
    expect(await page.evaluate(() => window.localStorage.getItem('kinora.auth'))).toBeNull()
  })

  test('is not given up while the service that would renew it is away', async ({ page }) => {
    const person = await signUp(server.origin)
    const past = Math.floor(Date.now() / 1000) - 60
    await signInHere(page.context(), { ...person, session: { ...person.session, expires_at: past } })
    await page.route('**/auth/v1/**', (route) => route.abort())

    await page.goto(`${server.origin}/app`)

    await expect(page.getByText('Kinora cannot be reached')).toBeVisible({ timeout: 8000 })
    expect(new URL(page.url()).pathname).toBe('/app')
    await page.unroute('**/auth/v1/**')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
