import { z } from 'zod'
import { writeAudit } from '../accounts/audit.ts'
import { requestEmailChange, withdrawEmailChange } from '../accounts/email-change.ts'
import { normaliseEmail } from '../accounts/emails.ts'
import { assertSecondFactorUsed } from '../accounts/factors.ts'
import { assertNotLeaked } from '../accounts/leaked-passwords.ts'
import { withdrawLoneChanges } from '../accounts/lone-changes.ts'
import { mailMethods } from '../accounts/mail-codes.ts'
import { assertMetadataFits } from '../accounts/metadata.ts'
import { clearTokens } from '../accounts/one-time-tokens.ts'
import { assertAcceptablePassword } from '../accounts/passwords.ts'
import { findUserByPhone, normalisePhone, offersPhones } from '../accounts/phones.ts'
import { promotePhoneChange } from '../accounts/promote.ts'
import { lockSession } from '../accounts/raise-session.ts'
import { assertReauthenticated } from '../accounts/reauthentication.ts'
import { endOtherSessions, type SessionRow } from '../accounts/sessions.ts'
import { notePhoneChange, requestPhoneChange, withdrawPhoneChange } from '../accounts/texted-codes.ts'
import { ownUserObject } from '../accounts/user-object.ts'
import { findUserByEmail, type Metadata, reloadUser, type UserRow } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import { type AuthTransaction, isUniqueViolation } from '../database.ts'
import { AuthError, emailExists, phoneExists, phoneProviderDisabled, refusalIn } from '../errors.ts'
import { requireUser, type SignedIn } from '../http/bearer.ts'
import { readBody } from '../http/body.ts'
import { clientOf } from '../http/client.ts'
import { assertPkce, pkceFields, pkceOf } from '../http/pkce.ts'
import { redirectTarget } from '../http/redirects.ts'
import { notify } from '../mails/notices.ts'
import { withoutNulls } from '../without-nulls.ts'
import type { Endpoint } from './endpoint.ts'

const metadata = z.record(z.string(), z.unknown())
const bodySchema = z.object({
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().default(''),
  current_password: z.string().optional(),
  nonce: z.string().default(''),
  data: metadata.optional(),
  app_metadata: metadata.optional(),
  ...pkceFields,
})
type Body = z.output<typeof bodySchema>

const needsSecondFactor = 'AAL2 session is required to update email or password when MFA is enabled.'

/** PUT /user: changes metadata and password at once, the address or phone only after confirmation. */
export const updateUser: Endpoint = async (c, auth) => {
  const signedIn = await requireUser(c, auth)
  const { user, session } = signedIn
  const client = clientOf(c, auth)
  await auth.limits.consume('user_update', client)

  const body = await readBody(c, bodySchema)
  assertPkce(body)
  assertFactorUsed(user, session, body)
  assertAllowed(user, body)
  const newEmail = await acceptableNewEmail(auth, signedIn, body)
  const newPhone = await acceptableNewPhone(auth, signedIn, body)
  const passwordHash = body.password === '' ? null : await acceptableNewPassword(auth, signedIn, body)
  if (newEmail !== null) await auth.limits.consumeMail('email_change', user.id)
  if (newPhone !== null && !auth.settings.phoneAutoconfirm) await auth.limits.consumeSms(newPhone)

  const updated = await auth.db
    .transaction(async (tx) => {
      // The checks above may have taken seconds, in which the owner may have shut out the session that asks.
      const locked = await lockSession(tx, user.id, session.id)
      assertFactorUsed(await reloadUser(tx, user.id), locked, body)

      if (passwordHash !== null) {
        await setPassword(tx, user, passwordHash)
        await withdrawLoneChanges(auth, tx, user.id)
        await endOtherSessions(tx, user.id, session.id)
        await writeAudit(tx, 'user_updated_password', user, client)
        await notify(auth, tx, 'passwordChanged', user.email)
      }
      if (body.data !== undefined) await mergeMetadata(tx, user, body.data)
      if (newEmail !== null) {
        const way = { redirectTo: redirectTarget(c, auth), pkce: pkceOf(body) }
        await requestEmailChange(auth, tx, user, newEmail, way)
      } else if (body.email !== '') {
        // The request names the current address, which withdraws a pending change, for example to a mistyped address.
        await withdrawEmailChange(tx, user.id)
      }

      if (newPhone !== null) await changePhone(auth, tx, user, newPhone)
      // The same for a number.
      else if (body.phone !== '') await withdrawPhoneChange(tx, user.id)

      await writeAudit(tx, 'user_modified', user, client)
      return reloadUser(tx, user.id)
    })
    .catch((error: unknown) => {
      // Another account took the new phone meanwhile; a new address is not written before it is confirmed.
      throw isUniqueViolation(error) ? phoneExists() : error
    })

  return c.json(ownUserObject(updated, session))
}

/** @throws AuthError insufficient_aal */
function assertFactorUsed(user: UserRow, session: SessionRow, body: Body): void {
  if (body.email === '' && body.phone === '' && body.password === '') return
  assertSecondFactorUsed(user, session, 401, needsSecondFactor)
}

function assertAllowed(user: UserRow, body: Body): void {
  if (body.app_metadata !== undefined) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  if (user.is_anonymous && body.password !== '') {
    throw new AuthError(
      422,
      'validation_failed',
      'Updating password of an anonymous user without an email or phone is not allowed',
    )
  }
}

/** The new phone, or null when it does not change. @throws AuthError phone_provider_disabled, validation_failed, phone_exists */
async function acceptableNewPhone(auth: Auth, { user }: SignedIn, body: Body): Promise<string | null> {
  if (body.phone === '') return null
  if (!offersPhones(auth)) throw phoneProviderDisabled('signups')

  const phone = normalisePhone(body.phone)
  if (phone === user.phone) return null

  const owner = await auth.db.transaction((tx) => findUserByPhone(tx, phone))
  if (owner !== null) throw phoneExists()
  return phone
}

/** Texts a code to the new phone, or changes it at once if the operator confirms phones automatically. */
async function changePhone(auth: Auth, tx: AuthTransaction, user: UserRow, phone: string): Promise<void> {
  if (!auth.settings.phoneAutoconfirm) return requestPhoneChange(auth, tx, user.id, phone)

  await notePhoneChange(tx, user.id, phone)
  await clearTokens(tx, user.id)
  await promotePhoneChange(tx, { ...user, phone_change: phone })
}

/** The new address, or null when it does not change. @throws AuthError validation_failed, email_exists */
async function acceptableNewEmail(auth: Auth, { user }: SignedIn, body: Body): Promise<string | null> {
  if (body.email === '') return null

  const email = normaliseEmail(body.email)
  if (email === user.email) return null

  const owner = await auth.db.transaction((tx) => findUserByEmail(tx, email))
  if (owner !== null) throw emailExists()
  return email
}

async function acceptableNewPassword(auth: Auth, signedIn: SignedIn, body: Body): Promise<string> {
  assertAcceptablePassword(body.password, auth.settings)
  await assertNotLeaked(auth, body.password)

  const current = currentPasswordOf(auth, signedIn, body)
  // The new password is compared with the present one before the person has proven anything, so a refused change counts as a guess: of
  // this session alone, or whoever holds a stolen one could keep the owner from a new password.
  const refusal = await auth.limits.guess(
    'password',
    signedIn.session.id,
    () => assertMayChange(auth, signedIn, body, current).then(() => null, refusalIn),
    (result) => result !== null,
  )
  if (refusal !== null) throw refusal
  return auth.passwords.hash(body.password)
}

/** The current password that the person has to prove, or null when they need not. @throws AuthError current_password_required */
function currentPasswordOf(auth: Auth, { user, session }: SignedIn, body: Body): string | null {
  // A person who signed in by a mailed link or a code has proven the mailbox or phone instead of the password they have forgotten.
  const cameByMail = session.amr.some(({ method }) => ['otp', ...mailMethods].includes(method))
  const mustProve = auth.settings.requireCurrentPassword && user.encrypted_password !== null && !cameByMail
  const given = body.current_password
  if (given === undefined && !mustProve) return null
  if (given !== undefined && given !== '') return given

  throw new AuthError(
    400,
    'current_password_required',
    'Current password required when setting new password.',
  )
}

/**
 * That the new password is the present one already is said first: somebody whose change was made but whose answer was lost tries
 * again with what was the current password before.
 * @throws AuthError same_password, current_password_invalid, and as `assertReauthenticated`
 */
async function assertMayChange(
  auth: Auth,
  { user, session }: SignedIn,
  body: Body,
  current: string | null,
): Promise<void> {
  const { encrypted_password: stored } = user
  if (stored !== null && (await auth.passwords.matches(stored, body.password))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  }
  if (current !== null) await assertCurrentPassword(auth, user, current)
  await assertReauthenticated(auth, user, session, body.nonce)
}

async function assertCurrentPassword(auth: Auth, user: UserRow, given: string): Promise<void> {
  const isRight = await auth.limits.guess(
    'password',
    user.id,
    () => auth.passwords.matches(user.encrypted_password, given),
    (right) => !right,
  )
  if (!isRight) throw new AuthError(400, 'current_password_invalid', 'Current password is invalid.')
}

/** Replaces the password that was checked. @throws AuthError conflict when another one has replaced it meanwhile */
async function setPassword(tx: AuthTransaction, checked: UserRow, hash: string): Promise<void> {
  const set = await tx.run(
    `update auth.users set encrypted_password = $2, updated_at = now()
     where id = $1 and encrypted_password is not distinct from $3`,
    [checked.id, hash, checked.encrypted_password],
  )
  if (set === 0) throw new AuthError(409, 'conflict', 'The password was changed by another request meanwhile')
  await clearTokens(tx, checked.id)
}

/** Replaces the given keys and removes those that are null; other keys are kept. */
async function mergeMetadata(tx: AuthTransaction, user: UserRow, data: Metadata): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null)
  await tx.run(
    `update auth.users set raw_user_meta_data = (raw_user_meta_data || $2) - $3::text[], updated_at = now()
     where id = $1`,
    [user.id, withoutNulls(data), removed],
  )
  const merged = await reloadUser(tx, user.id)
  assertMetadataFits(merged.raw_user_meta_data, user.raw_user_meta_data)
}
