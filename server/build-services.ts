import { join } from 'node:path'
import type pg from 'pg'
import { startAccounts, verifyAccessTokenWith } from './accounts.ts'
import { createImageModel } from './ai/create-image-model.ts'
import { createTextModel } from './ai/create-text-model.ts'
import type { Argon2Cost } from './auth/accounts/password-hashes.ts'
import type { AuthService } from './auth/create-auth.ts'
import { createDatabase } from './db/database.ts'
import { createNotifications } from './db/notifications.ts'
import { createPool } from './db/pool.ts'
import type { Env } from './env.ts'
import { createLinkLimits } from './http/link-limits.ts'
import { rememberClaims } from './http/remember-claims.ts'
import type { Log } from './log.ts'
import { createMail } from './mail/mail.ts'
import { createPayments } from './payments/stripe.ts'
import { loadSecrets } from './secrets.ts'
import type { Services } from './services.ts'
import { createRecogniser } from './speech/create-recogniser.ts'
import { openStorage } from './storage/open-storage.ts'

export type BuiltServices = { services: Services; auth: AuthService; close: () => Promise<void> }

/**
 * Builds the services that the features are given, on a database that has been migrated.
 * @param passwordCost for tests; see `createAuth`
 */
export async function buildServices(
  env: Env,
  log: Log,
  sessions: pg.ClientConfig,
  stopping: AbortSignal,
  passwordCost?: Argon2Cost,
): Promise<BuiltServices> {
  const secretsFolder = join(env.dataDir, 'secrets')
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection broke')
  const pool = createPool(sessions, { max: env.databasePool, onError })
  const db = createDatabase(pool)
  const notifications = createNotifications(sessions, log)
  const secrets = loadSecrets(secretsFolder, env.secretKey)
  const foundation = {
    env,
    log,
    stopping,
    pool,
    db,
    notifications,
    secrets,
    storage: await openStorage(env, log),
    mail: createMail(secrets),
    linkLimits: createLinkLimits(),
    speech: createRecogniser(env),
    textModel: createTextModel(env),
    imageModel: createImageModel(env),
    payments: await createPayments(env),
  }
  const auth = await startAccounts(foundation, secretsFolder, passwordCost)

  return {
    services: {
      ...foundation,
      accounts: auth.owners,
      passwords: auth.passwords,
      verifyAccessToken: rememberClaims(verifyAccessTokenWith(auth)),
      verifyAccessTokenAnew: verifyAccessTokenWith(auth),
      openSessions: auth.openSessions,
    },
    auth,
    close: async () => {
      await auth.settled()
      await notifications.close()
      await db.destroy()
    },
  }
}
