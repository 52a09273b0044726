import { timingSafeEqual } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { newToken } from '../../token.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import type { Pkce } from '../http/pkce.ts'
import { type MailSecrets, newCode } from '../secrets.ts'
import { withChallenge } from './mail-codes.ts'

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'
  | 'reauthentication_token'
  | 'phone_confirmation_token'
  | 'phone_login_token'
  | 'phone_change_token'

export const emailChangeTypes: TokenType[] = ['email_change_token_new', 'email_change_token_current']

export type OneTimeToken = { user_id: string; token_type: TokenType; relates_to: string }

type TokenRow = OneTimeToken & { id: string; code_hash: Buffer }

/** The guesses allowed for one code; the sixth is refused even if it is right. */
const maxAttempts = 5

/** Makes a token of this type for the user and a mail address or phone; an earlier token of the same type stops working. */
export async function createToken(
  auth: Pick<Auth, 'secrets'>,
  tx: AuthTransaction,
  owner: { userId: string; type: TokenType; address: string; pkce?: Pkce | null },
): Promise<MailSecrets> {
  const link = newToken()
  const linkToken = owner.pkce == null ? link : withChallenge(link, owner.pkce)
  const secrets = { linkToken, code: newCode() }

  await tx.run(
    `insert into auth.one_time_tokens (id, user_id, token_type, relates_to, token_hash, code_hash)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, token_type) do update set
       id = excluded.id, relates_to = excluded.relates_to, token_hash = excluded.token_hash,
       code_hash = excluded.code_hash, attempts = 0, created_at = now()`,
    [
      uuid(),
      owner.userId,
      owner.type,
      owner.address,
      auth.secrets.hashLink(secrets.linkToken),
      auth.secrets.hashCode(secrets.code, owner),
    ],
  )
  return secrets
}

/** The unexpired token of a link, locked so that it cannot be redeemed twice; null when there is none. */
export function findByLink(
  auth: Auth,
  tx: AuthTransaction,
  types: TokenType[],
  linkToken: string,
): Promise<OneTimeToken | null> {
  return tx.first<TokenRow>(
    `select * from auth.one_time_tokens
     where token_hash = $1 and token_type = any($2) and created_at > now() - make_interval(secs => $3)
     for update`,
    [auth.secrets.hashLink(linkToken), types, auth.settings.otpExpirySeconds],
  )
}

/**
 * The unexpired token whose code was typed; null when the code is wrong. Each call counts as a guess, and the count must be kept
 * when the code is refused: the caller has to let the transaction commit.
 */
export async function findByCode(
  auth: Auth,
  tx: AuthTransaction,
  types: TokenType[],
  address: string,
  code: string,
): Promise<OneTimeToken | null> {
  const candidates = await tx.all<TokenRow>(
    `update auth.one_time_tokens set attempts = attempts + 1
     where relates_to = $1 and token_type = any($2) and attempts < $3
       and created_at > now() - make_interval(secs => $4)
     returning *`,
    [address, types, maxAttempts, lifetimeOf(auth, address)],
  )

  const matches = candidates.filter((row) => {
    const guess = auth.secrets.hashCode(code, { userId: row.user_id, type: row.token_type, address })
    return timingSafeEqual(guess, row.code_hash)
  })
  return matches[0] ?? null
}

/** For how many seconds a code sent to this mail address or phone is valid. Text messages are read at once, mails perhaps later. */
export function lifetimeOf({ settings }: Auth, address: string): number {
  return address.includes('@') ? settings.otpExpirySeconds : settings.smsOtpExpirySeconds
}

/** Lets the user's unexpired tokens of these types count as made now. @returns whether there was one */
export async function renewTokens(
  { settings }: Pick<Auth, 'settings'>,
  tx: AuthTransaction,
  userId: string,
  types: TokenType[],
): Promise<boolean> {
  const renewed = await tx.all(
    `update auth.one_time_tokens set created_at = now()
     where user_id = $1 and token_type = any($2) and created_at > now() - make_interval(secs => $3)
     returning 1`,
    [userId, types, settings.otpExpirySeconds],
  )
  return renewed.length > 0
}

/** Deletes a single token, for a flow of several steps whose other tokens must keep working. */
export async function consumeToken(tx: AuthTransaction, token: OneTimeToken): Promise<void> {
  await tx.run('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [
    token.user_id,
    token.token_type,
  ])
}

/**
 * Deletes all one-time tokens of the user, and the codes from links and providers that have not been exchanged yet. To be called
 * after a sign-in by mail or phone, a new password or a new address.
 */
export async function clearTokens(tx: AuthTransaction, userId: string): Promise<void> {
  await tx.run('delete from auth.one_time_tokens where user_id = $1', [userId])
  await tx.run('delete from auth.flow_states where user_id = $1', [userId])
}

export async function hasToken(tx: AuthTransaction, userId: string, types: TokenType[]): Promise<boolean> {
  const row = await tx.first(
    'select 1 from auth.one_time_tokens where user_id = $1 and token_type = any($2) limit 1',
    [userId, types],
  )
  return row !== null
}
