import type { Context } from 'hono'
import { v7 as uuid } from 'uuid'
import { writeAudit } from '../accounts/audit.ts'
import { createUser, type NewUser } from '../accounts/contacts.ts'
import { findUserByPhone, normalisePhone, offersPhones } from '../accounts/phones.ts'
import { textCode } from '../accounts/texted-codes.ts'
import { pendingUserObject } from '../accounts/user-object.ts'
import type { Metadata } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import { phoneProviderDisabled } from '../errors.ts'
import type { Client } from '../http/client.ts'
import { sendTokens } from './endpoint.ts'
import { neutralFloor } from './neutral-floor.ts'
import { signUpAtOnce } from './signup-at-once.ts'

/** Sign-up with a phone: the same response for a new number, one that is not confirmed yet, and one that is taken. */
export async function signUpByPhone(
  c: Context,
  auth: Auth,
  body: { phone: string; password: string; data: Metadata },
  client: Client,
): Promise<Response> {
  if (!offersPhones(auth)) throw phoneProviderDisabled('signups')
  const phone = normalisePhone(body.phone)
  const isAtOnce = auth.settings.phoneAutoconfirm
  if (!isAtOnce) await auth.limits.consumeSms(phone)

  const earliest = isAtOnce ? null : neutralFloor()
  const passwordHash = await auth.passwords.hash(body.password)
  const account: NewUser = { kind: 'phone', id: uuid(), contact: phone, passwordHash, data: body.data }
  if (isAtOnce) return sendTokens(c, await signUpAtOnce(auth, account, client))

  await sendFirstCode(auth, account, client)
  await earliest
  return c.json(pendingUserObject(account))
}

/** Texts the first code. A confirmed number gets no message, since a text message has no room to explain what happened. */
async function sendFirstCode(auth: Auth, account: NewUser, client: Client): Promise<void> {
  const { contact: phone } = account
  await auth.db.transaction(async (tx) => {
    const user = (await createUser(tx, account)) ?? (await findUserByPhone(tx, phone))
    if (user === null) return
    if (user.phone_confirmed_at !== null) {
      await writeAudit(tx, 'user_repeated_signup', user, client, { provider: 'phone' })
      return
    }

    await tx.run('update auth.users set confirmation_sent_at = now() where id = $1', [user.id])
    await writeAudit(tx, 'user_confirmation_requested', user, client, { provider: 'phone' })
    await textCode(auth, tx, { userId: user.id, type: 'phone_confirmation_token', phone })
  })
}
