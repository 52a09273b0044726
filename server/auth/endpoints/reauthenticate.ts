import { v7 as uuid } from 'uuid'
import { writeAudit } from '../accounts/audit.ts'
import { createToken } from '../accounts/one-time-tokens.ts'
import { provenAddress } from '../accounts/reauthentication.ts'
import type { UserRow } from '../accounts/users.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { requireNamedUser } from '../http/bearer.ts'
import { clientOf } from '../http/client.ts'
import type { Endpoint } from './endpoint.ts'

/** GET /reauthenticate: a code to the proven address or phone, for the change of a password. */
export const reauthenticate: Endpoint = async (c, auth) => {
  const { user } = await requireNamedUser(c, auth)
  const address = provenAddress(user)
  if (address === null) throw unproven(user)

  const text = 'email' in address ? address.email : address.phone
  if ('email' in address) await auth.limits.consumeMail('reauthentication', text)
  else await auth.limits.consumeSms(text)

  const { code } = await auth.db.transaction(async (tx) => {
    await tx.run('update auth.users set reauthentication_sent_at = now() where id = $1', [user.id])
    await writeAudit(tx, 'user_reauthenticate_requested', user, clientOf(c, auth))
    const owner = { userId: user.id, type: 'reauthentication_token' as const, address: text }
    const secrets = await createToken(auth, tx, owner)
    if ('email' in address) await auth.mailer.reauthentication(tx, { to: text, code: secrets.code })
    return secrets
  })

  if ('phone' in address) {
    await auth.texter.sendCode(address.phone, code)
    return c.json({ message_id: uuid() })
  }
  return c.json({})
}

function unproven(user: UserRow): AuthError {
  if (user.email !== null) return new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
  if (user.phone !== null) return new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.')
  return validationFailed('Reauthentication requires the user to have an email or a phone number')
}
