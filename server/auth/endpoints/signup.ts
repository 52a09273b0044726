import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { writeAudit } from '../accounts/audit.ts'
import { type MailWay, mailConfirmation } from '../accounts/confirmation-mail.ts'
import { createUser, type NewUser } from '../accounts/contacts.ts'
import { noteContested } from '../accounts/contested-addresses.ts'
import { isConfirmedAtOnce, normaliseEmail } from '../accounts/emails.ts'
import { assertNotLeaked } from '../accounts/leaked-passwords.ts'
import { assertMetadataFits } from '../accounts/metadata.ts'
import { assertAcceptablePassword } from '../accounts/passwords.ts'
import { pendingUserObject } from '../accounts/user-object.ts'
import { findUserByEmail, lookUpUserByEmail, reloadUser, type UserRow } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { type Client, clientOf } from '../http/client.ts'
import { assertPkce, pkceFields, pkceOf } from '../http/pkce.ts'
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

/** POST /signup: opens an account; with immediate confirmation, or if it is anonymous, also a session. */
export const signup: Endpoint = async (c, auth) => {
  const client = clientOf(c, auth)
  await auth.limits.consume('signup', client)

  if (auth.settings.disableSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }
  const body = await readBody(c, bodySchema)
  assertMetadataFits(body.data)
  if (body.email === '' && body.phone === '') {
    return sendTokens(c, await signUpAnonymously(auth, body.data, client))
  }
  assertAcceptable(body, auth)
  await assertNotLeaked(auth, body.password)
  if (body.phone !== '') return signUpByPhone(c, auth, body, client)

  if (!auth.settings.emailEnabled) {
    throw new AuthError(400, 'email_provider_disabled', 'Email signups are disabled')
  }
  const email = normaliseEmail(body.email)
  const draft: Draft = { kind: 'email', id: uuid(), contact: email, data: body.data, password: body.password }
  if (isConfirmedAtOnce(auth.settings, email)) {
    return sendTokens(c, await signUpAtOnce(auth, await accountOf(auth, draft), client))
  }

  const way = { redirectTo: redirectTarget(c, auth), pkce: pkceOf(body) }
  const earliest = neutralFloor()
  await signUpByMail(auth, draft, client, way).finally(() => earliest)
  return c.json(pendingUserObject(draft))
}

/** An account that is about to be created, with the password chosen for it. */
type Draft = Omit<NewUser, 'passwordHash'> & { password: string }

async function accountOf(auth: Auth, { password, ...draft }: Draft): Promise<NewUser> {
  return { ...draft, passwordHash: await auth.passwords.hash(password) }
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
 * Handles three cases that have the same response and take the work of one hash each: a new account is sent a confirmation mail; an
 * unconfirmed one is sent another (its password and data do not change); the owner of a confirmed one is told by mail.
 */
async function signUpByMail(auth: Auth, draft: Draft, client: Client, way: MailWay): Promise<void> {
  const { contact: email } = draft
  const known = await lookUpUserByEmail(auth.db, email)
  const waiting = known !== null && known.email_confirmed_at === null ? known : null
  const account = waiting === null ? await accountOf(auth, draft) : null
  if (waiting !== null) await noteOtherPassword(auth, waiting, draft)

  // Counted per address, whether or not it has an account, so that a refusal does not reveal it.
  await auth.limits.consumeMail('confirmation', email)
  const meanwhile = await auth.db.transaction(async (tx) => {
    const created = account === null ? null : await createUser(tx, account)
    const user = created ?? (await findUserByEmail(tx, email))
    if (user === null || user.email_confirmed_at !== null) {
      await auditRepeated(tx, draft, client)
      await auth.mailer.accountExists(tx, { to: email })
      return null
    }
    if (created === null && waiting === null) return user

    await askToConfirm(auth, tx, user, client, way)
    return null
  })
  if (meanwhile === null) return

  await noteOtherPassword(auth, meanwhile, draft)
  await auth.db.transaction(async (tx) =>
    askToConfirm(auth, tx, await reloadUser(tx, meanwhile.id), client, way),
  )
}

async function askToConfirm(
  auth: Auth,
  tx: AuthTransaction,
  user: UserRow,
  client: Client,
  way: MailWay,
): Promise<void> {
  await writeAudit(tx, 'user_confirmation_requested', user, client, { provider: 'email' })
  await mailConfirmation(auth, tx, user, way)
}

/**
 * Marks an unconfirmed account as contested when it is signed up for again with a different password. Which password is the owner's
 * cannot be known, so the person who proves the address is let in without either (docs/decisions/084). Recorded even if the rate
 * limit then allows no further mail.
 */
async function noteOtherPassword(auth: Auth, waiting: UserRow, { password }: Draft): Promise<void> {
  if (await auth.passwords.matches(waiting.encrypted_password, password)) return
  await auth.db.transaction((tx) => noteContested(tx, waiting.id))
}
