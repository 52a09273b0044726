import { z } from 'zod'
import { readGoDuration } from '../go-duration.ts'

const flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0', 't', 'f'], 'has to be true or false'))
  .transform((text) => ['true', '1', 't'].includes(text))
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
)
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

/** A duration in Go's notation: `24h`, `1h30m`, `60s`. Yields seconds. */
const duration = z.string().transform((text, context) => {
  const ms = text === '0' ? 0 : readGoDuration(text)
  if (ms !== null) return Math.round(ms / 1000)

  context.addIssue('has to be a duration like 24h or 1m30s')
  return z.NEVER
})

/** A rate limit: `30/1h`, or `30` over the period that GoTrue uses for that limit. */
const rate = (seconds: number) =>
  z.string().transform((text, context) => {
    const [, points = '', span] = /^(\d+)(?:\.0+)?(?:\/(.+))?$/.exec(text) ?? []
    const over = span === undefined ? { success: true as const, data: seconds } : duration.safeParse(span)
    if (Number(points) > 0 && over.success && over.data > 0)
      return { points: Number(points), seconds: over.data }
    context.addIssue('has to be a number of requests like 30, or 30/1h')
    return z.NEVER
  })

const fiveMinutes = 300
const hour = 3600

/** The names of GoTrue's settings that this service understands; docs/operations.md explains them. */
export const gotrueSchema = z.strictObject({
  GOTRUE_SITE_URL: httpUrl,
  GOTRUE_API_EXTERNAL_URL: httpUrl,
  GOTRUE_API_HOST: z.string().default('0.0.0.0'),
  GOTRUE_API_PORT: whole(1, 65_535).default(8081),
  GOTRUE_URI_ALLOW_LIST: list.default([]),
  GOTRUE_DB_DRIVER: z.literal('postgres').default('postgres'),
  GOTRUE_DB_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  GOTRUE_DB_NAMESPACE: z.literal('auth').default('auth'),
  GOTRUE_DB_MAX_POOL_SIZE: whole(1, 500).default(20),
  GOTRUE_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  GOTRUE_JWT_SECRET: z.string().min(32),
  GOTRUE_JWT_KEYS: z.string().optional(),
  GOTRUE_JWT_EXP: whole(60, 86_400).default(3600),
  GOTRUE_JWT_AUD: z.string().default('authenticated'),
  GOTRUE_JWT_ISSUER: z.string().optional(),
  GOTRUE_JWT_ADMIN_ROLES: list.default(['service_role', 'supabase_admin']),
  GOTRUE_JWT_DEFAULT_GROUP_NAME: z.literal('authenticated').default('authenticated'),
  GOTRUE_DISABLE_SIGNUP: flag.default(false),
  GOTRUE_EXTERNAL_EMAIL_ENABLED: flag.default(true),
  GOTRUE_EXTERNAL_PHONE_ENABLED: flag.default(false),
  GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: flag.default(false),
  GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED: flag.default(false),
  GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED: flag.default(false),
  GOTRUE_MAILER_AUTOCONFIRM: flag.default(false),
  GOTRUE_MAILER_OTP_EXP: whole(1, 86_400).default(86_400),
  GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: flag.default(true),
  GOTRUE_MAILER_URLPATHS_CONFIRMATION: z.string().startsWith('/').optional(),
  GOTRUE_MAILER_URLPATHS_EMAIL_CHANGE: z.string().startsWith('/').optional(),
  GOTRUE_MAILER_URLPATHS_INVITE: z.string().startsWith('/').optional(),
  GOTRUE_MAILER_URLPATHS_RECOVERY: z.string().startsWith('/').optional(),
  GOTRUE_SMTP_HOST: z.string().optional(),
  GOTRUE_SMTP_PORT: whole(1, 65_535).default(587),
  GOTRUE_SMTP_USER: z.string().default(''),
  GOTRUE_SMTP_PASS: z.string().default(''),
  GOTRUE_SMTP_ADMIN_EMAIL: z.email().optional(),
  GOTRUE_SMTP_SENDER_NAME: z.string().default(''),
  GOTRUE_SMTP_MAX_FREQUENCY: duration.default(60),
  GOTRUE_SMS_AUTOCONFIRM: flag.default(false),
  GOTRUE_SMS_OTP_EXP: whole(1, 86_400).default(60),
  GOTRUE_SMS_MAX_FREQUENCY: duration.default(60),
  GOTRUE_PASSWORD_MIN_LENGTH: whole(6, 72).default(6),
  GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: flag.default(false),
  GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: whole(0, 3600).default(10),
  GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: flag.default(false),
  GOTRUE_SESSIONS_TIMEBOX: duration.default(0),
  GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: duration.default(0),
  GOTRUE_SESSIONS_SINGLE_PER_USER: flag.default(false),
  GOTRUE_MFA_MAX_ENROLLED_FACTORS: whole(1, 100).default(10),
  GOTRUE_MFA_TOTP_ENROLL_ENABLED: flag.default(true),
  GOTRUE_MFA_TOTP_VERIFY_ENABLED: flag.default(true),
  GOTRUE_MFA_PHONE_ENROLL_ENABLED: flag.default(false),
  GOTRUE_MFA_PHONE_VERIFY_ENABLED: flag.default(false),
  GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED: flag.default(false),
  GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED: flag.default(false),
  GOTRUE_RATE_LIMIT_HEADER: z.literal('X-Forwarded-For').optional(),
  GOTRUE_RATE_LIMIT_EMAIL_SENT: rate(hour).optional(),
  GOTRUE_RATE_LIMIT_SMS_SENT: rate(hour).optional(),
  GOTRUE_RATE_LIMIT_VERIFY: rate(fiveMinutes).optional(),
  GOTRUE_RATE_LIMIT_TOKEN_REFRESH: rate(fiveMinutes).optional(),
  GOTRUE_RATE_LIMIT_OTP: rate(fiveMinutes).optional(),
  GOTRUE_RATE_LIMIT_SSO: rate(fiveMinutes).optional(),
  GOTRUE_RATE_LIMIT_WEB3: rate(fiveMinutes).optional(),
  GOTRUE_RATE_LIMIT_ANONYMOUS_USERS: rate(hour).optional(),
})
export type GotrueSettings = z.output<typeof gotrueSchema>

/** The settings of each provider, named `GOTRUE_EXTERNAL_<NAME>_<FIELD>`. */
export const providerFields = {
  ENABLED: flag,
  CLIENT_ID: z.string(),
  SECRET: z.string(),
  REDIRECT_URI: z.url(),
  URL: httpUrl,
  SKIP_NONCE_CHECK: flag,
  EMAIL_OPTIONAL: flag,
}
