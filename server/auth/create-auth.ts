import { Hono } from 'hono'
import { decodeProtectedHeader } from 'jose'
import type { Pool } from 'pg'
import { type AccessTokenClaims, createAccessTokens } from './access-tokens.ts'
import { isSessionOpen, openAmong } from './accounts/open-sessions.ts'
import { type AccountOwners, accountOwners } from './accounts/owner-proof.ts'
import type { Argon2Cost } from './accounts/password-hashes.ts'
import { createPasswords, type Passwords } from './accounts/passwords.ts'
import type { Auth } from './auth-context.ts'
import type { AuthLog } from './auth-log.ts'
import { createBackground } from './background.ts'
import { createAuthDatabase, type RunAlone } from './database.ts'
import { AuthError } from './errors.ts'
import { crossOrigin } from './http/cross-origin.ts'
import { deadline } from './http/deadline.ts'
import { errorResponse } from './http/error-response.ts'
import { limitBody } from './http/limit-body.ts'
import { createRateLimits } from './http/rate-limits.ts'
import type { AuthKeys } from './keys.ts'
import { createMailer, type MailPort } from './mails/mailer.ts'
import { createProviders } from './providers/create-providers.ts'
import { addRoutes } from './routes.ts'
import { createAuthSecrets, type SecretSource } from './secrets.ts'
import { type AuthSettingsInput, authSettingsSchema } from './settings.ts'
import { createTexter, type SmsPort } from './sms/texter.ts'
import { sweep } from './sweep.ts'

export type { AccountOwners } from './accounts/owner-proof.ts'

export type AuthParts = {
  /** Connects as a login role that may `set role kinora_auth`. */
  pool: Pool
  /** Runs one statement as that role, faster than a transaction would. */
  runAlone?: RunAlone
  settings: AuthSettingsInput
  keys: AuthKeys
  secrets: SecretSource
  mail: MailPort
  /** Where text messages are queued; without it, phone sign-in and phone factors are not available. */
  sms?: SmsPort
  log: AuthLog
  /** For tests, whose accounts need no protection: a cheaper argon2 cost than the full one. */
  passwordCost?: Argon2Cost | undefined
}

export type AuthService = {
  /** The HTTP API; mount it at the prefix that `settings.externalUrl` ends with, whichever that is. */
  app: Hono
  /**
   * The claims of an access token that this service accepts and that has not expired.
   * @throws InvalidAccessTokenError
   */
  verifyAccessToken(token: string): Promise<AccessTokenClaims>
  /**
   * Whether the session of a verified token is still open. A token that another service signed with the shared secret has no session
   * here: the answer is `others`, and the token is accepted until it expires.
   */
  sessionOf(token: string, claims: AccessTokenClaims): Promise<'open' | 'ended' | 'others'>
  /** Which of these sessions are still open. */
  openSessions(ids: string[]): Promise<Set<string>>
  /** For operations on a whole account: proof that it is the person's own, and ending its sessions. */
  owners: AccountOwners
  /** For passwords that do not belong to accounts, such as those of public links. */
  passwords: Passwords
  /** Deletes what has expired: idle sessions, old tokens, counters and audit rows. */
  sweep(): Promise<void>
  /** Resolves when all background work, such as writing mails, has ended; for an orderly shutdown. */
  settled(): Promise<void>
}

const maxBodyBytes = 1_000_000
const deadlineMs = 10_000

/** Makes the account service. It knows no feature of the application; its dependencies come in through `parts`. */
export async function createAuth(parts: AuthParts): Promise<AuthService> {
  const settings = authSettingsSchema.parse(parts.settings)
  const secrets = createAuthSecrets(parts.secrets)
  const db = createAuthDatabase(parts.pool, parts.runAlone)
  const auth: Auth = {
    db,
    settings,
    keys: parts.keys,
    accessTokens: createAccessTokens(parts.keys, settings),
    secrets,
    passwords: createPasswords(parts.passwordCost),
    providers: await createProviders(settings),
    limits: createRateLimits(db, settings, secrets),
    mailer: createMailer(parts.mail, settings),
    texter: createTexter(parts.sms, settings),
    background: createBackground(parts.log),
    log: parts.log,
  }

  return {
    app: createApp(auth),
    verifyAccessToken: (token) => auth.accessTokens.verify(token),
    async sessionOf(token, { sub, session_id: sessionId }) {
      if (await isOthers(auth, token)) return 'others'
      return (await isSessionOpen(auth.db, sub, sessionId)) ? 'open' : 'ended'
    },
    openSessions: (ids) => openAmong(auth.db, ids),
    owners: accountOwners(auth),
    passwords: auth.passwords,
    sweep: () => sweep(auth),
    settled: () => auth.background.settled(),
  }
}

async function isOthers({ keys }: Auth, token: string): Promise<boolean> {
  const isBySecret = decodeProtectedHeader(token).alg === 'HS256'
  return isBySecret && (await keys.current()).signing.alg !== 'HS256'
}

function createApp(auth: Auth): Hono {
  const app = new Hono()
  app.onError((error, c) => errorResponse(c, error, auth.log))

  app.use(crossOrigin())
  app.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
  app.use(deadline(deadlineMs))
  app.use(limitBody({ maxSize: maxBodyBytes, onError: refuseBody }))

  addRoutes(app, auth)
  app.all('*', () => {
    throw new AuthError(404, 'not_found', 'Not found')
  })
  return app
}

function refuseBody(): never {
  throw new AuthError(413, 'request_entity_too_large', 'Request body is too large')
}
