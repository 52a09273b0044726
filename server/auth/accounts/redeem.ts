import type { Auth } from '../auth-context.ts'
import { type AuthTransaction, isUniqueViolation } from '../database.ts'
import { emailExists, otpExpired, phoneExists } from '../errors.ts'
import type { Client } from '../http/client.ts'
import type { NoticeKind } from '../mails/letters.ts'
import { notify } from '../mails/notices.ts'
import { writeAudit } from './audit.ts'
import { type ContactKind, confirmContact, contactMetadata } from './contacts.ts'
import { forgetContested, isContested } from './contested-addresses.ts'
import { lockUser } from './factors.ts'
import { listProviders } from './identities.ts'
import {
  clearTokens,
  consumeToken,
  emailChangeTypes,
  findByCode,
  findByLink,
  hasToken,
  type OneTimeToken,
  type TokenType,
} from './one-time-tokens.ts'
import { promoteEmailChange, promotePhoneChange } from './promote.ts'
import { endAllSessions, openSession, type TokenResponse } from './sessions.ts'
import { assertNotBanned, reloadUser, type UserRow } from './users.ts'

/** What a person presents from a mail (link token, or code with address) or from a text message (code, with the phone as address). */
export type Proof = { linkToken: string } | { address: string; code: string }

/** A session, or `half`: only one of the two addresses of an e-mail change has confirmed so far. */
export type Redeemed = TokenResponse | 'half'

/** Makes what the person gets in the end, in the transaction that consumes the token. */
type Finish<Result> = (tx: AuthTransaction, userId: string) => Promise<Result>

/** The types of token that a `type` of the HTTP API may redeem; undefined for unsupported ones. */
export function tokenTypesOf(verification: string): TokenType[] | undefined {
  switch (verification) {
    case 'signup':
    case 'invite':
      return ['confirmation_token']
    case 'recovery':
    case 'magiclink':
      return ['recovery_token']
    case 'email':
      return ['confirmation_token', 'recovery_token']
    case 'email_change':
      return emailChangeTypes
    case 'sms':
      return ['phone_confirmation_token', 'phone_login_token']
    case 'phone_change':
      return ['phone_change_token']
    default:
      return undefined
  }
}

/** Redeems a token for a session. */
export function redeem(auth: Auth, types: TokenType[], proof: Proof, client: Client): Promise<Redeemed> {
  return redeemTo(auth, types, proof, client, (tx, userId) => openSession(auth, tx, userId, 'otp', client))
}

/**
 * Redeems a one-time token: confirms the address or phone, calls `finish` to let the person in, and deletes all other tokens and
 * unexchanged codes of the account.
 * @returns the result of `finish`, or `half`
 * @throws AuthError otp_expired, user_banned, email_exists, phone_exists
 */
export async function redeemTo<Result>(
  auth: Auth,
  types: TokenType[],
  proof: Proof,
  client: Client,
  finish: Finish<Result>,
): Promise<Result | 'half'> {
  const kind = 'linkToken' in proof ? 'link' : 'code'

  const redeemed = await auth.db
    .transaction(async (tx) => {
      const token = await find(auth, tx, types, proof)
      // Returned, not thrown, so that the counted guess is committed.
      if (token === null) return null

      const user = await reloadUser(tx, token.user_id)
      assertNotBanned(user)
      const outcome = await act(tx, types, token, user, client, finish)
      const notice = outcome === 'half' ? null : noticeOf(token, user)
      if (notice !== null) await notify(auth, tx, notice.kind, notice.to)
      return { outcome }
    })
    .catch((error: unknown) => {
      // Another account took the new address or phone after the change was requested.
      if (!isUniqueViolation(error)) throw error
      throw types.includes('phone_change_token') ? phoneExists() : emailExists()
    })

  if (redeemed === null) throw otpExpired(kind)
  return redeemed.outcome
}

/** The notice of a changed address or phone, which goes to the account's previous mail address; null when none is due. */
function noticeOf(token: OneTimeToken, user: UserRow): { kind: NoticeKind; to: string } | null {
  if (user.email === null) return null
  if (token.token_type === 'phone_change_token') return { kind: 'phoneChanged', to: user.email }
  return emailChangeTypes.includes(token.token_type) ? { kind: 'emailChanged', to: user.email } : null
}

function find(auth: Auth, tx: AuthTransaction, types: TokenType[], proof: Proof) {
  return 'linkToken' in proof
    ? findByLink(auth, tx, types, proof.linkToken)
    : findByCode(auth, tx, types, proof.address, proof.code)
}

async function act<Result>(
  tx: AuthTransaction,
  types: TokenType[],
  token: OneTimeToken,
  user: UserRow,
  client: Client,
  finish: Finish<Result>,
): Promise<Result | 'half'> {
  switch (token.token_type) {
    case 'confirmation_token':
      // The type `email` is a sign-up or a log-in, whichever matches. For a contested address it is the owner's log-in.
      if (types.includes('recovery_token') && (await isContested(tx, user.id))) {
        await letIn(tx, user, 'email', client)
      } else {
        await confirmSignUp(tx, user, 'email', client)
      }
      break
    case 'recovery_token':
      await letIn(tx, user, 'email', client)
      break
    case 'email_change_token_new':
    case 'email_change_token_current':
      // Locked, because two confirmations at the same moment would each see the other's token and both count as the first half.
      await lockUser(tx, user.id)
      await consumeToken(tx, token)
      if (await hasToken(tx, user.id, emailChangeTypes)) return 'half'

      await promoteEmailChange(tx, user)
      await writeAudit(tx, 'user_modified', user, client, { changed: 'email' })
      break
    case 'phone_confirmation_token':
      await confirmSignUp(tx, user, 'phone', client)
      break
    case 'phone_login_token':
      await letIn(tx, user, 'phone', client)
      break
    case 'phone_change_token':
      await promotePhoneChange(tx, user)
      await writeAudit(tx, 'user_modified', user, client, { changed: 'phone' })
      break
    case 'reauthentication_token':
      throw otpExpired('code')
  }

  await clearTokens(tx, user.id)
  return finish(tx, user.id)
}

async function confirmSignUp(
  tx: AuthTransaction,
  user: UserRow,
  kind: ContactKind,
  client: Client,
): Promise<void> {
  await confirmContact(tx, user.id, kind)
  await writeAudit(tx, 'user_signedup', user, client, { provider: kind })
}

/**
 * Lets in the owner of the mailbox or phone. If it was never confirmed, the person who opened the account has not proven that it
 * is theirs, so the password, the sessions and the metadata that they set are removed.
 */
async function letIn(tx: AuthTransaction, user: UserRow, kind: ContactKind, client: Client): Promise<void> {
  const confirmedAt = kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at
  if (confirmedAt !== null) {
    await writeAudit(tx, 'login', user, client, { provider: kind })
    return
  }

  await dropOpener(tx, user, kind)
  await confirmSignUp(tx, user, kind, client)
}

/**
 * Removes everything by which the person who opened the account could get in again or speak for its owner (docs/decisions/016).
 * The metadata stays when the account's other contact (mail address or phone) is confirmed. It also stays for an account that has
 * a phone alone and no password, because there the first log-in by code is the sign-up itself.
 */
export async function dropOpener(tx: AuthTransaction, user: UserRow, kind: ContactKind): Promise<void> {
  const contact = (kind === 'email' ? user.email : user.phone) ?? ''
  await tx.run(
    `update auth.users set encrypted_password = null, email_change = null, phone_change = null,
       raw_user_meta_data = case when email_confirmed_at is null and phone_confirmed_at is null
           and (email is not null or encrypted_password is not null)
         then $2 else raw_user_meta_data end
     where id = $1`,
    [user.id, contactMetadata({ kind, id: user.id, contact })],
  )
  await tx.run(`delete from auth.identities where user_id = $1 and provider not in ('email', 'phone')`, [
    user.id,
  ])
  await tx.run('delete from auth.mfa_factors where user_id = $1', [user.id])
  await forgetContested(tx, user.id)
  await listProviders(tx, user.id)
  await endAllSessions(tx, user.id)
}
