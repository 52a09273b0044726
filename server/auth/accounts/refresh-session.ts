import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError, validationFailed } from '../errors.ts'
import type { Client } from '../http/client.ts'
import type { decodeRefreshToken } from '../refresh-tokens.ts'
import type { AuthSettings } from '../settings.ts'
import { writeAudit } from './audit.ts'
import { endSession, type SessionRow, type TokenResponse, tokenResponse } from './sessions.ts'
import { findUserOfSession, hasSecondFactor, isBanned, type UserRow } from './users.ts'

type DecodedToken = NonNullable<ReturnType<typeof decodeRefreshToken>>

/** A session that was refreshed, with the key and counter of its active refresh token. */
type Refreshed = { user: UserRow; session: SessionRow; active: { key: Uint8Array; counter: bigint } }

/**
 * Exchanges a refresh token by the counter scheme (contract 1.4). The new tokens are signed after the exchange is committed. Should
 * signing fail, the client still holds the token before the active one, which can be exchanged for the active one at any time.
 * @returns `locked` when another refresh has locked the session (retry, without holding a connection meanwhile), or the refusal
 */
export async function refreshSession(
  auth: Auth,
  token: DecodedToken,
  client: Client,
): Promise<TokenResponse | AuthError | 'locked'> {
  const outcome = await exchange(auth, token, client)
  if (outcome === 'locked' || outcome instanceof AuthError) return outcome
  return tokenResponse(auth, outcome.user, outcome.session, outcome.active)
}

/**
 * Performs the exchange with the session's row locked. Refusals are returned, not thrown, because one of them deletes the session,
 * which has to be committed.
 */
function exchange(
  auth: Auth,
  token: DecodedToken,
  client: Client,
): Promise<Refreshed | AuthError | 'locked'> {
  return auth.db.transaction(async (tx) => {
    const [session, user] = await Promise.all([
      tx.first<SessionRow>('select * from auth.sessions where id = $1 for update skip locked', [
        token.sessionId,
      ]),
      findUserOfSession(tx, token.sessionId),
    ])
    if (session === null) return (await exists(tx, token.sessionId)) ? 'locked' : notFound()

    const key = auth.secrets.open(session.refresh_token_hmac_key, session.id)
    if (!token.isSignedWith(key)) return notFound()

    if (user === null) throw new Error(`User ${session.user_id} vanished within a transaction`)
    if (isBanned(user)) return refused('user_banned', 'User Banned')

    const ended = endOf(session, user, auth.settings) ?? (await supersededBy(tx, session, auth.settings))
    if (ended !== null) return refused('session_expired', ended)

    const current = BigInt(session.refresh_token_counter)
    const decision = decide(current, token.counter, session, auth.settings)
    if (decision === 'foreign') {
      return validationFailed('Invalid Refresh Token: Not Issued By This Server')
    }
    if (decision === 'outdated') return refused('refresh_token_already_used', 'Already Used')
    if (decision === 'theft') {
      await endSession(tx, session.id)
      await writeAudit(tx, 'token_revoked', user, client)
      return refused('refresh_token_already_used', 'Already Used')
    }

    const counter = decision === 'next' ? current + 1n : current
    const writes = [
      tx.run(
        `update auth.sessions set refresh_token_counter = $2, refreshed_at = now(), updated_at = now(),
           user_agent = $3, ip = $4
         where id = $1`,
        [session.id, counter.toString(), client.userAgent, client.inet],
      ),
      writeAudit(tx, 'token_refreshed', user, client),
    ]
    tx.endWith(Promise.all(writes))
    return { user, session, active: { key, counter } }
  })
}

/**
 * `next`: the active token was used. `reissue`: an older token was used because the client did not receive the last response (one
 * behind, at any time) or because several tabs refreshed at once; the active token is issued again. `outdated`: another tab's token,
 * from before the second factor was proven. `theft`: an older token for none of these reasons. `foreign`: a counter ahead of ours.
 */
function decide(current: bigint, given: bigint, session: SessionRow, settings: AuthSettings) {
  const behind = current - given
  if (behind < 0n) return 'foreign'
  if (behind === 0n) return 'next'
  if (behind === 1n) return 'reissue'

  const age = secondsSince(session.refreshed_at ?? session.created_at)
  if (age >= settings.refreshReuseSeconds) return 'theft'

  // A token from before the second factor is never exchanged for one from after it, however recent it is.
  return given < provenSince(session) ? 'outdated' : 'reissue'
}

/** The counter of the first refresh token that was issued after the session proved its latest second factor. */
function provenSince(session: SessionRow): bigint {
  return session.amr.reduce((latest, { since = 0 }) => (BigInt(since) > latest ? BigInt(since) : latest), 0n)
}

/** Why a session has expired by its age, inactivity or missing second factor; null when it has not. */
function endOf(session: SessionRow, user: UserRow, settings: AuthSettings): string | null {
  const { sessionTimeboxSeconds: timebox, sessionInactivitySeconds: inactivity } = settings
  if (timebox > 0 && secondsSince(session.created_at) > timebox) return 'Session Expired'

  const idle = secondsSince(session.refreshed_at ?? session.created_at)
  if (inactivity > 0 && idle > inactivity) return 'Session Expired (Inactivity)'

  const { sessionLowAalSeconds: lowAal } = settings
  const owesFactor = session.aal === 'aal1' && hasSecondFactor(user)
  if (lowAal > 0 && owesFactor && secondsSince(session.created_at) > lowAal) {
    return 'Session Expired (Low AAL: User Needs MFA Verification)'
  }
  return null
}

/** Where only one session per person is allowed, it is the one that was opened or refreshed last; all others have expired. */
async function supersededBy(tx: AuthTransaction, session: SessionRow, settings: AuthSettings) {
  if (!settings.singleSessionPerUser) return null

  // Compared in the database: a `Date` has no microseconds, so of two sessions of one millisecond each would find the other newer.
  const newer = await tx.first(
    `select 1 from auth.sessions own
     join auth.sessions other on other.user_id = own.user_id and other.id <> own.id
     where own.id = $1
       and coalesce(other.refreshed_at, other.created_at) > coalesce(own.refreshed_at, own.created_at) limit 1`,
    [session.id],
  )
  return newer === null ? null : 'Session Expired (Revoked by Newer Login)'
}

async function exists(tx: AuthTransaction, sessionId: string): Promise<boolean> {
  return (await tx.first('select 1 from auth.sessions where id = $1', [sessionId])) !== null
}

function secondsSince(time: Date): number {
  return (Date.now() - time.getTime()) / 1000
}

function notFound(): AuthError {
  return refused('refresh_token_not_found', 'Refresh Token Not Found')
}

function refused(code: string, reason: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`)
}
