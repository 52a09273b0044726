import type { AccessTokens } from './access-tokens.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { AuthLog } from './auth-log.ts'
import type { Background } from './background.ts'
import type { AuthDatabase } from './database.ts'
import type { RateLimits } from './http/rate-limits.ts'
import type { AuthKeys } from './keys.ts'
import type { AuthMailer } from './mails/mailer.ts'
import type { Provider } from './providers/provider.ts'
import type { AuthSecrets } from './secrets.ts'
import type { AuthSettings } from './settings.ts'
import type { AuthTexter } from './sms/texter.ts'

/** The dependencies that every endpoint is given. */
export type Auth = {
  db: AuthDatabase
  settings: AuthSettings
  keys: AuthKeys
  accessTokens: AccessTokens
  secrets: AuthSecrets
  passwords: Passwords
  /** The providers that the operator has configured, by name. */
  providers: Map<string, Provider>
  limits: RateLimits
  mailer: AuthMailer
  texter: AuthTexter
  /** Work whose duration must not show in the response time. */
  background: Background
  log: AuthLog
}
