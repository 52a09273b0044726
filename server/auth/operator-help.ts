import type { Pool } from 'pg'
import { validate } from 'uuid'
import type { AdminChanges } from './accounts/admin-changes.ts'
import { changeUser } from './accounts/admin-users.ts'
import { writeAudit } from './accounts/audit.ts'
import { withdrawEmailChange } from './accounts/email-change.ts'
import { normaliseEmail } from './accounts/emails.ts'
import { findFactor, lockUser, removeFactor } from './accounts/factors.ts'
import { createToken } from './accounts/one-time-tokens.ts'
import { findUserByPhone, normalisePhone } from './accounts/phones.ts'
import {
  findUserByEmail,
  findUserById,
  hasSecondFactor,
  isBanned,
  listUsers,
  type UserRow,
} from './accounts/users.ts'
import { type AuthTransaction, createAuthDatabase, isUniqueViolation } from './database.ts'
import { AuthError, emailExists } from './errors.ts'
import type { Client } from './http/client.ts'
import { createMailer, type MailPort, mailedLink } from './mails/mailer.ts'
import { notify } from './mails/notices.ts'
import { createAuthSecrets, type SecretSource } from './secrets.ts'
import { type AuthSettingsInput, authSettingsSchema } from './settings.ts'

export type OperatorHelpParts = {
  /** Connects as a login role that may `set role kinora_auth`. */
  pool: Pool
  settings: AuthSettingsInput
  secrets: SecretSource
  mail: MailPort
}

/** An account as the operator sees it when helping its owner to sign in. It holds no secrets. */
export type AccountState = {
  id: string
  /** The mail address, else the phone number with the plus sign; null when the account has neither. */
  name: string | null
  isProven: boolean
  isBanned: boolean
  createdAt: Date
  lastSignInAt: Date | null
  /** When a session of the account was last created or refreshed; null when there is none. */
  lastUsedAt: Date | null
  hasPassword: boolean
  /** The providers that its owner can sign in with, such as `google`. */
  providers: string[]
  secondSteps: ('totp' | 'phone' | 'webauthn' | 'recovery_code')[]
}

/** What the operator can do for the owner of an account. Accounts are named by mail address, phone or id. */
export type OperatorHelp = {
  /** Newest first. */
  list(limit: number): Promise<AccountState[]>
  /** @throws AuthError user_not_found */
  look(name: string): Promise<AccountState>
  /**
   * Makes a recovery link, which signs in whoever opens it so that they can choose a new password. It works once, and for as many
   * seconds as a mailed link.
   * @param redirectTo the page that the link leads to in the end
   * @returns null when the account has no mail address, for which such a link is made
   * @throws AuthError user_not_found
   */
  linkFor(
    name: string,
    redirectTo: string,
  ): Promise<{ url: string; seconds: number; account: AccountState } | null>
  /**
   * Sets another mail address at once, already confirmed. Links and codes mailed to the previous address stop working.
   * @throws AuthError user_not_found, validation_failed, email_exists
   */
  changeEmail(name: string, email: string): Promise<AccountState>
  /**
   * Removes all second factors and recovery codes, including factors whose enrolment was not finished.
   * @returns the account as it was before
   * @throws AuthError user_not_found
   */
  dropSecondSteps(name: string): Promise<AccountState>
}

/** The client of audit entries: the operator works from a terminal, so there is no network address. */
const terminal: Client = { address: '', inet: null, limitKey: '', userAgent: null }
const byAdmin = { by: 'admin' }

/** Makes the operations of the operator's commands. The account service itself need not be running. */
export function createOperatorHelp(parts: OperatorHelpParts): OperatorHelp {
  const settings = authSettingsSchema.parse(parts.settings)
  const db = createAuthDatabase(parts.pool)
  const auth = { secrets: createAuthSecrets(parts.secrets), mailer: createMailer(parts.mail, settings) }

  return {
    list: (limit) => db.transaction(async (tx) => statesOf(tx, await listUsers(tx, limit, 0))),

    look: (name) => db.transaction(async (tx) => stateOf(tx, await namedUser(tx, name))),

    linkFor: (name, redirectTo) =>
      db.transaction(async (tx) => {
        const user = await namedUser(tx, name)
        if (user.email === null) return null
        const owner = { userId: user.id, type: 'recovery_token', address: user.email } as const
        const { linkToken } = await createToken(auth, tx, owner)
        await writeAudit(tx, 'user_recovery_requested', user, terminal, byAdmin)
        const url = mailedLink(settings, 'recovery', { linkToken, redirectTo })
        return { url, seconds: settings.otpExpirySeconds, account: await stateOf(tx, user) }
      }),

    changeEmail: (name, wanted) =>
      db
        .transaction(async (tx) => {
          const user = await lockedUser(tx, name)
          const email = normaliseEmail(wanted)
          if (email === user.email && user.email_confirmed_at !== null) return stateOf(tx, user)
          await withdrawEmailChange(tx, user.id)
          const changed = await changeUser(tx, user.id, { ...unchanged, email, confirmsEmail: true })
          await writeAudit(tx, 'user_modified', changed, terminal, { ...byAdmin, changed: 'email' })
          const hadOther = user.email !== email && user.email_confirmed_at !== null
          if (hadOther) await notify(auth, tx, 'emailChanged', user.email)
          return stateOf(tx, changed)
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? emailExists() : error
        }),

    dropSecondSteps: (name) =>
      db.transaction(async (tx) => {
        const user = await lockedUser(tx, name)
        // `removeFactor` deletes the recovery codes together with the last of these factors.
        const steps = user.factors.filter(({ factor_type: type }) => type !== 'recovery_code')
        for (const { id, factor_type } of steps) {
          await removeFactor(tx, await findFactor(tx, user.id, id))
          await writeAudit(tx, 'factor_deleted', user, terminal, { ...byAdmin, factor_id: id, factor_type })
        }
        if (hasSecondFactor(user)) await notify(auth, tx, 'factorRemoved', user.email)
        return stateOf(tx, user)
      }),
  }
}

const unchanged: AdminChanges = {
  role: null,
  email: null,
  phone: null,
  passwordHash: null,
  confirmsEmail: false,
  confirmsPhone: false,
  userMetadata: {},
  appMetadata: {},
  bannedUntil: undefined,
}

async function namedUser(tx: AuthTransaction, name: string): Promise<UserRow> {
  const user = await findUser(tx, name)
  if (user === null) throw new AuthError(404, 'user_not_found', 'User not found')
  return user
}

/** @returns null also for a name that is neither a mail address nor a phone number nor an id: no account has it */
async function findUser(tx: AuthTransaction, name: string): Promise<UserRow | null> {
  if (validate(name)) return findUserById(tx, name)
  try {
    return name.includes('@')
      ? await findUserByEmail(tx, normaliseEmail(name))
      : await findUserByPhone(tx, normalisePhone(name))
  } catch (error) {
    if (error instanceof AuthError) return null
    throw error
  }
}

/** The account, read again once its row is locked against concurrent changes. */
async function lockedUser(tx: AuthTransaction, name: string): Promise<UserRow> {
  await lockUser(tx, (await namedUser(tx, name)).id)
  return namedUser(tx, name)
}

async function stateOf(tx: AuthTransaction, user: UserRow): Promise<AccountState> {
  const uses = await lastUses(tx, [user])
  return { ...whatIsKept(user), lastUsedAt: uses.get(user.id) ?? null }
}

async function statesOf(tx: AuthTransaction, users: UserRow[]): Promise<AccountState[]> {
  const uses = await lastUses(tx, users)
  return users.map((user) => ({ ...whatIsKept(user), lastUsedAt: uses.get(user.id) ?? null }))
}

async function lastUses(tx: AuthTransaction, users: UserRow[]): Promise<Map<string, Date>> {
  const rows = await tx.all<{ id: string; at: Date }>(
    `select user_id as id, max(coalesce(refreshed_at, created_at)) as at from auth.sessions
     where user_id = any($1::uuid[]) group by user_id`,
    [users.map(({ id }) => id)],
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}

function whatIsKept(user: UserRow): Omit<AccountState, 'lastUsedAt'> {
  const own = ['email', 'phone']
  return {
    id: user.id,
    name: user.email ?? (user.phone === null ? null : `+${user.phone}`),
    isProven: (user.email === null ? user.phone_confirmed_at : user.email_confirmed_at) !== null,
    isBanned: isBanned(user),
    createdAt: user.created_at,
    lastSignInAt: user.last_sign_in_at,
    hasPassword: user.encrypted_password !== null,
    providers: user.identities.map(({ provider }) => provider).filter((provider) => !own.includes(provider)),
    secondSteps: user.factors
      .filter(({ status }) => status === 'verified')
      .map((factor) => factor.factor_type),
  }
}
