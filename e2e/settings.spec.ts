import { expect, type Page } from '@playwright/test'
import { accessibilityFindings } from './accessibility.ts'
import { signInHere, signUp, signUpOperator } from './person.ts'
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
  await devices.getByRole('button', { name: 'Log out Safari on iPhone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await expect(devices.getByText('Safari on iPhone')).toHaveCount(0)
  await expect(page.getByText('A device was logged out from Settings.')).toBeVisible()

  // The page asks when it gets the focus, at most every few seconds.
  await expect
    .poll(
      async () => {
        await there.evaluate(() => window.dispatchEvent(new Event('focus')))
        return new URL(there.url()).pathname
      },
      { intervals: [500] },
    )
    .toBe('/login')

  await devices.getByRole('button', { name: 'Log out all other devices' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
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
  await expect(page.getByText('Your password was changed.')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.evaluate(() => window.localStorage.clear())
})

test('a mistyped new email is taken back, and the present one stays', async ({ page, person }) => {
  await page.goto('/app/settings')
  const ways = page.getByRole('region', { name: 'Logging in' })
  await ways.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill('anna@famliy.example')
  await page.getByRole('dialog').getByRole('button', { name: 'Change email' }).click()
  await expect(ways.getByText('Waiting for you')).toBeVisible()

  await ways.getByRole('button', { name: 'Keep my present address' }).press('Enter')

  await expect(page.getByText('Your address stays')).toBeVisible()
  await expect(ways.getByText('Waiting for you')).toHaveCount(0)
  // The pressed button is gone, and the focus stays nearby for keyboard users.
  await expect(ways).toBeFocused()
  await page.reload()
  await expect(ways.getByText(person.email)).toBeVisible()
  await expect(ways.getByText('Waiting for you')).toHaveCount(0)
})

test('whoever has no email yet is told of one mail, and can have it sent again', async ({ page, person }) => {
  const coming = `new-${person.email}`
  const asked: unknown[] = []
  // Imitates an account that was signed up by phone.
  await page.route('**/auth/v1/user**', async (route) => {
    if (route.request().method() === 'PUT') asked.push(route.request().postDataJSON().email)
    const answer = await route.fetch({ method: 'GET', postData: '' })
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), email: '', new_email: coming },
    })
  })
  await page.goto('/app/settings')
  const ways = page.getByRole('region', { name: 'Logging in' })
  await expect(ways.getByText('Waiting for you')).toBeVisible()
  await expect(ways).toContainText('We have sent a mail there: please open the link in it.')

  await ways.getByRole('button', { name: 'Send the mail again' }).press('Enter')

  await expect(page.getByText('The mail is on its way')).toBeVisible()
  expect(asked).toEqual([coming])
})

test('whoever has no email yet adds one, and is told of no second mail', async ({ page, person }) => {
  // Imitates an account that was signed up by phone.
  await page.route('**/auth/v1/user**', async (route) => {
    const answer = await route.fetch({ method: 'GET', postData: '' })
    await route.fulfill({ response: answer, json: { ...(await answer.json()), email: '' } })
  })
  await page.goto('/app/settings')
  await page.getByRole('region', { name: 'Logging in' }).getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('We send a mail to the new address, which has to be confirmed.')

  await dialog.getByLabel('New email').fill(`new-${person.email}`)
  await dialog.getByRole('button', { name: 'Change email' }).click()

  await expect(page.getByText('Please open the link in the mail.')).toBeVisible()
})

test('ways in that are not set up say so and go nowhere, and nobody agrees to what there is not', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/login')
  await expect(page.getByText('no privacy policy and no terms of service')).toBeVisible()
  await expect(page.getByText('you agree to')).toHaveCount(0)
  const google = page.getByRole('button', { name: 'Continue with Google' })
  await expect(google).toHaveAttribute('aria-disabled', 'true')

  // On a busy machine, four presses may take longer than the first toast stays, so the page's clock is advanced by the test.
  await page.clock.pauseAt(Date.now() + 60_000)
  const messages = page.locator('[data-sonner-toast]')
  const pressForMessage = async (count: number) => {
    // Playwright considers a button with `aria-disabled` disabled; people can press it.
    await google.click({ force: true })
    const come = async () => {
      await page.clock.runFor(20)
      return messages.count()
    }
    await expect.poll(come).toBe(count)
  }
  await pressForMessage(1)

  await expect(page.getByText('Signing in with Google is not set up yet.')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/login')

  // Three toasts are visible at once, each for about four seconds.
  for (const count of [2, 3, 4]) await pressForMessage(count)
  await expect(messages.and(page.locator('[data-visible=true]'))).toHaveCount(3)
  await page.clock.fastForward(4_500)
  await page.clock.resume()
  await expect(messages).toHaveCount(0)
})

test('coming back from elsewhere without having signed in, or by a code of nobody here, says so and leads back', async ({
  page,
  server,
}) => {
  for (const answer of ['?error=access_denied', '#error=access_denied&error_code=access_denied']) {
    await page.goto('about:blank')
    await page.goto(`/auth/return${answer}`)
    await expect(page.getByRole('alert')).toHaveText('You did not finish there, so nothing has changed.')
    expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('')
  }
  await page.getByRole('link', { name: 'Back to log in' }).click()
  await page.waitForURL('**/login**')

  await page.goto('/auth/return?code=0b9c6f0e-6a49-4f7e-9d53-2f3b8a2d7c11')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.goto('/app')
  await page.waitForURL(`${server.origin}/login`)
})

test('an operator finds an account by its address, sees its plan and gives it another; nobody else is shown that', async ({
  browser,
}) => {
  const server = await startServer({ OPERATOR_EMAILS: 'olga@family.example' })
  try {
    const [olga, ana] = [await signUpOperator(server, 'olga@family.example'), await signUp(server.origin)]
    const hers = await browser.newContext({ baseURL: server.origin })
    await signInHere(hers, ana)
    const settings = await hers.newPage()
    await settings.goto('/app/settings')
    await expect(settings.getByRole('region', { name: 'Delete Account' })).toBeVisible()
    // The person is known, and nothing of the page is still loading.
    await expect(settings.getByLabel('Dates', { exact: true })).toBeEnabled()
    await expect(settings.locator('main .animate-breathe')).toHaveCount(0)
    await expect(settings.getByRole('region', { name: 'Plans of accounts' })).toHaveCount(0)
    await hers.close()

    const here = await browser.newContext({ baseURL: server.origin })
    await signInHere(here, olga)
    const page = await here.newPage()
    await page.goto('/app/settings')
    const plans = page.getByRole('region', { name: 'Plans of accounts' })
    await plans.getByLabel('Address of the account').fill('nobody@family.example')
    await plans.getByRole('button', { name: 'Find account' }).click()
    await expect(plans.getByText('No user exists with that email address')).toBeVisible()
    await plans.getByLabel('Address of the account').fill(ana.email)
    await plans.getByLabel('Address of the account').press('Enter')
    const account = plans.getByRole('region', { name: `Account ${ana.email}` })
    await expect(account).toContainText('Free Forever, the default plan.')
    await account.getByLabel('Plan').selectOption('Generation Plan')
    await account.getByRole('button', { name: 'Set plan' }).click()
    await expect(page.getByText('Plan set')).toBeVisible()
    await expect(account).toContainText('given by an operator')
    await expect(account).toContainText('0 GB, unlimited')
    expect((await ana.api.billing.get()).plan).toMatchObject({ tier: 'generation', source: 'operator' })
    expect(await accessibilityFindings(page)).toEqual([])
    await plans.screenshot({ path: 'test-results/looks/operator-1280.png' })
    await page.setViewportSize({ width: 390, height: 844 })
    await plans.screenshot({ path: 'test-results/looks/operator-390.png' })
  } finally {
    await server.remove()
  }
})
