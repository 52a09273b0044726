import { v7 as uuid } from 'uuid'
import { writeAudit } from '../accounts/audit.ts'
import { createToken } from '../accounts/one-time-tokens.ts'
import { provenAddress } from '../accounts/reauthentication.ts'
import { textCode } from '../accounts/texted-codes.ts'
import type { UserRow } from '../accounts/users.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { requireNamedUser } from '../http/bearer.ts'
import { clientOf } from '../http/client.ts'
import type { Endpoint } from './endpoint.ts'

/** GET /reauthenticate: sends a code to the confirmed address or phone, for changing the password. */
export const reauthenticate: Endpoint = async (c, auth) => {
  const { user } = await requireNamedUser(c, auth)
  const address = provenAddress(user)
  if (address === null) throw unproven(user)

  if ('email' in address) await auth.limits.consumeMail('reauthentication', address.email)
  else await auth.limits.consumeSms(address.phone)

  await auth.db.transaction(async (tx) => {
    await tx.run('update auth.users set reauthentication_sent_at = now() where id = $1', [user.id])
    const traits = { provider: 'phone' in address ? 'phone' : 'email' }
    await writeAudit(tx, 'user_reauthenticate_requested', user, clientOf(c, auth), traits)
    const owner = { userId: user.id, type: 'reauthentication_token' as const }
    if ('phone' in address) return textCode(auth, tx, { ...owner, phone: address.phone })

    const { code } = await createToken(auth, tx, { ...owner, address: address.email })
    await auth.mailer.reauthentication(tx, { to: address.email, code })
  })
  return c.json('phone' in address ? { message_id: uuid() } : {})
}

function unproven(user: UserRow): AuthError {
  if (user.email !== null) return new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
  if (user.phone !== null) return new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.')
  return validationFailed('Reauthentication requires the user to have an email or a phone number')
}
