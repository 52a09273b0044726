import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { Argon2Cost } from './auth/accounts/password-hashes.ts'
import { type AuthService, createAuth } from './auth/create-auth.ts'
import { openKeyFolder } from './auth/key-folder.ts'
import { fixedKeys, parseAuthKeys } from './auth/keys.ts'
import type { AuthSettingsInput } from './auth/settings.ts'
import { InvalidAccessTokenError } from './auth/token-signatures.ts'
import { type Claims, runAlone } from './db/actor.ts'
import { databaseTrouble } from './db/database-trouble.ts'
import type { Env } from './env.ts'
import { defineJob, handleJob, type JobHandler } from './jobs/job.ts'
import type { Services } from './services.ts'
import { createSms } from './sms/sms.ts'
import { StartError } from './start-error.ts'

/** The auth service, set up from the operator's settings. */
export async function startAccounts(
  services: Pick<Services, 'env' | 'pool' | 'secrets' | 'mail' | 'log'>,
  secretsFolder: string,
  passwordCost?: Argon2Cost,
): Promise<AuthService> {
  const { env, pool, secrets, mail, log } = services
  const { jwtKeys, jwtExpirySeconds } = env.auth

  return createAuth({
    pool,
    runAlone: (role, text, values) => runAlone(pool, role, text, values),
    secrets,
    mail,
    log,
    passwordCost,
    sms: createSms(secrets),
    keys:
      jwtKeys === undefined
        ? await openKeyFolder(secretsFolder, jwtExpirySeconds, (cause) =>
            log.warn({ cause }, 'auth-keys.json cannot be read: the keys known from before are used on'),
          )
        : fixedKeys(await parseAuthKeys(jwtKeys).catch(unreadable)),
    settings: accountSettings(env),
  })
}

/** Translates the operator's settings into those of the auth service. */
export function accountSettings(env: Env): AuthSettingsInput {
  const { jwtKeys: _, redirectUrls, rateLimits, wallets, ...settings } = env.auth
  // Phones are offered if the operator pays a provider of text messages, or has asked for phones explicitly; without a provider,
  // messages only land in the outbox.
  const canText = settings.phoneEnabled || env.sms !== undefined
  return {
    ...settings,
    siteUrl: env.publicUrl,
    externalUrl: `${env.publicUrl}/auth/v1`,
    uriAllowList: redirectUrls,
    rateLimits: { enabled: rateLimits, smsGapSeconds: limits.textGapSeconds },
    web3: { ethereum: wallets.includes('ethereum'), solana: wallets.includes('solana') },
    mfa: { phone: { enrol: canText, verify: canText } },
  }
}

/** The error of the library is not shown, because its message may quote the key. */
function unreadable(cause: unknown): never {
  throw new StartError('AUTH_JWT_KEYS: one of the keys cannot be read', { cause })
}

const sweepAccounts = defineJob('sweep_accounts', z.unknown())

/** The background jobs on accounts. */
export function accountJobs(auth: AuthService): JobHandler[] {
  return [handleJob(sweepAccounts, () => auth.sweep(), { schedule: '10 3 * * *' })]
}

/**
 * The auth service's check as the routes use it: null for an invalid token, for one whose session was ended on any device, and for
 * one whose person has a second factor and has not used it yet (such a token opens only the accounts' own pages). While the
 * database is away, the session counts as open: nothing can be read anyway, and the caller learns of the database instead of being
 * signed out. The id of a session that is not Kinora's is removed from the claims, because nobody would be told when it ends.
 */
export function verifyAccessTokenWith(auth: AuthService): (token: string) => Promise<Claims | null> {
  return async (token) => {
    try {
      const claims = await auth.verifyAccessToken(token)
      if (claims.aal_required === 'aal2') return null
      const session = await auth.sessionOf(token, claims).catch(whileAway)
      if (session === 'ended') return null
      if (session === 'open') return claims
      const { session_id: _theirs, ...others } = claims
      return others
    } catch (error) {
      if (error instanceof InvalidAccessTokenError) return null
      throw error
    }
  }
}

function whileAway(error: unknown): 'open' {
  if (databaseTrouble(error) !== undefined) return 'open'
  throw error
}
