import { expect, test } from '@playwright/test'
import { waitForMail } from './mailbox.ts'
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts'
import { signInHere, signUp } from './person.ts'
import { startServer, type TestServer } from './server.ts'

test.describe('a provider that the operator has set up', () => {
  const rosa = { email: `rosa-${Date.now()}@elsewhere.example`, name: 'Rosa Fuchs' }
  let provider: OpenIdProvider
  let server: TestServer

  test.beforeAll(async () => {
    provider = await startOpenIdProvider(rosa)
    server = await startServer({
      AUTH_PROVIDERS: provider.setting,
      AUTH_MANUAL_LINKING: 'true',
      AUTH_PRIVACY_URL: 'https://home.example/privacy',
      AUTH_TERMS_URL: 'https://home.example/terms',
    })
    provider.serve(server.origin)
  })
  test.afterAll(async () => {
    await server.remove()
    provider.close()
  })

  test('lets its people in', async ({ page }) => {
    await page.goto(`${server.origin}/login`)
    await expect(page.getByRole('button', { name: 'Continue with iCloud' })).toContainText('Coming soon!')
    for (const [name, address] of [
      [/^privacy policy/, 'https://home.example/privacy'],
      [/^terms of service/, 'https://home.example/terms'],
    ] as const) {
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', address)
    }
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('link', { name: 'Yes, it is me' }).click()

    // Checked first, because the toast is only there for four seconds.
    await expect(page.getByText('Welcome back!')).toBeVisible()
    await page.getByText('Stories Recorded').waitFor()
    await page.goto(`${server.origin}/app/settings`)
    await expect(page.getByText(`Linked: ${rosa.email}`)).toBeVisible()
    await expect(page.getByText('You created your account with Google.')).toBeVisible()
  })

  test('leaves it to an account without a password to set one, even once a changed address has been confirmed', async ({
    page,
  }) => {
    await page.goto(`${server.origin}/login`)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('link', { name: 'Yes, it is me' }).click()
    await page.getByText('Stories Recorded').waitFor()

    await page.goto(`${server.origin}/app/settings`)
    await page.getByRole('button', { name: 'Change email' }).click()
    const after = `rosa-now-${Date.now()}@elsewhere.example`
    await page.getByLabel('New email').fill(after)
    await page.getByRole('dialog').getByRole('button', { name: 'Change email' }).click()
    await expect(page.getByText('Waiting for you')).toBeVisible()
    const confirm = async (address: string, about: string) => {
      await page.goto((await waitForMail(server.dataDir, address, about)).link)
      await page.getByRole('button', { name: 'Confirm this address' }).click()
    }
    await confirm(rosa.email, 'is about to change')
    await expect(page.getByText('This address is confirmed.')).toBeVisible()
    await confirm(after, 'your new email address')

    await page.waitForURL('**/app/settings')
    await page.getByRole('button', { name: 'Set a password' }).click()
    await expect(page.getByLabel('Current password')).toHaveCount(0)
    await page.getByLabel('New password').fill('a good password')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('Current password')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await expect(page.getByRole('dialog').getByLabel('Your password')).toBeVisible()
  })

  test('lets in from each of two tabs whoever went there with both', async ({ page, context }) => {
    const tabs = [page, await context.newPage()]
    for (const tab of tabs) {
      await tab.goto(`${server.origin}/login`)
      await tab.getByRole('button', { name: 'Continue with Google' }).click()
      await tab.getByRole('link', { name: 'Yes, it is me' }).waitFor()
    }
    for (const tab of tabs) {
      await tab.getByRole('link', { name: 'Yes, it is me' }).click()
      await tab.getByText('Stories Recorded').waitFor()
    }
  })

  test('sends back whoever turns back there, with a plain sentence', async ({ page }) => {
    await page.goto(`${server.origin}/login`)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('link', { name: 'Turn back' }).click()

    await expect(page.getByRole('alert')).toHaveText('You did not finish there, so nothing has changed.')
    await page.getByRole('link', { name: 'Back to log in' }).click()
    await page.waitForURL('**/login**')
  })

  test('can be chosen again by whoever comes back to the page as the browser has kept it', async ({
    page,
  }) => {
    await page.goto(`${server.origin}/login`)
    const google = page.getByRole('button', { name: 'Continue with Google' })
    // Navigation is started but not completed: Playwright would lose track of a page that is restored from the back/forward cache.
    await page.route('**/auth/v1/authorize**', (route) => route.fulfill({ status: 204 }))
    await google.click()
    await expect(google).toHaveAttribute('aria-busy', 'true')
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(google).not.toHaveAttribute('aria-busy')

    await page.unroute('**/auth/v1/authorize**')
    await google.click()
    await expect(page.getByRole('link', { name: 'Yes, it is me' })).toBeVisible()
  })

  test('says in its row why it could not be linked', async ({ page }) => {
    await signInHere(page.context(), await signUp(server.origin))
    await page.route('**/auth/v1/user/identities/authorize**', (route) =>
      route.fulfill({ status: 500, json: { code: 'unexpected_failure', message: 'It broke' } }),
    )
    await page.goto(`${server.origin}/app/settings`)
    const link = page.getByRole('button', { name: 'Link Google' })
    await link.click()
    await expect(page.getByRole('alert')).toHaveText(/^Google was not linked\. \S/)
    await expect(link).toBeFocused()
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)

    await page.unroute('**/auth/v1/user/identities/authorize**')
    await link.click()
    await page.getByRole('link', { name: 'Turn back' }).waitFor()
  })

  test('is linked to an account from Settings, and unlinked again', async ({ page }) => {
    const other = await startOpenIdProvider({ email: 'anna@elsewhere.example', name: 'Anna' })
    const home = await startServer({ AUTH_PROVIDERS: other.setting, AUTH_MANUAL_LINKING: 'true' })
    other.serve(home.origin)
    try {
      await signInHere(page.context(), await signUp(home.origin))
      await page.goto(`${home.origin}/app/settings`)
      await page.getByRole('button', { name: 'Link Google' }).click()
      await page.getByRole('link', { name: 'Yes, it is me' }).click()

      await expect(page.getByText('Linked: anna@elsewhere.example')).toBeVisible()
      await page.getByRole('button', { name: 'Unlink Google' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
      await expect(page.getByRole('button', { name: 'Link Google', exact: true })).toBeVisible()
    } finally {
      await home.remove()
      other.close()
    }
  })
})
