import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'

/**
 * Withdraws pending changes that their requester could complete alone: a new phone, and a new address if the current one does not
 * have to confirm. An owner who signs a device out or changes the password may be shutting out an intruder who requested such a
 * change. The intruder could come back by its code or link, however much later, because both are sent again on request. Log Out
 * keeps pending changes: a person with no other way in still has theirs in that mail.
 */
export async function withdrawLoneChanges(
  { settings }: Pick<Auth, 'settings'>,
  tx: AuthTransaction,
  userId: string,
): Promise<void> {
  await tx.run(
    `with person as (
       update auth.users set phone_change = null, updated_at = now(),
         email_change = case when $2 and email is not null and email_confirmed_at is not null then email_change end
       where id = $1 and (phone_change is not null or email_change is not null)
       returning id, email_change
     )
     delete from auth.one_time_tokens t using person p
     where t.user_id = p.id and (t.token_type = 'phone_change_token'
       or (p.email_change is null and t.token_type in ('email_change_token_new', 'email_change_token_current')))`,
    [userId, settings.secureEmailChange],
  )
}
