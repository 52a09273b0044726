import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'

/**
 * Takes back the changes that whoever asked for them could complete alone: to another phone, and to an address where no present
 * one has to agree. An owner who signs a device out or changes the password does it for somebody who may have asked, and who would
 * come back by the code or the link, however much later: both are sent again to whoever asks. Log Out leaves them: who has no other
 * way in has left theirs in the mail.
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
