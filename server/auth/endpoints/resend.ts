import type { Context } from 'hono'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { type MailWay, mailConfirmation } from '../accounts/confirmation-mail.ts'
import { requestEmailChange } from '../accounts/email-change.ts'
import { normaliseEmail } from '../accounts/emails.ts'
import { findUserByPhone, normalisePhone, offersPhones } from '../accounts/phones.ts'
import { requestPhoneChange, textCode } from '../accounts/texted-codes.ts'
import { findUserByEmail, findUserById } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import { AuthError, phoneProviderDisabled, validationFailed } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { clientOf } from '../http/client.ts'
import { pkceFields, pkceOf } from '../http/pkce.ts'
import { redirectTarget } from '../http/redirects.ts'
import type { Endpoint } from './endpoint.ts'

const bodySchema = z.object({
  type: z.string().default(''),
  email: z.string().default(''),
  phone: z.string().default(''),
  ...pkceFields,
})
const types = ['signup', 'email_change', 'sms', 'phone_change']

/** POST /resend: the same response whether or not the account exists or has anything left to confirm. */
export const resend: Endpoint = async (c, auth) => {
  await auth.limits.consume('resend', clientOf(c, auth))

  const body = await readBody(c, bodySchema)
  if (!types.includes(body.type)) throw validationFailed(`Missing one of these types: ${types.join(', ')}`)
  if (body.type === 'sms' || body.type === 'phone_change') {
    if (body.phone === '') throw validationFailed('Type provided requires a phone number')
    if (!offersPhones(auth)) throw phoneProviderDisabled('signups')
    return resendCode(c, auth, body.type, normalisePhone(body.phone))
  }
  if (body.email === '') throw validationFailed('Type provided requires an email address')

  const email = normaliseEmail(body.email)
  const way = { redirectTo: redirectTarget(c, auth), pkce: pkceOf(body) }
  const kind = body.type === 'signup' ? 'confirmation' : 'email_change'
  await auth.limits.consumeMail(kind, email)

  auth.background.run('resent mail', () =>
    kind === 'confirmation' ? resendConfirmation(auth, email, way) : resendEmailChange(auth, email, way),
  )
  return c.json({})
}

async function resendConfirmation(auth: Auth, email: string, way: MailWay): Promise<void> {
  await auth.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user === null || user.email_confirmed_at !== null) return

    await mailConfirmation(auth, tx, user, way)
  })
}

async function resendCode(
  c: Context,
  auth: Auth,
  type: 'sms' | 'phone_change',
  phone: string,
): Promise<Response> {
  await auth.limits.consumeSms(phone)

  auth.background.run('resent text message', async () => {
    if (type === 'phone_change') return resendPhoneChange(auth, phone)

    await auth.db.transaction(async (tx) => {
      const user = await findUserByPhone(tx, phone)
      if (user === null || user.phone_confirmed_at !== null) return
      await textCode(auth, tx, { userId: user.id, type: 'phone_confirmation_token', phone })
    })
  })
  return c.json({ message_id: uuid() })
}

/** `phone` is the account's current number or the requested one. If several accounts requested it, the latest request counts. */
async function resendPhoneChange(auth: Auth, phone: string): Promise<void> {
  const [asked] = await auth.db.alone<{ id: string; phone_change: string }>(
    `select id, phone_change from auth.users
     where (phone = $1 or phone_change = $1) and phone_change is not null and deleted_at is null
     order by phone_change_sent_at desc limit 1`,
    [phone],
  )
  if (asked === undefined) return
  const { id, phone_change: wanted } = asked
  // The message goes to the requested number, so it is counted there too, by whichever number it was asked for.
  if (wanted !== phone && !(await mayText(auth, wanted))) return

  await auth.db.transaction(async (tx) => {
    const user = await findUserById(tx, id)
    if (user?.phone_change === wanted) await requestPhoneChange(auth, tx, id, wanted)
  })
}

/** Counts a text message whose refusal is told to nobody, because the response must not depend on the account. */
async function mayText(auth: Auth, phone: string): Promise<boolean> {
  try {
    await auth.limits.consumeSms(phone)
    return true
  } catch (error) {
    if (error instanceof AuthError) return false
    throw error
  }
}

/** `email` is the account's current address; the requested one is stored with the account. */
async function resendEmailChange(auth: Auth, email: string, way: MailWay): Promise<void> {
  await auth.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user?.email_change == null) return
    await requestEmailChange(auth, tx, user, user.email_change, way)
  })
}
