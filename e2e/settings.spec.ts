import { expect, type Page } from '@playwright/test'
import { waitForMail } from './mailbox.ts'
import { signUp } from './person.ts'
import { startServer } from './server.ts'
import { test } from './test.ts'

const logIn = async (page: Page, email: string, password: string) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

test('another device is seen, signed out from here, and leaves', async ({ page, browser, server }) => {
  const person = await signUp(server.origin)
  const phone = await browser.newContext({
    baseURL: server.origin,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
  })
  const there = await phone.newPage()
  await logIn(there, person.email, person.password)
  await there.getByText('Stories Recorded').waitFor()
  await logIn(page, person.email, person.password)
  await page.getByText('Stories Recorded').waitFor()

  await page.getByRole('button', { name: 'Your menu' }).first().click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const devices = page.getByRole('region', { name: 'Signed-in devices' })
  await expect(devices.getByText('This device')).toHaveCount(1)
  await devices.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(devices.getByText('Safari on iPhone')).toHaveCount(0)
  await expect(page.getByText('A device was signed out from Settings.')).toBeVisible()

  // Coming back to the page there is what asks; it asks at most every few seconds.
  await expect
    .poll(
      async () => {
        await there.evaluate(() => window.dispatchEvent(new Event('focus')))
        return new URL(there.url()).pathname
      },
      { intervals: [500] },
    )
    .toBe('/login')

  await devices.getByRole('button', { name: 'Sign out all other devices' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(devices.getByRole('button')).toHaveCount(0)
  await phone.close()
})

test('the password is changed by whoever knows the present one', async ({ page, person }) => {
  await page.goto('/app/settings')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password', { exact: true }).fill('not the password')
  await dialog.getByLabel('New password', { exact: true }).fill('quite another password')
  await dialog.getByRole('button', { name: 'Save the new password' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Your current password is not right.')

  await dialog.getByLabel('Current password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Save the new password' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Your password was changed.')).toBeVisible()

  await page.evaluate(() => window.localStorage.clear())
})

test('an email is changed once both addresses have confirmed it', async ({ page }) => {
  const server = await startServer({ AUTH_AUTOCONFIRM: 'false' })
  try {
    const [before, after] = ['before', 'after'].map((name) => `${name}-${Date.now()}@family.example`) as [
      string,
      string,
    ]
    const credentials = { email: before, password: 'a good password' }
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

    for (const [address, about, said] of [
      [before, 'is about to change', 'This address is confirmed.'],
      [after, 'your new email address', ''],
    ] as const) {
      const { link } = await waitForMail(server.dataDir, address, about)
      await page.goto(link)
      await page.getByRole('button', { name: 'Confirm this address' }).click()
      if (said !== '') await expect(page.getByText(said)).toBeVisible()
    }

    await page.goto(`${server.origin}/app/settings`)
    const ways = page.getByRole('region', { name: 'Logging in' })
    await expect(ways.getByText(after)).toBeVisible()
    await expect(ways.getByText('Waiting for you')).toHaveCount(0)
  } finally {
    await server.remove()
  }
})

test('ways in that are not set up say so and go nowhere', async ({ page }) => {
  await page.goto('/login')
  const google = page.getByRole('button', { name: 'Continue with Google' })
  await expect(google).toHaveAttribute('aria-disabled', 'true')

  // Playwright itself takes such a button for one that cannot be pressed; people can.
  await google.click({ force: true })

  await expect(page.getByText('Signing in with Google is not set up yet.')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('coming back from elsewhere without having signed in says so and leads back', async ({ page }) => {
  for (const answer of ['?error=access_denied', '#error=access_denied&error_code=access_denied']) {
    await page.goto('about:blank')
    await page.goto(`/auth/return${answer}`)
    await expect(page.getByRole('alert')).toHaveText('You did not finish there, so nothing has changed.')
    expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('')
  }
  await page.getByRole('link', { name: 'Back to log in' }).click()
  await page.waitForURL('**/login')
})

test('a code that no sign-in here began opens nothing', async ({ page, server }) => {
  await page.goto('/auth/return?code=0b9c6f0e-6a49-4f7e-9d53-2f3b8a2d7c11')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.goto('/app')
  await page.waitForURL(`${server.origin}/login`)
})
