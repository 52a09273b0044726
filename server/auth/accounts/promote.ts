import type { AuthTransaction } from '../database.ts'
import { keepOwnIdentity, listProviders } from './identities.ts'
import type { UserRow } from './users.ts'

/** Gives the account its requested new address, which has now been confirmed. */
export async function promoteEmailChange(tx: AuthTransaction, user: UserRow): Promise<void> {
  const { id, email_change: email } = user
  await tx.run(
    `update auth.users set
       email = $2, email_change = null, email_confirmed_at = now(), is_anonymous = false,
       raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', $2::text, 'email_verified', true),
       updated_at = now()
     where id = $1`,
    [id, email],
  )
  await keepOwnIdentity(tx, id, 'email', { sub: id, email, email_verified: true })
  await listProviders(tx, id)
}

/** The same for a phone. */
export async function promotePhoneChange(tx: AuthTransaction, user: UserRow): Promise<void> {
  const { id, phone_change: phone } = user
  await tx.run(
    `update auth.users set
       phone = $2, phone_change = null, phone_confirmed_at = now(), is_anonymous = false,
       raw_user_meta_data = raw_user_meta_data || jsonb_build_object('phone', $2::text, 'phone_verified', true),
       updated_at = now()
     where id = $1`,
    [id, phone],
  )
  await keepOwnIdentity(tx, id, 'phone', { sub: id, phone, phone_verified: true })
  await listProviders(tx, id)
}
