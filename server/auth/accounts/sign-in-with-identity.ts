import { v7 as uuid } from 'uuid'
import type { Auth } from '../auth-context.ts'
import { type AuthTransaction, isUniqueViolation } from '../database.ts'
import { AuthError } from '../errors.ts'
import type { Client } from '../http/client.ts'
import { writeAudit } from './audit.ts'
import { confirmContact } from './contacts.ts'
import { isConfirmedAtOnce } from './emails.ts'
import {
  adoptMetadata,
  createIdentity,
  decide,
  dropUnconfirmed,
  type FoundIdentity,
  isUnconfirmed,
  type ProviderEmail,
  refreshIdentity,
} from './identities.ts'
import { assertNotBanned, findUserByEmail, reloadUser, type UserRow } from './users.ts'

/**
 * `in`: the person is signed in. `unproven`: the address from the provider has to be confirmed by mail first; `owner` is
 * the account, or null when the address belongs to another one, whose owner is then told by mail.
 */
export type Outcome =
  | { kind: 'in'; user: UserRow }
  | { kind: 'unproven'; email: string; owner: UserRow | null }

/**
 * Runs `work` in a transaction, and retries it once when a concurrent request has created the same identity or account: the second
 * try finds it.
 */
export async function withIdentityRace<Result>(
  auth: Auth,
  work: (tx: AuthTransaction) => Promise<Result>,
): Promise<Result> {
  return auth.db.transaction(work).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    return auth.db.transaction(work)
  })
}

/**
 * Finds the account of an identity, joins the identity to an existing account, or creates a new one, as `decide` says.
 * @throws AuthError signup_disabled, user_banned, unexpected_failure
 */
export async function signInWithIdentity(
  auth: Auth,
  tx: AuthTransaction,
  found: FoundIdentity,
  client: Client,
): Promise<Outcome> {
  const decision = await decide(tx, found)
  if (decision.kind === 'new') return signUp(auth, tx, found, client)

  const { userId } = decision
  await tx.run('select 1 from auth.users where id = $1 for update', [userId])
  const user = await reloadUser(tx, userId)
  assertNotBanned(user)

  const identityId = decision.kind === 'known' ? decision.identityId : await createIdentity(tx, userId, found)
  if (decision.kind === 'known') await refreshIdentity(tx, identityId, found.data)

  if (isUnconfirmed(user)) {
    const isProven = found.emails.some(({ address, isVerified }) => isVerified && address === user.email)
    if (!isProven) return askForProof(tx, user, client)
    await dropUnconfirmed(tx, userId, identityId)
    await confirmContact(tx, userId, 'email')
    await writeAudit(tx, 'user_signedup', user, client, { provider: found.provider })
  } else {
    await writeAudit(tx, 'login', user, client, { provider: found.provider })
  }

  await adoptMetadata(tx, userId, found.data)
  return { kind: 'in', user: await reloadUser(tx, userId) }
}

async function signUp(
  auth: Auth,
  tx: AuthTransaction,
  found: FoundIdentity,
  client: Client,
): Promise<Outcome> {
  if (auth.settings.disableSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  }

  const email = found.emails.find(({ isVerified }) => isVerified) ?? found.emails[0]
  // The address is taken, perhaps by another person. As on sign-up, only the owner is told, by mail.
  if (email !== undefined && !email.isVerified && (await findUserByEmail(tx, email.address)) !== null) {
    return { kind: 'unproven', email: email.address, owner: null }
  }

  const user = await createUserOf(tx, found, email)
  if (email === undefined || email.isVerified || isConfirmedAtOnce(auth.settings, email.address)) {
    if (email !== undefined) await confirmContact(tx, user.id, 'email')
    await writeAudit(tx, 'user_signedup', user, client, { provider: found.provider })
    return { kind: 'in', user: await reloadUser(tx, user.id) }
  }
  return askForProof(tx, user, client)
}

async function createUserOf(
  tx: AuthTransaction,
  found: FoundIdentity,
  email: ProviderEmail | undefined,
): Promise<UserRow> {
  const id = uuid()
  const appData = { provider: found.provider, providers: [found.provider] }
  await tx.run(
    `insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data) values ($1, $2, $3, $4)`,
    [id, email?.address ?? null, appData, found.data],
  )
  await createIdentity(tx, id, found)
  return reloadUser(tx, id)
}

async function askForProof(tx: AuthTransaction, user: UserRow, client: Client): Promise<Outcome> {
  await writeAudit(tx, 'user_confirmation_requested', user, client)
  return { kind: 'unproven', email: user.email ?? '', owner: user }
}
