import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { writeAudit } from '../accounts/audit.ts'
import { isConfirmedAtOnce, normaliseEmail } from '../accounts/emails.ts'
import { assertNotLeaked } from '../accounts/leaked-passwords.ts'
import { createToken } from '../accounts/one-time-tokens.ts'
import { assertAcceptablePassword } from '../accounts/passwords.ts'
import { openSession } from '../accounts/sessions.ts'
import { pendingUserObject } from '../accounts/user-object.ts'
import { confirmEmail, createEmailUser, findUserByEmail } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { type Client, clientOf } from '../http/client.ts'
import { assertPkce, type Pkce, pkceFields, pkceOf } from '../http/pkce.ts'
import { redirectTarget } from '../http/redirects.ts'
import { type Endpoint, sendTokens } from './endpoint.ts'
import { neutralFloor } from './neutral-floor.ts'
import { signUpAnonymously } from './signup-anonymous.ts'
import { signUpByPhone } from './signup-phone.ts'

const bodySchema = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
  data: z.record(z.string(), z.unknown()).default({}),
  ...pkceFields,
})

/** A sign-up whose fields are all acceptable. */
type NewAccount = { id: string; email: string; passwordHash: string; data: Record<string, unknown> }

/** POST /signup: an account and, with immediate confirmation or for nobody in particular, a session. */
export const signup: Endpoint = async (c, auth) => {
  const client = clientOf(c, auth)
  await auth.limits.consume('signup', client)

  if (auth.settings.disableSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const body = await readBody(c, bodySchema)
  if (body.email === '' && body.phone === '') {
    return sendTokens(c, await signUpAnonymously(auth, body.data, client))
  }
  assertAcceptable(body, auth)
  await assertNotLeaked(auth, body.password)
  if (body.phone !== '') return signUpByPhone(c, auth, body, client)

  const { password, data } = body
  if (!auth.settings.emailEnabled) {
    throw new AuthError(400, 'email_provider_disabled', 'Email signups are disabled')
  }
  const email = normaliseEmail(body.email)
  if (isConfirmedAtOnce(auth.settings, email)) {
    const account = { id: uuid(), email, passwordHash: await auth.passwords.hash(password), data }
    return sendTokens(c, await signUpAtOnce(auth, account, client))
  }

  // By address, whether or not it has an account: the refusal must not tell.
  await auth.limits.consumeMail('confirmation', email)
  const earliest = neutralFloor()
  const account = { id: uuid(), email, passwordHash: await auth.passwords.hash(password), data }
  await signUpByMail(auth, account, client, redirectTarget(c, auth), pkceOf(body))
  await earliest
  return c.json(pendingUserObject(account.id, email, data))
}

function assertAcceptable(body: z.output<typeof bodySchema>, { settings }: Auth): void {
  if (body.password === '') throw validationFailed('Signup requires a valid password')
  assertAcceptablePassword(body.password, settings)
  assertPkce(body)
  if (body.email !== '' && body.phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided on signup.')
  }
}

/** Says openly when the address is taken: the person has to be told at once, there is no mail to tell them. */
async function signUpAtOnce(auth: Auth, account: NewAccount, client: Client) {
  const tokens = await auth.db.transaction(async (tx) => {
    const user = await createEmailUser(tx, account)
    if (user === null) {
      await auditRepeated(tx, account.email, client)
      return null
    }

    await confirmEmail(tx, user.id)
    await writeAudit(tx, 'user_signedup', user, client, { provider: 'email' })
    return openSession(auth, tx, user.id, 'password', client)
  })

  if (tokens === null) throw new AuthError(422, 'user_already_exists', 'User already registered')
  return tokens
}

/**
 * Three ways, one answer: a new account gets its confirmation mail, one that awaits confirmation gets another
 * (its password and data stay as they are), and the owner of a confirmed one is told by mail.
 */
async function signUpByMail(
  auth: Auth,
  account: NewAccount,
  client: Client,
  redirectTo: string,
  pkce: Pkce | null,
): Promise<void> {
  const { email } = account

  await auth.db.transaction(async (tx) => {
    const user = (await createEmailUser(tx, account)) ?? (await findUserByEmail(tx, email))
    if (user === null || user.email_confirmed_at !== null) {
      await auditRepeated(tx, email, client)
      await auth.mailer.accountExists(tx, { to: email })
      return
    }

    await tx.run('update auth.users set confirmation_sent_at = now() where id = $1', [user.id])
    await writeAudit(tx, 'user_confirmation_requested', user, client, { provider: 'email' })
    const owner = { userId: user.id, type: 'confirmation_token' as const, address: email, pkce }
    const secrets = await createToken(auth, tx, owner)
    await auth.mailer.confirmation(tx, { to: email, redirectTo, ...secrets })
  })
}

async function auditRepeated(tx: AuthTransaction, email: string, client: Client): Promise<void> {
  const owner = await findUserByEmail(tx, email)
  if (owner !== null) await writeAudit(tx, 'user_repeated_signup', owner, client, { provider: 'email' })
}
