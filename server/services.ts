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

/** What every feature is given. Nothing else reaches the outside world. */
export type Services = {
  env: Env
  log: Log
  /** Aborted when the process has been asked to stop: streams without an end take this as theirs. */
  stopping: AbortSignal
  secrets: Secrets
  /** Sessions without rights; the auth service takes its own role on them. */
  pool: pg.Pool
  /** Typed queries, by `asUser` and its siblings. */
  db: Database
  /** Messages between the processes that share the database. */
  notifications: Notifications
  storage: Storage
  mail: Mail
  /** How often recording links may be tried and used. */
  linkLimits: LinkLimits
  /** What turns speech into words; null where the operator has set up nothing. */
  speech: Recogniser | null
  /** What writes; null where the operator has set up nothing. */
  textModel: TextModel | null
  /** What draws; null where the operator has set up nothing. */
  imageModel: ImageModel | null
  /** Whom people pay; null where the operator has set up nothing. */
  payments: Payments | null
  /** Whether somebody is who their account is, and the end of their sessions. */
  accounts: AccountOwners
  /** Hashes and compares passwords, so many at once. */
  passwords: Passwords
  /** The claims of an access token of ours, or null for anything else; that its session ended is noticed within a minute. */
  verifyAccessToken: (token: string) => Promise<Claims | null>
  /** The same as it is now, for what goes on for as long as the token. */
  verifyAccessTokenAnew: (token: string) => Promise<Claims | null>
  /** Which of these sessions are open still. */
  openSessions: (ids: string[]) => Promise<ReadonlySet<string>>
}
