import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test'
import jsQR from 'jsqr'
import sharp from 'sharp'

/** Reads a QR code off the screen, as a phone's camera does: again and again, because its dialog may still be fading in. */
export async function readCode(page: Page): Promise<string> {
  const code = page.getByRole('img', { name: /^QR code/ })
  let read = ''
  await expect(async () => {
    const picture = sharp(await code.screenshot()).ensureAlpha()
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
    read = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
    expect(read).not.toBe('')
  }).toPass()
  return read
}

/** A phone: small, with a touch screen, not signed in. */
export function aPhone(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  return browser.newContext({ ...phone, ...options })
}

/** Opens a link on a phone and enters with camera and microphone. */
export async function enter(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByLabel('Camera preview')).toBeVisible()
  return page
}

/** Waits until the phone has stored so many seconds on its disk. */
export async function phoneRecordedFor(page: Page, seconds: number): Promise<void> {
  const pattern = new RegExp(
    `^0?\\d:(${Array.from({ length: 60 - seconds }, (_, n) => `${n + seconds}`.padStart(2, '0')).join('|')})$`,
  )
  await expect(page.getByRole('timer')).toHaveText(pattern, { timeout: (seconds + 20) * 1_000 })
}
