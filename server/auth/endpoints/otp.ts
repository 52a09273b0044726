import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { writeAudit } from '../accounts/audit.ts'
import { type ContactKind, createUser, type NewUser } from '../accounts/contacts.ts'
import { normaliseEmail } from '../accounts/emails.ts'
import { assertMetadataFits } from '../accounts/metadata.ts'
import { createToken } from '../accounts/one-time-tokens.ts'
import { findUserByPhone, normalisePhone, offersPhones } from '../accounts/phones.ts'
import { textCode } from '../accounts/texted-codes.ts'
import { findUserByEmail } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import { AuthError, phoneProviderDisabled, validationFailed } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { type Client, clientOf } from '../http/client.ts'
import { assertPkce, pkceFields, pkceOf } from '../http/pkce.ts'
import { redirectTarget } from '../http/redirects.ts'
import type { Endpoint } from './endpoint.ts'

const bodySchema = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  data: z.record(z.string(), z.unknown()).default({}),
  create_user: z.boolean().default(true),
  channel: z.string().default('sms'),
  ...pkceFields,
})
type Body = z.output<typeof bodySchema>

/**
 * POST /otp: sends a link or a code to sign in with, by mail or to a phone. The response is always the same, even when no account may
 * be created for an unknown address: GoTrue refuses that case, which reveals who has an account.
 */
export const otp: Endpoint = async (c, auth) => {
  const client = clientOf(c, auth)
  await auth.limits.consume('otp', client)

  const body = await readBody(c, bodySchema)
  assertPkce(body)
  assertMetadataFits(body.data)
  if (body.email !== '' && body.phone !== '') {
    throw validationFailed('Only an email address or phone number should be provided')
  }
  if (body.email === '' && body.phone === '') throw validationFailed('One of email or phone must be set')

  if (body.phone !== '') {
    await sendCode(auth, body, client)
    return c.json({ message_id: uuid() })
  }
  await sendLink(auth, body, client, redirectTarget(c, auth))
  return c.json({})
}

async function sendLink(auth: Auth, body: Body, client: Client, redirectTo: string): Promise<void> {
  if (!auth.settings.emailEnabled) {
    throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
  }
  const email = normaliseEmail(body.email)
  await auth.limits.consumeMail('magic_link', email)

  auth.background.run('log-in mail', async () => {
    await auth.db.transaction(async (tx) => {
      const mail = await prepareLink(auth, tx, email, body, client)
      if (mail === null) return
      const { isNew, ...secrets } = mail
      if (isNew) await auth.mailer.confirmation(tx, { to: email, redirectTo, ...secrets })
      else await auth.mailer.magicLink(tx, { to: email, redirectTo, ...secrets })
    })
  })
}

async function prepareLink(
  auth: Auth,
  tx: Parameters<typeof findUserByEmail>[0],
  email: string,
  body: Body,
  client: Client,
) {
  const user = await findUserByEmail(tx, email)
  if (user !== null) {
    await tx.run('update auth.users set recovery_sent_at = now() where id = $1', [user.id])
    await writeAudit(tx, 'user_recovery_requested', user, client, { provider: 'email', purpose: 'log-in' })
    const owner = { userId: user.id, type: 'recovery_token' as const, address: email, pkce: pkceOf(body) }
    return { isNew: false, ...(await createToken(auth, tx, owner)) }
  }

  if (!mayCreate(auth, body)) return null
  const created = await createUser(tx, newUser('email', email, body))
  if (created === null) return null

  await tx.run('update auth.users set confirmation_sent_at = now() where id = $1', [created.id])
  await writeAudit(tx, 'user_confirmation_requested', created, client, { provider: 'email' })
  const owner = {
    userId: created.id,
    type: 'confirmation_token' as const,
    address: email,
    pkce: pkceOf(body),
  }
  return { isNew: true, ...(await createToken(auth, tx, owner)) }
}

async function sendCode(auth: Auth, body: Body, client: Client): Promise<void> {
  if (!offersPhones(auth)) throw phoneProviderDisabled('signups')
  const phone = normalisePhone(body.phone)
  await auth.limits.consumeSms(phone)

  auth.background.run('log-in text message', () =>
    auth.db.transaction(async (tx) => {
      const user = await findUserByPhone(tx, phone)
      if (user !== null) {
        await writeAudit(tx, 'user_recovery_requested', user, client, {
          provider: 'phone',
          purpose: 'log-in',
        })
        return textCode(auth, tx, { userId: user.id, type: 'phone_login_token', phone })
      }

      if (!mayCreate(auth, body)) return
      const created = await createUser(tx, newUser('phone', phone, body))
      if (created === null) return
      await writeAudit(tx, 'user_confirmation_requested', created, client, { provider: 'phone' })
      await textCode(auth, tx, { userId: created.id, type: 'phone_login_token', phone })
    }),
  )
}

/** An account that is opened by a link or a code has no password yet. */
function newUser(kind: ContactKind, contact: string, { data }: Body): NewUser {
  return { kind, id: uuid(), contact, passwordHash: null, data }
}

function mayCreate(auth: Auth, body: Body): boolean {
  return body.create_user && !auth.settings.disableSignup
}
