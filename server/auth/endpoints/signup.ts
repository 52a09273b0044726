import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { writeAudit } from '../accounts/audit.ts'
import { createUser, type NewUser } from '../accounts/contacts.ts'
import { isConfirmedAtOnce, normaliseEmail } from '../accounts/emails.ts'
import { assertNotLeaked } from '../accounts/leaked-passwords.ts'
import { createToken } from '../accounts/one-time-tokens.ts'
import { assertAcceptablePassword } from '../accounts/passwords.ts'
import { pendingUserObject } from '../accounts/user-object.ts'
import { findUserByEmail } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { type Client, clientOf } from '../http/client.ts'
import { assertPkce, type Pkce, pkceFields, pkceOf } from '../http/pkce.ts'
import { redirectTarget } from '../http/redirects.ts'
import { type Endpoint, sendTokens } from './endpoint.ts'
import { neutralFloor } from './neutral-floor.ts'
import { signUpAnonymously } from './signup-anonymous.ts'
import { auditRepeated, signUpAtOnce } from './signup-at-once.ts'
import { signUpByPhone } from './signup-phone.ts'

const bodySchema = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
  data: z.record(z.string(), z.unknown()).default({}),
  ...pkceFields,
})

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
  const newAccount = async (): Promise<NewUser> => ({
    kind: 'email',
    id: uuid(),
    contact: email,
    passwordHash: await auth.passwords.hash(password),
    data,
  })
  if (isConfirmedAtOnce(auth.settings, email)) {
    return sendTokens(c, await signUpAtOnce(auth, await newAccount(), client))
  }

  // By address, whether or not it has an account: the refusal must not tell.
  await auth.limits.consumeMail('confirmation', email)
  const earliest = neutralFloor()
  const account = await newAccount()
  await signUpByMail(auth, account, client, redirectTarget(c, auth), pkceOf(body))
  await earliest
  return c.json(pendingUserObject(account))
}

function assertAcceptable(body: z.output<typeof bodySchema>, { settings }: Auth): void {
  if (body.password === '') throw validationFailed('Signup requires a valid password')
  assertAcceptablePassword(body.password, settings)
  assertPkce(body)
  if (body.email !== '' && body.phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided on signup.')
  }
}

/**
 * Three ways, one answer: a new account gets its confirmation mail, one that awaits confirmation gets another
 * (its password and data stay as they are), and the owner of a confirmed one is told by mail.
 */
async function signUpByMail(
  auth: Auth,
  account: NewUser,
  client: Client,
  redirectTo: string,
  pkce: Pkce | null,
): Promise<void> {
  const { contact: email } = account

  await auth.db.transaction(async (tx) => {
    const user = (await createUser(tx, account)) ?? (await findUserByEmail(tx, email))
    if (user === null || user.email_confirmed_at !== null) {
      await auditRepeated(tx, account, client)
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
