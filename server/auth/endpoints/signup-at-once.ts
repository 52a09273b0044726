import { writeAudit } from '../accounts/audit.ts'
import { confirmContact, createUser, findUserBy, type NewUser } from '../accounts/contacts.ts'
import { openSession, type TokenResponse } from '../accounts/sessions.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { Client } from '../http/client.ts'

/**
 * An account that needs no proof of its address or phone. That it is taken is said openly: the person has to be told at once,
 * since no message will tell them.
 * @throws AuthError user_already_exists
 */
export async function signUpAtOnce(auth: Auth, account: NewUser, client: Client): Promise<TokenResponse> {
  const tokens = await auth.db.transaction(async (tx) => {
    const user = await createUser(tx, account)
    if (user === null) {
      await auditRepeated(tx, account, client)
      return null
    }

    await confirmContact(tx, user.id, account.kind)
    await writeAudit(tx, 'user_signedup', user, client, { provider: account.kind })
    return openSession(auth, tx, user.id, 'password', client)
  })

  if (tokens === null) throw new AuthError(422, 'user_already_exists', 'User already registered')
  return tokens
}

/** Notes for the owner that somebody signed up with what is theirs. */
export async function auditRepeated(
  tx: AuthTransaction,
  { kind, contact }: Pick<NewUser, 'kind' | 'contact'>,
  client: Client,
): Promise<void> {
  const owner = await findUserBy(tx, kind, contact)
  if (owner !== null) await writeAudit(tx, 'user_repeated_signup', owner, client, { provider: kind })
}
