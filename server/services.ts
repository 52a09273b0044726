import type pg from 'pg'
import type { ImageModel } from './ai/image-model.ts'
import type { TextModel } from './ai/text-model.ts'
import type { Passwords } from './auth/accounts/passwords.ts'
import type { AccountOwners } from './auth/create-auth.ts'
import type { Claims } from './db/actor.ts'
import type { Database } from './db/database.ts'
import type { Notifications } from './db/notifications.ts'
import type { Env } from './env.ts'
import type { LinkLimits } from './http/link-limits.ts'
import type { Log } from './log.ts'
import type { Mail } from './mail/mail.ts'
import type { Payments } from './payments/stripe.ts'
import type { Secrets } from './secrets.ts'
import type { Recogniser } from './speech/speech.ts'
import type { Storage } from './storage/storage.ts'

/** The services that every feature is given. Features reach the outside world only through them. */
export type Services = {
  env: Env
  log: Log
  /** Aborted when the process is asked to stop; endless streams use it as their own signal. */
  stopping: AbortSignal
  secrets: Secrets
  /** Database connections without rights; the auth service takes its own role on them. */
  pool: pg.Pool
  /** Typed queries, used through `asUser` and the other functions of actor.ts. */
  db: Database
  /** Messages between the processes that share the database. */
  notifications: Notifications
  storage: Storage
  mail: Mail
  /** The rate limits on trying and using recording links. */
  linkLimits: LinkLimits
  /** The speech engine; null where the operator has set up none. */
  speech: Recogniser | null
  /** The text model; null where the operator has set up none. */
  textModel: TextModel | null
  /** The image model; null where the operator has set up none. */
  imageModel: ImageModel | null
  /** The payment service; null where the operator has set up none. */
  payments: Payments | null
  /** Checks that a person owns their account, and ends their sessions. */
  accounts: AccountOwners
  /** Hashes and compares passwords, with limited concurrency. */
  passwords: Passwords
  /** The claims of a valid access token, or null for anything else. The end of the token's session is noticed within a minute. */
  verifyAccessToken: (token: string) => Promise<Claims | null>
  /** Like `verifyAccessToken`, without that delay; for connections that last as long as the token. */
  verifyAccessTokenAnew: (token: string) => Promise<Claims | null>
  /** Which of these sessions are still open. */
  openSessions: (ids: string[]) => Promise<ReadonlySet<string>>
}
