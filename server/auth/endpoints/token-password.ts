import { z } from 'zod'
import { guessCounter } from '../accounts/password-guesses.ts'
import { weaknessOf } from '../accounts/passwords.ts'
import { findUserByPhone, offersPhones } from '../accounts/phones.ts'
import { openSessionByPassword } from '../accounts/sessions.ts'
import { isBanned, lookUpUserByEmail } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
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
 * POST /token?grant_type=password. An unknown address, an account without a password and a wrong password get the same response after
 * the same work. Whether an account is banned or unconfirmed is disclosed only to somebody who knows its password.
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
  const counter = await guessCounter(auth, address, client)

  const user =
    body.phone === ''
      ? await lookUpUserByEmail(auth.db, address)
      : await auth.db.transaction((tx) => findUserByPhone(tx, address))
  const isRight = await auth.passwords.matches(user?.encrypted_password ?? null, body.password)
  if (user === null || !isRight) {
    await auth.limits.countFailure('password', counter)
    throw invalidCredentials()
  }
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned')
  if (body.phone === '' && user.email_confirmed_at === null) {
    throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  }
  if (body.phone !== '' && user.phone_confirmed_at === null) {
    throw new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
  }

  const tokens = await openSessionByPassword(
    auth,
    {
      user,
      provider: body.phone === '' ? 'email' : 'phone',
      better: await auth.passwords.rehash(user.encrypted_password, body.password),
    },
    client,
  )
  if (tokens === null) throw invalidCredentials()

  const weakness = weaknessOf(body.password, auth.settings)
  return sendTokens(c, weakness === null ? tokens : withWeakness(tokens, weakness))
}

function assertOffered(auth: Auth, { phone }: Body): void {
  if (phone !== '' && !offersPhones(auth)) throw phoneProviderDisabled('logins')
  if (phone === '' && !auth.settings.emailEnabled) {
    throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
  }
}

/** The address or phone in the spelling of accounts. An invalid one is not refused: the look-up simply finds nothing. */
function addressOf({ email, phone }: Body): string {
  return phone === '' ? email.trim().toLowerCase() : phone.replace(/[\s+().-]/g, '')
}

function withWeakness<Tokens extends { body: Record<string, unknown> }>(
  tokens: Tokens,
  weakness: { message: string; reasons: string[] },
): Tokens {
  return { ...tokens, body: { ...tokens.body, weak_password: weakness } }
}
