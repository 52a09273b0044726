import type { AuthTransaction } from '../database.ts'
import { AuthError, emailExists } from '../errors.ts'
import type { Client } from '../http/client.ts'
import { writeAudit } from './audit.ts'
import { confirmContact } from './contacts.ts'
import { createIdentity, decide, type FoundIdentity, listProviders } from './identities.ts'
import { clearTokens } from './one-time-tokens.ts'
import { assertNotBanned, findUserByEmail, reloadUser, type UserRow } from './users.ts'

/**
 * Checks that an identity can be added to an account. Nothing is written; the account stays locked to the end of the transaction.
 * @throws AuthError identity_already_exists, email_exists, user_banned
 */
export async function assertLinkable(
  tx: AuthTransaction,
  userId: string,
  found: FoundIdentity,
): Promise<UserRow> {
  await tx.run('select 1 from auth.users where id = $1 for update', [userId])
  const user = await reloadUser(tx, userId)
  assertNotBanned(user)

  const decision = await decide(tx, { ...found, emails: [] })
  if (decision.kind === 'known') {
    const owner = decision.userId === userId ? '' : ' to another user'
    throw new AuthError(422, 'identity_already_exists', `Identity is already linked${owner}`)
  }
  const email = user.email === null ? provenEmail(found) : null
  if (email !== null && (await findUserByEmail(tx, email)) !== null) throw emailExists()
  return user
}

/**
 * Adds an identity to the account of a signed-in person.
 * @throws AuthError as `assertLinkable`, before anything is written
 */
export async function linkIdentity(
  tx: AuthTransaction,
  userId: string,
  found: FoundIdentity,
  client: Client,
): Promise<UserRow> {
  const user = await assertLinkable(tx, userId, found)

  await createIdentity(tx, userId, found)
  const email = user.email === null ? provenEmail(found) : null
  if (email !== null) await adoptEmail(tx, userId, email)
  // With an identity the person can sign in again, so the account is no longer anonymous.
  await tx.run('update auth.users set is_anonymous = false where id = $1', [userId])
  await listProviders(tx, userId)
  await writeAudit(tx, 'identity_linked', user, client, { provider: found.provider })
  return reloadUser(tx, userId)
}

function provenEmail({ emails }: FoundIdentity): string | null {
  return emails.find(({ isVerified }) => isVerified)?.address ?? null
}

/** Gives an account without an address the one that the provider has verified. */
async function adoptEmail(tx: AuthTransaction, userId: string, email: string): Promise<void> {
  await tx.run('update auth.users set email = $2 where id = $1', [userId, email])
  await confirmContact(tx, userId, 'email')
}

/**
 * Removes an identity from an account, but never the last one. With the e-mail identity, the password is removed too.
 * @throws AuthError identity_not_found, single_identity_not_deletable, email_conflict_identity_not_deletable
 */
export async function unlinkIdentity(
  tx: AuthTransaction,
  userId: string,
  identityId: string,
  client: Client,
): Promise<void> {
  await tx.run('select 1 from auth.users where id = $1 for update', [userId])
  const user = await reloadUser(tx, userId)
  if (user.identities.length <= 1) {
    throw new AuthError(
      422,
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    )
  }

  const identity = user.identities.find(({ id }) => id === identityId)
  if (identity === undefined) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")

  await tx.run('delete from auth.identities where id = $1', [identity.id])
  await clearTokens(tx, userId)
  if (identity.provider === 'email') {
    await tx.run('update auth.users set encrypted_password = null where id = $1', [userId])
  }
  if (identity.provider === 'phone') {
    await tx.run('update auth.users set phone = null, phone_confirmed_at = null where id = $1', [userId])
  }
  await keepReachable(tx, user, identity.id)
  await listProviders(tx, userId)
  await writeAudit(tx, 'identity_unlinked', user, client, { provider: identity.provider })
}

/**
 * After an identity was removed, sets the account's address to one that a remaining identity proves, or to none. An address that a
 * provider merely claims may be anybody's, and operators' rights and shared access depend on the address.
 */
async function keepReachable(tx: AuthTransaction, user: UserRow, removed: string): Promise<void> {
  if (user.email === null) return

  const rest = user.identities.filter(({ id, email }) => id !== removed && email !== null)
  if (rest.some(({ email }) => email === user.email)) return

  const next = rest.find(({ identity_data: data }) => data.email_verified === true)?.email ?? null
  if (next !== null && (await isTaken(tx, user.id, next))) {
    throw new AuthError(
      422,
      'email_conflict_identity_not_deletable',
      'Unable to unlink identity due to email conflict',
    )
  }
  await tx.run(
    `update auth.users set email = $2, email_confirmed_at = case when $2::text is not null
       then coalesce(email_confirmed_at, now()) end
     where id = $1`,
    [user.id, next],
  )
}

async function isTaken(tx: AuthTransaction, userId: string, email: string): Promise<boolean> {
  const owner = await findUserByEmail(tx, email)
  return owner !== null && owner.id !== userId
}
