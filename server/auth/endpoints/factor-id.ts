import type { Context } from 'hono'
import { z } from 'zod'
import type { FactorRow } from '../accounts/factors.ts'
import type { Auth } from '../auth-context.ts'
import { AuthError } from '../errors.ts'

/** The factor id in the path. @throws AuthError 404 validation_failed */
export function factorIdOf(c: Context): string {
  const id = z.uuid().safeParse(c.req.param('id'))
  if (id.success) return id.data
  throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
}

const namesOfKinds = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn', recovery_code: 'recovery codes' }

/** Checks that factors of this kind may be used. @throws AuthError mfa_*_verify_not_enabled */
export function assertMayVerify(auth: Auth, { factor_type: type }: Pick<FactorRow, 'factor_type'>): void {
  const kind = type === 'recovery_code' ? 'recoveryCodes' : type
  if (auth.settings.mfa[kind].verify) return

  const code = type === 'recovery_code' ? 'mfa_recovery_codes' : `mfa_${type}`
  throw new AuthError(
    422,
    `${code}_verify_not_enabled`,
    `MFA verification is disabled for ${namesOfKinds[type]}`,
  )
}
