import { writeAudit } from '../accounts/audit.ts'
import { confirmContact, createUser, findUserBy, type NewUser } from '../accounts/contacts.ts'
import { openSession, type TokenResponse } from '../accounts/sessions.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { Client } from '../http/client.ts'

/**
 * Opens an account whose address or phone needs no confirmation. If it is taken, the response says so openly, since there is no mail
 * or text message that could tell the person.
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

/** Records in the owner's audit log that somebody tried to sign up with their address or phone. */
export async function auditRepeated(
  tx: AuthTransaction,
  { kind, contact }: Pick<NewUser, 'kind' | 'contact'>,
  client: Client,
): Promise<void> {
  const owner = await findUserBy(tx, kind, contact)
  if (owner !== null) await writeAudit(tx, 'user_repeated_signup', owner, client, { provider: kind })
}
