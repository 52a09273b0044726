import { expect, type Page } from '@playwright/test'
import { appCode, plugInKey } from './authenticator.ts'
import { waitForMail, waitForText } from './mailbox.ts'
import { signInHere, signUp } from './person.ts'
import { startServer } from './server.ts'
import { test } from './test.ts'

const codeField = (page: Page) => page.getByLabel('Six-digit code')
/**
 * The code of the next half minute, because no code is accepted twice; it is accepted early, and still when its half minute has
 * begun meanwhile.
 */
const nextCode = (secret: string) => appCode(secret, 1)

const atHome = (page: Page) => page.getByText('Stories Recorded').waitFor()

async function logIn(page: Page, person: { email: string; password: string }, origin = ''): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your menu' }).first().click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await page.waitForURL('**/login**')
}

/** Turns it on in Settings, as a person does. Returns the app's secret and the recovery codes. */
async function switchOn(page: Page, origin = ''): Promise<{ secret: string; codes: string[] }> {
  await page.goto(`${origin}/app/settings`)
  await page.getByRole('switch', { name: 'Two-factor authentication' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = await page.getByTestId('app-secret').innerText()
  await codeField(page).fill(appCode(secret))
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  return { secret, codes }
}

test('an authenticator app is set up, asked for at log-in, replaced by a recovery code and switched off', async ({
  page,
  server,
}) => {
  const person = await signUp(server.origin)
  await logIn(page, person)
  await atHome(page)
  const { secret, codes } = await switchOn(page)
  expect(codes).toHaveLength(10)
  await expect(page.getByRole('switch', { name: 'Two-factor authentication' })).toBeChecked()
  await expect(page.getByText('10 of 10 are left.')).toBeVisible()
  // Text messages are not set up on this server.
  await expect(page.getByRole('button', { name: 'Add a phone' })).toHaveCount(0)

  await logOut(page)
  await logIn(page, person)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expect(page.getByText('Welcome back!')).toHaveCount(0)
  await codeField(page).fill('000 000')
  await expect(page.getByText('That code is not right')).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await codeField(page).pressSequentially(nextCode(secret))
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await atHome(page)

  await logOut(page)
  await logIn(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0]?.toUpperCase() ?? '')
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await atHome(page)

  await page.goto('/app/settings')
  await expect(page.getByText('9 of 10 are left.')).toBeVisible()
  await page.getByRole('switch', { name: 'Two-factor authentication' }).click()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[1] ?? '')
  await page.getByRole('button', { name: 'Switch it off' }).click()
  await expect(page.getByRole('switch', { name: 'Two-factor authentication' })).not.toBeChecked()
  await logOut(page)
  await logIn(page, person)
  await atHome(page)
})

test('whoever switches it on and gets no recovery codes is told, and makes them there', async ({
  page,
  person: _,
}) => {
  await page.route(
    '**/auth/v1/factors/recovery-codes*',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await page.goto('/app/settings')
  await page.getByRole('switch', { name: 'Two-factor authentication' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await codeField(page).fill(appCode(await page.getByTestId('app-secret').innerText()))
  const told = page.getByRole('alert').filter({ hasText: 'Your recovery codes did not arrive here.' })
  await expect(told).toHaveText('Your recovery codes did not arrive here. Please make new ones.')
  await expect(page.getByRole('switch', { name: 'Two-factor authentication' })).toBeChecked()

  const make = page.getByRole('button', { name: 'Make new codes' })
  await make.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(make).toBeVisible()
  await expect(told).toHaveCount(0)
})

test('the password alone opens no page, not after a reload and not in another tab', async ({
  page,
  context,
  browser,
  server,
}) => {
  const person = await signUp(server.origin)
  const home = await browser.newContext({ baseURL: server.origin })
  await signInHere(home, person)
  await switchOn(await home.newPage())
  await home.close()

  await logIn(page, person)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  const other = await context.newPage()
  for (const path of ['/app/stories', '/app/studio', '/login']) {
    await other.goto(path)
    await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible()
  }

  await page.getByRole('button', { name: 'Back to log in' }).click()
  await page.waitForURL('**/login**')
  await other.waitForURL('**/login**')
})

test('an authenticator app is set up also where a key has its name already', async ({ page, person }) => {
  const named = { factor_type: 'webauthn', friendly_name: 'Authenticator app' }
  const headers = { Authorization: `Bearer ${person.token}` }
  expect((await page.request.post('/auth/v1/factors', { data: named, headers })).status()).toBe(200)

  await switchOn(page)

  await expect(page.getByRole('switch', { name: 'Two-factor authentication' })).toBeChecked()
})

test('a security key is added, renamed, asked for at log-in and removed', async ({ page }) => {
  // Security keys are bound to a host name, and cannot be used with a bare IP address.
  const server = await startServer({}, 'localhost')
  try {
    const person = await signUp(server.origin)
    await logIn(page, person, server.origin)
    await atHome(page)
    await plugInKey(page)
    await page.goto(`${server.origin}/app/settings`)
    await page.getByRole('button', { name: 'Add a key' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Key ring')
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('button', { name: 'Rename Key ring' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('The blue key')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Remove The blue key' })).toBeVisible()

    await logOut(page)
    await logIn(page, person, server.origin)
    await page.getByRole('button', { name: 'Use your key' }).click()
    await atHome(page)

    await page.goto(`${server.origin}/app/settings`)
    await page.getByRole('button', { name: 'Remove The blue key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove The blue key?' })
    await expect(dialog).toContainText('It is your only second factor')
    await dialog.getByRole('button', { name: 'Use your key' }).click()
    await expect(page.getByRole('switch', { name: 'Two-factor authentication' })).not.toBeChecked()
  } finally {
    await server.remove()
  }
})

test('a forgotten password is not changed by a mailed link alone', async ({ page, server, browser }) => {
  const person = await signUp(server.origin)
  const home = await browser.newContext({ baseURL: server.origin })
  await signInHere(home, person)
  const { secret } = await switchOn(await home.newPage())
  await home.close()

  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  const { link } = await waitForMail(server.dataDir, person.email, 'Set a new password')
  await page.goto(link)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await codeField(page).fill(nextCode(secret))
  await page.getByLabel('New password', { exact: true }).fill('quite another password')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await atHome(page)
})

test('a phone is added by a text message, asked for at log-in beside the app, renamed and removed', async ({
  page,
}) => {
  // Three log-ins and a separate server come near two minutes on a busy machine.
  test.slow()
  const server = await startServer({ AUTH_PHONE: 'true' })
  try {
    const phone = '4915112345678'
    const person = await signUp(server.origin)
    await logIn(page, person, server.origin)
    await atHome(page)
    const { secret } = await switchOn(page, server.origin)

    // Text messages must be a minute apart, so the page's clock is moved on.
    await page.clock.install()
    await page.goto(`${server.origin}/app/settings`)
    await page.getByRole('button', { name: 'Add a phone' }).click()
    const number = page.getByRole('textbox', { name: 'Phone number' })
    await number.fill('0151 12345678')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(page.getByText('Please begin with + and the code of your country')).toBeVisible()
    await number.fill('+49 (151) 1234 5678')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    const first = await waitForText(server.dataDir, phone)
    await codeField(page).fill(first.code === '000000' ? '000001' : '000000')
    await expect(page.getByText('That code is not right')).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await expect(page.getByRole('button', { name: /Send another one in \d+ s/ })).toBeDisabled()
    await page.clock.fastForward('01:01')
    await page.getByRole('button', { name: 'Send another one', exact: true }).click()
    const second = await waitForText(server.dataDir, phone)
    await expect(page.getByRole('button', { name: /Send another one in \d+ s/ })).toBeDisabled()
    await page.getByRole('button', { name: 'Another number' }).click()
    await expect(number).toHaveValue('+4915112345678')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await codeField(page).fill(second.code)
    await page.getByRole('button', { name: 'Rename Phone ending in 5678' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('The kitchen phone')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'Remove The kitchen phone' })).toBeVisible()

    await logOut(page)
    await logIn(page, person, server.origin)
    await page.getByRole('button', { name: 'Use a text message' }).click()
    await expect(page.getByText('your phone ending in 5678')).toBeVisible()
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await codeField(page).fill((await waitForText(server.dataDir, phone)).code)
    await atHome(page)

    await page.goto(`${server.origin}/app/settings`)
    await page.getByRole('button', { name: 'Add a phone' }).click()
    await number.fill('+49 (0)151 8765 4321')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await codeField(page).fill((await waitForText(server.dataDir, '4915187654321')).code)
    await expect(page.getByRole('button', { name: 'Remove Phone ending in 4321' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove The kitchen phone' }).click()
    // The chosen phone is not at hand.
    await page.getByRole('button', { name: 'Use a text message' }).click()
    await page.getByRole('button', { name: 'Send it to The kitchen phone' }).click()
    await codeField(page).waitFor()
    await page.getByRole('button', { name: 'Use another phone' }).click()
    await expect(page.getByRole('button', { name: 'Send it to The kitchen phone' })).toBeFocused()
    // The phone that is chosen keeps the focus when no message can be sent, so that Enter chooses no other.
    await page.route('**/auth/v1/factors/*/challenge', (route) => route.abort(), { times: 1 })
    const theOther = page.getByRole('button', { name: 'Send it to Phone ending in 4321' })
    await theOther.press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(theOther).toBeFocused()
    await page.getByRole('button', { name: 'Use your authenticator app' }).click()
    await codeField(page).fill(nextCode(secret))
    await expect(page.getByText('The kitchen phone')).toHaveCount(0)
    await expect(page.getByText('A code by text message')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove Phone ending in 4321' })).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Two-factor authentication' })).toBeChecked()
    expect(server.output()).not.toContain(second.code)
  } finally {
    await server.remove()
  }
})
