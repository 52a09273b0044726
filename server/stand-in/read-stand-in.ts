import { type KeySet, parseAuthKeys, sharedSecretKeys } from '../auth/keys.ts'
import type { AuthSettingsInput } from '../auth/settings.ts'
import { type Env, readEnv } from '../env.ts'
import { StartError } from '../start-error.ts'
import { type GotrueSettings, gotrueSchema } from './gotrue-names.ts'
import { readProviders } from './gotrue-providers.ts'

/** The configuration of the account service alone, read from GoTrue's settings. */
export type StandIn = { env: Env; settings: AuthSettingsInput; keys: () => Promise<KeySet> }

/** GoTrue reads these settings with its prefix and without. */
const bare: Record<string, string> = {
  API_EXTERNAL_URL: 'GOTRUE_API_EXTERNAL_URL',
  DATABASE_URL: 'GOTRUE_DB_DATABASE_URL',
  PORT: 'GOTRUE_API_PORT',
}
const urlPaths = ['CONFIRMATION', 'EMAIL_CHANGE', 'INVITE', 'RECOVERY'] as const

/**
 * Reads GoTrue's settings. All unknown and contradictory settings are listed, and then nothing starts: a setting that is silently
 * ignored may be the one that kept strangers out.
 * @throws StartError
 */
export function readStandIn(source: NodeJS.ProcessEnv): StandIn {
  const { providers, rest, problems } = readProviders(gotrueNames(source))
  const parsed = gotrueSchema.safeParse(rest)
  for (const issue of parsed.error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys') {
      problems.push(...issue.keys.map((name) => `${name}: is no setting that this service knows`))
    } else problems.push(`${issue.path.join('.')}: ${issue.message}`)
  }
  if (parsed.success) problems.push(...contradictions(parsed.data, source))
  if (!parsed.success || problems.length > 0) {
    throw new StartError(
      ['Some settings in the environment are wrong:', ...problems.map((one) => `  ${one}`)].join('\n'),
    )
  }

  const given = parsed.data
  return {
    env: baseEnv(given, source),
    settings: { ...settingsOf(given), providers },
    keys: async () =>
      given.GOTRUE_JWT_KEYS === undefined
        ? sharedSecretKeys(given.GOTRUE_JWT_SECRET)
        : parseAuthKeys(given.GOTRUE_JWT_KEYS).catch((error: unknown) => {
            throw new StartError(`GOTRUE_JWT_KEYS: ${error instanceof Error ? error.message : error}`)
          }),
  }
}

function gotrueNames(source: NodeJS.ProcessEnv): Record<string, string> {
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(source)) {
    const known = name.startsWith('GOTRUE_') ? name : bare[name]
    if (known === undefined || value === undefined || value === '') continue
    if (known === name || given[known] === undefined) given[known] = value
  }
  return given
}

function contradictions(given: GotrueSettings, source: NodeJS.ProcessEnv): string[] {
  const found: string[] = []
  const hasMail = given.GOTRUE_SMTP_HOST !== undefined
  if (given.GOTRUE_EXTERNAL_EMAIL_ENABLED && !given.GOTRUE_MAILER_AUTOCONFIRM && !hasMail) {
    found.push('GOTRUE_SMTP_HOST: needed to confirm addresses, unless GOTRUE_MAILER_AUTOCONFIRM is true')
  }
  if (hasMail && given.GOTRUE_SMTP_ADMIN_EMAIL === undefined) {
    found.push('GOTRUE_SMTP_ADMIN_EMAIL: needed as the sender, because GOTRUE_SMTP_HOST is set')
  }
  const usesPhones = given.GOTRUE_EXTERNAL_PHONE_ENABLED || given.GOTRUE_MFA_PHONE_ENROLL_ENABLED
  if (usesPhones && !given.GOTRUE_SMS_AUTOCONFIRM && !source.SMS_URL) {
    found.push('SMS_URL: needed to send codes to phones; GoTrue’s own SMS providers are not known here')
  }
  if (given.GOTRUE_MFA_PHONE_ENROLL_ENABLED && !given.GOTRUE_MFA_PHONE_VERIFY_ENABLED) {
    found.push('GOTRUE_MFA_PHONE_VERIFY_ENABLED: has to be true where GOTRUE_MFA_PHONE_ENROLL_ENABLED is')
  }
  if (given.GOTRUE_MFA_TOTP_ENROLL_ENABLED && !given.GOTRUE_MFA_TOTP_VERIFY_ENABLED) {
    found.push('GOTRUE_MFA_TOTP_VERIFY_ENABLED: has to be true where GOTRUE_MFA_TOTP_ENROLL_ENABLED is')
  }
  if (new Set(pathsOf(given)).size > 1) {
    found.push('GOTRUE_MAILER_URLPATHS_*: have to be the same, because one address redeems all links')
  }
  return found
}

function pathsOf(given: GotrueSettings): string[] {
  return urlPaths.flatMap((kind) => given[`GOTRUE_MAILER_URLPATHS_${kind}`] ?? [])
}

/** The settings that do not concern accounts: the address to listen on, the database, mail, logs. */
function baseEnv(given: GotrueSettings, source: NodeJS.ProcessEnv): Env {
  const { SMS_URL, SMS_HEADERS, SMS_BODY, DATA_DIR, SECRET_KEY } = source
  return readEnv({
    PORT: String(given.GOTRUE_API_PORT),
    HOST: given.GOTRUE_API_HOST,
    PUBLIC_URL: given.GOTRUE_API_EXTERNAL_URL,
    DATABASE_URL: given.GOTRUE_DB_DATABASE_URL,
    DATABASE_POOL: String(given.GOTRUE_DB_MAX_POOL_SIZE),
    LOG_LEVEL: given.GOTRUE_LOG_LEVEL,
    SMTP_URL: smtpUrlOf(given),
    MAIL_FROM: senderOf(given),
    // No key file is needed: data sealed in the database opens with the secret that is given anyway.
    SECRET_KEY: SECRET_KEY ?? given.GOTRUE_JWT_SECRET,
    ...{ SMS_URL, SMS_HEADERS, SMS_BODY, DATA_DIR },
  })
}

function smtpUrlOf(given: GotrueSettings): string | undefined {
  if (given.GOTRUE_SMTP_HOST === undefined) return undefined

  const url = new URL(`${given.GOTRUE_SMTP_PORT === 465 ? 'smtps' : 'smtp'}://${given.GOTRUE_SMTP_HOST}`)
  url.port = String(given.GOTRUE_SMTP_PORT)
  url.username = encodeURIComponent(given.GOTRUE_SMTP_USER)
  url.password = encodeURIComponent(given.GOTRUE_SMTP_PASS)
  return url.href
}

function senderOf(given: GotrueSettings): string | undefined {
  const { GOTRUE_SMTP_ADMIN_EMAIL: address, GOTRUE_SMTP_SENDER_NAME: name } = given
  if (address === undefined) return undefined
  return name === '' ? address : `${JSON.stringify(name)} <${address}>`
}

function settingsOf(given: GotrueSettings): AuthSettingsInput {
  const externalUrl = given.GOTRUE_API_EXTERNAL_URL
  return {
    siteUrl: given.GOTRUE_SITE_URL,
    externalUrl,
    mailLinkUrl: `${externalUrl}${pathsOf(given)[0] ?? '/verify'}`,
    uriAllowList: given.GOTRUE_URI_ALLOW_LIST,
    autoconfirm: given.GOTRUE_MAILER_AUTOCONFIRM,
    sendsMail: given.GOTRUE_SMTP_HOST !== undefined,
    disableSignup: given.GOTRUE_DISABLE_SIGNUP,
    emailEnabled: given.GOTRUE_EXTERNAL_EMAIL_ENABLED,
    anonymousEnabled: given.GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED,
    phoneEnabled: given.GOTRUE_EXTERNAL_PHONE_ENABLED,
    phoneAutoconfirm: given.GOTRUE_SMS_AUTOCONFIRM,
    smsOtpExpirySeconds: given.GOTRUE_SMS_OTP_EXP,
    jwtExpirySeconds: given.GOTRUE_JWT_EXP,
    jwtAudience: given.GOTRUE_JWT_AUD,
    jwtIssuer: given.GOTRUE_JWT_ISSUER,
    jwtSecret: given.GOTRUE_JWT_SECRET,
    adminRoles: given.GOTRUE_JWT_ADMIN_ROLES,
    trustedProxyHops: given.GOTRUE_RATE_LIMIT_HEADER === undefined ? 0 : 1,
    passwordMinLength: given.GOTRUE_PASSWORD_MIN_LENGTH,
    reauthenticateForPassword: given.GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION,
    secureEmailChange: given.GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED,
    otpExpirySeconds: given.GOTRUE_MAILER_OTP_EXP,
    refreshReuseSeconds: given.GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL,
    sessionTimeboxSeconds: given.GOTRUE_SESSIONS_TIMEBOX,
    sessionInactivitySeconds: given.GOTRUE_SESSIONS_INACTIVITY_TIMEOUT,
    singleSessionPerUser: given.GOTRUE_SESSIONS_SINGLE_PER_USER,
    manualLinking: given.GOTRUE_SECURITY_MANUAL_LINKING_ENABLED,
    web3: {
      ethereum: given.GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED,
      solana: given.GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED,
    },
    mfa: {
      totp: { enrol: given.GOTRUE_MFA_TOTP_ENROLL_ENABLED, verify: given.GOTRUE_MFA_TOTP_VERIFY_ENABLED },
      phone: { enrol: given.GOTRUE_MFA_PHONE_ENROLL_ENABLED, verify: given.GOTRUE_MFA_PHONE_VERIFY_ENABLED },
      webauthn: {
        enrol: given.GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED,
        verify: given.GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED,
      },
      maxFactors: given.GOTRUE_MFA_MAX_ENROLLED_FACTORS,
    },
    rateLimits: {
      otp: given.GOTRUE_RATE_LIMIT_OTP,
      anonymous: given.GOTRUE_RATE_LIMIT_ANONYMOUS_USERS,
      token: given.GOTRUE_RATE_LIMIT_TOKEN_REFRESH,
      verify: given.GOTRUE_RATE_LIMIT_VERIFY,
      web3: given.GOTRUE_RATE_LIMIT_WEB3,
      sso: given.GOTRUE_RATE_LIMIT_SSO,
      mails: given.GOTRUE_RATE_LIMIT_EMAIL_SENT,
      sms: given.GOTRUE_RATE_LIMIT_SMS_SENT,
      mailGapSeconds: given.GOTRUE_SMTP_MAX_FREQUENCY,
      smsGapSeconds: given.GOTRUE_SMS_MAX_FREQUENCY,
    },
  }
}
