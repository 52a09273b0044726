import type { Auth } from '../auth-context.ts'
import { tooManyRequests } from '../errors.ts'
import type { Client } from '../http/client.ts'

/**
 * Which counter a wrong password goes to. Whoever knows an address can use up its guesses each hour and would keep its owner
 * out by that; from where its owner has logged in within a month guesses are counted apart.
 * @param address the account's mail address or phone
 * @throws AuthError 429 where no guess is left, before this one is looked at
 */
export async function guessCounter(auth: Auth, address: string, client: Client): Promise<string> {
  if (await auth.limits.hasGuessesLeft('password', address)) return address
  if (!(await isUsedFrom(auth, address, client))) throw tooManyRequests()

  const own = `${address} from ${client.limitKey}`
  await auth.limits.assertGuessAllowed('password', own)
  return own
}

/** By what the log keeps of those who were let in; asking for a mail, as anybody can, is none of it. */
async function isUsedFrom(auth: Auth, address: string, client: Client): Promise<boolean> {
  if (client.inet === null) return false
  const found = await auth.db.alone(
    `select from auth.audit_log_entries e
     where e.user_id = (select id from auth.users
         where (email = $1 or phone = $1) and not is_sso_user and deleted_at is null limit 1)
       and e.created_at > now() - interval '30 days'
       and e.payload ->> 'action' in ('login', 'token_refreshed')
       and case when e.ip_address = '' then false else e.ip_address::inet <<= $2::inet end
     limit 1`,
    [address, client.limitKey],
  )
  return found.length > 0
}
