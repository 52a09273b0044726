import { z } from 'zod'
import { writeAudit } from '../accounts/audit.ts'
import { passwordMatches, rehash, weaknessOf } from '../accounts/passwords.ts'
import { findUserByPhone, offersPhones } from '../accounts/phones.ts'
import { openSession } from '../accounts/sessions.ts'
import { findUserByEmail, isBanned } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError, invalidCredentials, phoneProviderDisabled, validationFailed } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { clientOf } from '../http/client.ts'
import { type Endpoint, sendTokens } from './endpoint.ts'

const bodySchema = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
})
type Body = z.output<typeof bodySchema>

/**
 * Log-in with a password. Unknown address, account without a password and wrong password are one answer after
 * the same work; whether an account is banned or unconfirmed is told only to those who know its password.
 */
export const passwordGrant: Endpoint = async (c, auth) => {
  const client = clientOf(c, auth)
  await auth.limits.consume('token', client)

  const body = await readBody(c, bodySchema)
  if (body.email !== '' && body.phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided on login.')
  }
  if (body.phone === '' && body.email === '') throw validationFailed('missing email or phone')
  assertOffered(auth, body)

  const address = addressOf(body)
  await auth.limits.assertGuessAllowed('password', address)

  const user = await auth.db.transaction((tx) =>
    body.phone === '' ? findUserByEmail(tx, address) : findUserByPhone(tx, address),
  )
  const isRight = await passwordMatches(user?.encrypted_password ?? null, body.password)
  if (user === null || !isRight) {
    await auth.limits.countFailure('password', address)
    throw invalidCredentials()
  }
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
  if (body.phone === '' && user.email_confirmed_at === null) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  }
  if (body.phone !== '' && user.phone_confirmed_at === null) {
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
  }

  const better = await rehash(user.encrypted_password, body.password)
  const tokens = await auth.db.transaction(async (tx) => {
    // The password may have been changed while it was compared; the change ended all sessions, so none may follow.
    const unchanged = await tx.first(
      'select 1 from auth.users where id = $1 and encrypted_password = $2 for update',
      [user.id, user.encrypted_password],
    )
    if (unchanged === null) throw invalidCredentials()
    if (better !== null) await storeBetterHash(tx, user.id, better)

    const [opened] = await Promise.all([
      openSession(auth, tx, user.id, 'password', client),
      writeAudit(tx, 'login', user, client, { provider: body.phone === '' ? 'email' : 'phone' }),
    ])
    return opened
  })

  const weakness = weaknessOf(body.password, auth.settings)
  return sendTokens(c, weakness === null ? tokens : withWeakness(tokens, weakness))
}

/** The same password, so nobody is signed out by it. */
async function storeBetterHash(tx: AuthTransaction, userId: string, hash: string): Promise<void> {
  await tx.run('update auth.users set encrypted_password = $2 where id = $1', [userId, hash])
}

function assertOffered(auth: Auth, { phone }: Body): void {
  if (phone !== '' && !offersPhones(auth)) throw phoneProviderDisabled('logins')
  if (phone === '' && !auth.settings.emailEnabled) {
    throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
  }
}

/** As accounts have it; what nobody could have is looked for all the same, and not found. */
function addressOf({ email, phone }: Body): string {
  return phone === '' ? email.trim().toLowerCase() : phone.replace(/[\s+().-]/g, '')
}

function withWeakness<Tokens extends { body: Record<string, unknown> }>(
  tokens: Tokens,
  weakness: { message: string; reasons: string[] },
): Tokens {
  return { ...tokens, body: { ...tokens.body, weak_password: weakness } }
}
