import type { Auth } from '../auth-context.ts'
import { tooManyRequests } from '../errors.ts'
import type { Client } from '../http/client.ts'

/**
 * The counter that a wrong password is counted on. Anybody who knows an address can use up its guesses each hour, which would lock
 * its owner out. So once they are used up, guesses from a network on which the account was signed in within the last 30 days are
 * counted on a counter of their own.
 * @param address the account's mail address or phone
 * @throws AuthError 429 when no guess is left; the password is then not checked
 */
export async function guessCounter(auth: Auth, address: string, client: Client): Promise<string> {
  if (await auth.limits.hasGuessesLeft('password', address)) return address
  if (!(await isUsedFrom(auth, address, client))) throw tooManyRequests()

  const own = `${address} from ${client.limitKey}`
  await auth.limits.assertGuessAllowed('password', own)
  return own
}

/** Looks only at audit entries of successful log-ins and refreshes, not at requests that anybody can make, such as for a mail. */
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
