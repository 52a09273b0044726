import type { Page } from '@playwright/test'
import type { Look } from './look.ts'
import { openProtected } from './protected.ts'

const outside = (name: string, open: Look['open']): Look => ({ name, signedIn: false, open })
const inside = (name: string, open: Look['open'], whole = false): Look => ({
  name,
  signedIn: true,
  whole,
  open,
})

const at = (path: string) => async (page: Page) => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const openSettings = async (page: Page) => {
  await at('/app/settings')(page)
  await page.getByRole('region', { name: 'Signed-in devices' }).getByText('This device').waitFor()
  await page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem').first().waitFor()
}

const pressIn = (button: string) => async (page: Page) => {
  await openSettings(page)
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('dialog').waitFor()
}

async function addPhone(page: Page): Promise<void> {
  await openSettings(page)
  await page.getByRole('button', { name: 'Add a phone' }).click()
  await page.getByRole('dialog').waitFor()
}

/** The pages and dialogs around an account. */
export const accountLooks: Look[] = [
  outside('log-in', async (page) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  }),
  outside('confirm', at('/auth/confirm?token_hash=x&type=recovery')),
  outside('confirm-worn-out', async (page) => {
    await page.goto('/auth/confirm?token_hash=x&type=signup')
    await page.getByRole('button', { name: 'Confirm my email' }).click()
    await page.getByRole('alert').waitFor()
  }),
  outside('return-refused', at('/auth/return?error=access_denied')),
  outside('second-factor', async (page) => {
    await openProtected(page, 'password')
    await page.goto('/app')
    await page.getByLabel('Six-digit code').waitFor()
  }),
  outside('second-factor-recovery', async (page) => {
    await openProtected(page, 'password')
    await page.goto('/app')
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByRole('button', { name: 'Log In', exact: true }).click()
  }),
  outside('settings-protected', async (page) => {
    await openProtected(page, 'code')
    await openSettings(page)
  }),
  { ...inside('settings', openSettings), whole: true },
  inside('settings-switch-on', async (page) => {
    await openSettings(page)
    await page.getByRole('switch', { name: 'Two-factor authentication' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
  }),
  {
    ...outside('settings-switch-off', async (page) => {
      await openProtected(page, 'code')
      await openSettings(page)
      await page.getByRole('switch', { name: 'Two-factor authentication' }).click()
      await page.getByLabel('Six-digit code').waitFor()
    }),
    whole: false,
  },
  {
    ...outside('settings-recovery-codes', async (page) => {
      await openProtected(page, 'code')
      await openSettings(page)
      await page.getByRole('button', { name: 'Make new codes' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
      await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    }),
    whole: false,
  },
  // Needs a server that sends text messages (AUTH_PHONE=true).
  inside('settings-phone', async (page) => {
    await addPhone(page)
    await page.getByRole('textbox', { name: 'Phone number' }).fill('0151 1234567')
    await page.getByRole('button', { name: 'Send me a code' }).click()
  }),
  inside('settings-phone-code', async (page) => {
    await addPhone(page)
    // A new number each time, because a phone gets only one message a minute.
    await page.getByRole('textbox', { name: 'Phone number' }).fill(`+4915${String(Date.now()).slice(-9)}`)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Six-digit code').waitFor()
  }),
  inside('settings-password', pressIn('Change password')),
  inside('settings-email', pressIn('Change email')),
  inside('settings-key', pressIn('Add a key')),
]
