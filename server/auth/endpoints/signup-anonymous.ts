import { v7 as uuid } from 'uuid'
import { writeAudit } from '../accounts/audit.ts'
import { openSession, type TokenResponse } from '../accounts/sessions.ts'
import { type Metadata, reloadUser } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import { AuthError } from '../errors.ts'
import type { Client } from '../http/client.ts'

/** Opens an anonymous account, which nobody can sign in to again until its person adds an address, a phone or an identity. */
export async function signUpAnonymously(auth: Auth, data: Metadata, client: Client): Promise<TokenResponse> {
  if (!auth.settings.anonymousEnabled) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  await auth.limits.consume('anonymous', client)

  return auth.db.transaction(async (tx) => {
    const id = uuid()
    await tx.run('insert into auth.users (id, is_anonymous, raw_user_meta_data) values ($1, true, $2)', [
      id,
      data,
    ])
    await writeAudit(tx, 'user_signedup', await reloadUser(tx, id), client, { provider: 'anonymous' })
    return openSession(auth, tx, id, 'anonymous', client)
  })
}
