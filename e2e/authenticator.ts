import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'

/** The code that an authenticator app shows now, or so many half minutes later (negative: earlier). */
export function appCode(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: secret.replaceAll(/\s/g, ''), digits: 6, period: 30, algorithm: 'SHA1' })
  return totp.generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Plugs a virtual security key into the page's browser, which confirms every request. */
export async function plugInKey(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: false,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
