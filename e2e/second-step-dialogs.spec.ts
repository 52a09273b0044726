import { expect, type Page } from '@playwright/test'
import { appCode } from './authenticator.ts'
import { waitForText } from './mailbox.ts'
import { test } from './test.ts'
import { twoFrames } from './two-frames.ts'

test.use({ settings: { AUTH_PHONE: 'true' } })
test.beforeEach(async ({ page, person: _ }) => {
  await page.goto('/app/settings')
})

const codeField = (page: Page) => page.getByLabel('Six-digit code')
const secretOf = (page: Page) => page.getByTestId('app-secret').innerText()

async function openSetUp(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Two-factor authentication' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
}

test('recovery codes stay until somebody says that they are kept, and any other way out asks first', async ({
  page,
}) => {
  await openSetUp(page)
  await codeField(page).pressSequentially(appCode(await secretOf(page)))
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes).toBeVisible()
  await expect(codes.getByRole('list')).toBeFocused()
  // People who do not know that a complete code is sent automatically press Enter after it.
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Close without the codes?' })
  await expect(question).toHaveCount(0)

  const focus = page.locator(':focus')
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(4, 4),
    () => codes.getByRole('button', { name: 'Close' }).click(),
  ]) {
    // Until the question has given back the focus, a key or a press may still be meant for it, and be lost.
    await expect(codes.locator(focus).or(codes.and(focus))).toHaveCount(1)
    await twoFrames(page)
    await leave()
    await expect(question.getByRole('button', { name: 'Back to the codes' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(codes.getByRole('listitem')).toHaveCount(10)
  }

  await codes.getByRole('button', { name: 'I have kept them' }).click()
  await expect(codes).toBeHidden()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('switch', { name: 'Two-factor authentication' })).toBeChecked()
})

test('whoever has kept the recovery codes goes on where they had begun, however many dialogs have come since', async ({
  page,
}) => {
  const onOff = page.getByRole('switch', { name: 'Two-factor authentication' })
  await onOff.press('Space')
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await codeField(page).pressSequentially(appCode(await secretOf(page)))
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  const keep = async () => {
    await expect(codes.getByRole('list')).toBeFocused()
    await codes.getByRole('button', { name: 'I have kept them' }).press('Enter')
  }
  await keep()
  await expect(onOff).toBeFocused()
  await expect(onOff).toBeChecked()

  const anew = page.getByRole('button', { name: 'Make new codes' })
  await anew.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).press('Enter')
  await keep()
  await expect(anew).toBeFocused()
})

test('an app that has read the picture fits it still when the dialog was closed by mistake', async ({
  page,
}) => {
  await openSetUp(page)
  const secret = await secretOf(page)
  await page.mouse.click(4, 4)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await openSetUp(page)
  expect(await secretOf(page)).toBe(secret)
  await codeField(page).fill(appCode(secret))
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
})

test('a set-up that the server did not answer is tried again where it is', async ({ page }) => {
  await page.route('**/auth/v1/factors', (route) => route.abort())
  await page.getByRole('switch', { name: 'Two-factor authentication' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('Kinora cannot be reached')

  await page.unroute('**/auth/v1/factors')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('a text message that is on its way counts still when the dialog was closed by mistake', async ({
  page,
  server,
}) => {
  await page.getByRole('button', { name: 'Add a phone' }).click()
  await page.getByRole('textbox', { name: 'Phone number' }).fill('+49 151 2223 4445')
  await page.keyboard.press('Enter')
  const { code } = await waitForText(server.dataDir, '4915122234445')
  await expect(codeField(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'Add a phone' }).click()
  await codeField(page).fill(code)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('button', { name: 'Remove Phone ending in 4445' })).toBeVisible()

  // The focused element disappears when another way is chosen.
  await page.getByRole('switch', { name: 'Two-factor authentication' }).click()
  await page.getByRole('button', { name: 'Use a recovery code' }).press('Enter')
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.getByRole('button', { name: 'Use a text message' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Send me a code' })).toBeFocused()
})
