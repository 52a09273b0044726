import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { writeAudit } from '../accounts/audit.ts'
import { createUser, type NewUser } from '../accounts/contacts.ts'
import { endEmailChangeMails } from '../accounts/email-change.ts'
import { normaliseEmail } from '../accounts/emails.ts'
import { createToken, emailChangeTypes, renewTokens, type TokenType } from '../accounts/one-time-tokens.ts'
import { assertAcceptablePassword } from '../accounts/passwords.ts'
import { dropOpener } from '../accounts/redeem.ts'
import { userObject } from '../accounts/user-object.ts'
import { findUserByEmail, type Metadata, reloadUser, type UserRow } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { emailExists, validationFailed } from '../errors.ts'
import { requireAdmin } from '../http/admin.ts'
import { readBody } from '../http/body.ts'
import { type Client, clientOf } from '../http/client.ts'
import { isAllowedRedirect, redirectTarget } from '../http/redirects.ts'
import { emailRace, userNotFound } from './admin-users.ts'
import type { Endpoint } from './endpoint.ts'

const metadata = z.record(z.string(), z.unknown()).default({})
const inviteSchema = z.object({ email: z.string().default(''), data: metadata })

/** POST /invite: creates an account and mails its owner an invitation. */
export const invite: Endpoint = async (c, auth) => {
  await requireAdmin(c, auth)
  const body = await readBody(c, inviteSchema)
  const email = normaliseEmail(body.email)
  await auth.limits.consumeMail('confirmation', email)

  const client = clientOf(c, auth)
  const redirectTo = redirectTarget(c, auth)
  const user = await auth.db
    .transaction(async (tx) => {
      const invited = await inviteUser(tx, email, body.data, client)
      const owner = { userId: invited.id, type: 'confirmation_token', address: email } as const
      const secrets = await createToken(auth, tx, owner)
      await auth.mailer.invitation(tx, { to: email, redirectTo, ...secrets })
      return invited
    })
    .catch(emailRace)
  return c.json(userObject(user))
}

async function inviteUser(
  tx: AuthTransaction,
  email: string,
  data: Metadata,
  client: Client,
): Promise<UserRow> {
  const known = await findUserByEmail(tx, email)
  if (known !== null && known.email_confirmed_at !== null) throw emailExists()

  const user = known ?? (await createUser(tx, newUser(email, data)))
  if (user === null) throw emailExists()
  // The owner has not signed in yet, so an existing account was opened by somebody else, who must not share it (docs/decisions/016).
  if (known !== null) await takeOver(tx, known, data)
  await tx.run(
    'update auth.users set invited_at = now(), confirmation_sent_at = now(), updated_at = now() where id = $1',
    [user.id],
  )
  await writeAudit(tx, 'user_invited', user, client, { by: 'admin' })
  return reloadUser(tx, user.id)
}

/** Removes everything of the person who opened the account before its owner; `data` is the metadata that the operator gives. */
async function takeOver(tx: AuthTransaction, known: UserRow, data: Metadata): Promise<void> {
  await dropOpener(tx, known, 'email')
  await tx.run('update auth.users set raw_user_meta_data = $2 || raw_user_meta_data where id = $1', [
    known.id,
    data,
  ])
}

function newUser(email: string, data: Metadata, passwordHash: string | null = null): NewUser {
  return { kind: 'email', id: uuid(), contact: email, passwordHash, data }
}

const linkSchema = z.object({
  type: z.string().default(''),
  email: z.string().default(''),
  new_email: z.string().default(''),
  password: z.string().default(''),
  data: metadata,
  redirect_to: z.string().default(''),
})
type LinkBody = z.output<typeof linkSchema>

/** The user, address and type of the token, and the `type` of the HTTP API that it is redeemed by. */
type Link = { user: UserRow; address: string; tokenType: TokenType; verification: string }

/** POST /admin/generate_link: returns the link and code that a mail would contain, for operators who send mails of their own. */
export const generateLink: Endpoint = async (c, auth) => {
  await requireAdmin(c, auth)
  const body = await readBody(c, linkSchema)
  const email = normaliseEmail(body.email)
  const client = clientOf(c, auth)
  const passwordHash = await signUpHash(auth, body)

  const { link, secrets, user } = await auth.db
    .transaction(async (tx) => {
      const made = await linkOf(auth, tx, { ...body, email }, passwordHash, client)
      const owner = { userId: made.user.id, type: made.tokenType, address: made.address }
      return {
        link: made,
        secrets: await createToken(auth, tx, owner),
        user: await reloadUser(tx, made.user.id),
      }
    })
    .catch(emailRace)

  const wish = body.redirect_to
  const redirectTo = isAllowedRedirect(wish, auth.settings) ? wish : redirectTarget(c, auth)
  const query = new URLSearchParams({
    token: secrets.linkToken,
    type: link.verification,
    redirect_to: redirectTo,
  })
  return c.json({
    ...userObject(user),
    action_link: `${auth.settings.externalUrl}/verify?${query}`,
    email_otp: secrets.code,
    hashed_token: secrets.linkToken,
    verification_type: link.verification === 'email_change' ? body.type : link.verification,
    redirect_to: redirectTo,
  })
}

async function signUpHash(auth: Auth, { type, password }: LinkBody): Promise<string | null> {
  if (type !== 'signup') return null
  if (password === '') throw validationFailed('Signup requires a valid password')
  assertAcceptablePassword(password, auth.settings)
  return auth.passwords.hash(password)
}

async function linkOf(
  auth: Auth,
  tx: AuthTransaction,
  body: LinkBody,
  passwordHash: string | null,
  client: Client,
): Promise<Link> {
  const { email, data } = body
  const confirmation = { address: email, tokenType: 'confirmation_token' } as const
  const recovery = { address: email, tokenType: 'recovery_token' } as const
  const known = await findUserByEmail(tx, email)

  switch (body.type) {
    case 'magiclink': {
      if (known !== null) return { ...recovery, user: known, verification: 'magiclink' }
      const user = await createUser(tx, newUser(email, data))
      if (user === null) throw emailExists()
      return { ...confirmation, user, verification: 'signup' }
    }
    case 'recovery':
      if (known === null) throw userNotFound('User with this email not found')
      return { ...recovery, user: known, verification: 'recovery' }
    case 'invite':
      return { ...confirmation, user: await inviteUser(tx, email, data, client), verification: 'invite' }
    case 'signup': {
      if (known !== null && known.email_confirmed_at !== null) throw emailExists()
      if (known !== null) {
        await takeOver(tx, known, data)
        await tx.run('update auth.users set encrypted_password = $2 where id = $1', [known.id, passwordHash])
        return { ...confirmation, user: known, verification: 'signup' }
      }
      const user = await createUser(tx, newUser(email, data, passwordHash))
      if (user === null) throw emailExists()
      return { ...confirmation, user, verification: 'signup' }
    }
    case 'email_change_current':
    case 'email_change_new':
      if (known === null) throw userNotFound('User with this email not found')
      return emailChangeLink(auth, tx, known, body)
    default:
      throw validationFailed(`Invalid email action link type requested: ${body.type}`)
  }
}

async function emailChangeLink(
  auth: Auth,
  tx: AuthTransaction,
  user: UserRow,
  body: LinkBody,
): Promise<Link> {
  const isCurrent = body.type === 'email_change_current'
  if (isCurrent && !auth.settings.secureEmailChange) {
    throw validationFailed('Enable secure email change to generate link for current email')
  }
  const newEmail = normaliseEmail(body.new_email)
  if ((await findUserByEmail(tx, newEmail)) !== null) throw emailExists()

  await tx.run('update auth.users set email_change = $2, email_change_sent_at = now() where id = $1', [
    user.id,
    newEmail,
  ])
  const current = { tokenType: 'email_change_token_current', address: body.email } as const
  const next = { tokenType: 'email_change_token_new', address: newEmail } as const
  // The links of one change run out together: a link that is gone counts as confirmed.
  const goesOn = user.email_change === newEmail && (await renewTokens(auth, tx, user.id, emailChangeTypes))
  if (!goesOn) {
    // What was confirmed for an earlier address must not count, and one link alone must not be enough: the other address
    // waits for its link from the start, until the operator asks for it.
    await endEmailChangeMails(tx, user.id)
    const bothConfirm = isCurrent || (auth.settings.secureEmailChange && user.email_confirmed_at !== null)
    const other = isCurrent ? next : current
    if (bothConfirm) await createToken(auth, tx, { ...other, userId: user.id, type: other.tokenType })
  }
  return { ...(isCurrent ? current : next), user, verification: 'email_change' }
}
