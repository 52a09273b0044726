import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import type { FactorRow } from './factors.ts'

/** The parameters that all authenticator apps support (RFC 6238). */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** How many steps the clocks of app and server may be apart. */
const window = 1

export type TotpEnrolment = { secret: Uint8Array; wire: { qr_code: string; secret: string; uri: string } }

/** A new secret of 160 bits, as text for typing and as a QR code for scanning. */
export function newTotp(issuer: string, account: string): TotpEnrolment {
  const secret = new Secret({ size: 20 })
  // In the URI's label a colon separates issuer and account, so the issuer must not contain one.
  const name = issuer.replaceAll(':', ' ').trim()
  const uri = new TOTP({ ...form, issuer: name, label: account, secret }).toString()

  return {
    secret: secret.bytes,
    wire: { qr_code: renderSVG(uri, { ecc: 'M', border: 4 }), secret: secret.base32, uri },
  }
}

/** Whether this is a current code that was not used before; if so, it is consumed. */
export async function acceptTotp(
  auth: Auth,
  tx: AuthTransaction,
  factor: FactorRow,
  code: string,
): Promise<boolean> {
  if (factor.secret === null || !/^\d{6}$/.test(code)) return false

  const secret = new Secret({ buffer: bufferOf(auth.secrets.openFactor(factor.secret, factor.id)) })
  const now = Date.now()
  const delta = TOTP.validate({ ...form, token: code, secret, window, timestamp: now })
  if (delta === null) return false

  const step = Math.floor(now / 1000 / form.period) + delta
  const accepted = await tx.run(
    `update auth.mfa_factors set last_totp_step = $2
     where id = $1 and (last_totp_step is null or last_totp_step < $2)`,
    [factor.id, step],
  )
  return accepted === 1
}

/** Copies the bytes to an ArrayBuffer of their own, because a Node Buffer may be a view into a larger one. */
function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
