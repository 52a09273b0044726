import { z } from 'zod'
import { requestEmailChange, sendEmailChange } from '../accounts/email-change.ts'
import { normaliseEmail } from '../accounts/emails.ts'
import { createToken } from '../accounts/one-time-tokens.ts'
import { findUserByEmail } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import { phoneProviderDisabled, validationFailed } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { clientOf } from '../http/client.ts'
import { redirectTarget } from '../http/redirects.ts'
import type { Endpoint } from './endpoint.ts'

const bodySchema = z.object({
  type: z.string().default(''),
  email: z.string().default(''),
  phone: z.string().default(''),
})
const types = ['signup', 'email_change', 'sms', 'phone_change']

/** POST /resend: `{}` for everybody, also for those who have nothing left to confirm. */
export const resend: Endpoint = async (c, auth) => {
  await auth.limits.consume('resend', clientOf(c, auth))

  const body = await readBody(c, bodySchema)
  if (!types.includes(body.type)) throw validationFailed(`Missing one of these types: ${types.join(', ')}`)
  if (body.type === 'sms' || body.type === 'phone_change') {
    if (body.phone === '') throw validationFailed('Type provided requires a phone number')
    throw phoneProviderDisabled('signups')
  }
  if (body.email === '') throw validationFailed('Type provided requires an email address')

  const email = normaliseEmail(body.email)
  const redirectTo = redirectTarget(c, auth)
  const kind = body.type === 'signup' ? 'confirmation' : 'email_change'
  await auth.limits.consumeMail(kind, email)

  auth.background.run('resent mail', () =>
    kind === 'confirmation'
      ? resendConfirmation(auth, email, redirectTo)
      : resendEmailChange(auth, email, redirectTo),
  )
  return c.json({})
}

async function resendConfirmation(auth: Auth, email: string, redirectTo: string): Promise<void> {
  const secrets = await auth.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user === null || user.email_confirmed_at !== null) return null

    await tx.run('update auth.users set confirmation_sent_at = now() where id = $1', [user.id])
    return createToken(auth, tx, { userId: user.id, type: 'confirmation_token', email })
  })
  if (secrets !== null) await auth.mailer.confirmation({ to: email, redirectTo, ...secrets })
}

/** `email` is the present address; the one that was asked for is known. */
async function resendEmailChange(auth: Auth, email: string, redirectTo: string): Promise<void> {
  const mails = await auth.db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user?.email_change == null) return []
    return requestEmailChange(auth, tx, user, user.email_change)
  })
  sendEmailChange(auth, mails, redirectTo)
}
