import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { authSettingsSchema } from '../auth/settings.ts'
import { readStandIn } from './read-stand-in.ts'

/** The minimal settings of a GoTrue container. */
const least = {
  GOTRUE_SITE_URL: 'https://site.test',
  API_EXTERNAL_URL: 'https://site.test/auth/v1',
  DATABASE_URL: 'postgres://kinora:secret@localhost:5432/kinora',
  GOTRUE_JWT_SECRET: 'a secret of at least thirty-two characters',
  GOTRUE_MAILER_AUTOCONFIRM: 'true',
}
const read = (more: Record<string, string | undefined> = {}) => readStandIn({ ...least, ...more })
const settingsOf = (more: Record<string, string> = {}) => authSettingsSchema.parse(read(more).settings)

describe("GoTrue's settings", () => {
  it('mean what they mean to GoTrue', () => {
    const settings = settingsOf({
      GOTRUE_DISABLE_SIGNUP: 'true',
      GOTRUE_URI_ALLOW_LIST: 'https://app.test/**, kinora://callback',
      GOTRUE_JWT_EXP: '600',
      GOTRUE_JWT_AUD: 'people',
      GOTRUE_JWT_ADMIN_ROLES: 'keeper',
      GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
      GOTRUE_SESSIONS_TIMEBOX: '24h',
      GOTRUE_SMTP_MAX_FREQUENCY: '1m30s',
      GOTRUE_RATE_LIMIT_HEADER: 'X-Forwarded-For',
      GOTRUE_RATE_LIMIT_EMAIL_SENT: '7',
      GOTRUE_RATE_LIMIT_OTP: '9/1m',
      GOTRUE_MFA_TOTP_ENROLL_ENABLED: 'false',
      GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'true',
    })

    expect(settings).toMatchObject({
      siteUrl: 'https://site.test',
      externalUrl: 'https://site.test/auth/v1',
      autoconfirm: true,
      disableSignup: true,
      uriAllowList: ['https://app.test/**', 'kinora://callback'],
      jwtExpirySeconds: 600,
      jwtAudience: 'people',
      adminRoles: ['keeper'],
      anonymousEnabled: true,
      sessionTimeboxSeconds: 86_400,
      trustedProxyHops: 1,
      mfa: { totp: { enrol: false, verify: true } },
      web3: { ethereum: true, solana: false },
      mailLinkUrl: 'https://site.test/auth/v1/verify',
    })
    expect(settings.rateLimits).toMatchObject({
      mailGapSeconds: 90,
      mails: { points: 7, seconds: 3600 },
      otp: { points: 9, seconds: 60 },
      token: { points: 150, seconds: 300 },
    })
  })

  it('name the providers that are enabled', () => {
    const { providers } = settingsOf({
      GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'true',
      GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: 'one,two',
      GOTRUE_EXTERNAL_GOOGLE_SECRET: 'secret',
      GOTRUE_EXTERNAL_LINKEDIN_OIDC_ENABLED: 'true',
      GOTRUE_EXTERNAL_LINKEDIN_OIDC_CLIENT_ID: 'three',
      GOTRUE_EXTERNAL_LINKEDIN_OIDC_SECRET: 'secret',
      GOTRUE_EXTERNAL_GITHUB_ENABLED: 'false',
      GOTRUE_EXTERNAL_GITHUB_CLIENT_ID: 'four',
    })

    expect(Object.keys(providers)).toEqual(['google', 'linkedin_oidc'])
    expect(providers.google).toMatchObject({ clientId: ['one', 'two'], secret: 'secret' })
  })

  it('say where to listen, what to keep accounts in, and who sends mails', () => {
    const { env } = read({
      PORT: '9999',
      GOTRUE_API_HOST: '127.0.0.1',
      GOTRUE_SMTP_HOST: 'mail.test',
      GOTRUE_SMTP_USER: 'user@site.test',
      GOTRUE_SMTP_PASS: 'a/b:c',
      GOTRUE_SMTP_ADMIN_EMAIL: 'keeper@site.test',
      GOTRUE_SMTP_SENDER_NAME: 'Kinora',
    })

    expect(env).toMatchObject({
      port: 9999,
      host: '127.0.0.1',
      databaseUrl: least.DATABASE_URL,
      smtpUrl: 'smtp://user%40site.test:a%2Fb%3Ac@mail.test:587',
      mailFrom: '"Kinora" <keeper@site.test>',
    })
  })

  it('sign with the secret, or with the key that may', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'ES256', key_ops: ['sign', 'verify'] }

    const bySecret = await read().keys()
    const byKey = await read({ GOTRUE_JWT_KEYS: JSON.stringify([jwk]) }).keys()

    expect(bySecret.signing.alg).toBe('HS256')
    expect(byKey.signing).toMatchObject({ alg: 'ES256', kid: 'one' })
    await expect(read({ GOTRUE_JWT_KEYS: '[]' }).keys()).rejects.toThrow('GOTRUE_JWT_KEYS')
  })
})

describe('the start is refused', () => {
  const refusal = (more: Record<string, string | undefined>): string => {
    try {
      read(more)
      return ''
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }

  it('for a setting of a provider that is written in small letters, which nobody would read', () => {
    const azure = { ENABLED: 'true', CLIENT_ID: 'one', SECRET: 'secret', url: 'https://login.test/ours' }
    const given = Object.entries(azure).map(([field, value]) => [`GOTRUE_EXTERNAL_AZURE_${field}`, value])

    expect(refusal(Object.fromEntries(given))).toContain('GOTRUE_EXTERNAL_AZURE_url: is no setting')
  })

  it('with one list of all that is wrong', () => {
    const said = refusal({
      GOTRUE_SITE_URL: undefined,
      GOTRUE_JWT_SECRET: 'short',
      GOTRUE_JWT_EXP: 'soon',
      GOTRUE_HOOK_SEND_EMAIL_ENABLED: 'true',
      GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'true',
    })

    const lines = said.split('\n')
    expect(lines[0]).toBe('Some settings in the environment are wrong:')
    for (const name of [
      'GOTRUE_SITE_URL',
      'GOTRUE_JWT_SECRET',
      'GOTRUE_JWT_EXP',
      'GOTRUE_HOOK_SEND_EMAIL_ENABLED',
      'GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID',
      'GOTRUE_EXTERNAL_GOOGLE_SECRET',
    ]) {
      expect(lines.filter((line) => line.startsWith(`  ${name}:`))).toHaveLength(1)
    }
  })

  it.each([
    ['GOTRUE_NONSENSE', { GOTRUE_NONSENSE: '1' }],
    ['GOTRUE_EXTERNAL_MYSPACE_ENABLED', { GOTRUE_EXTERNAL_MYSPACE_ENABLED: 'true' }],
    ['GOTRUE_SAML_ENABLED', { GOTRUE_SAML_ENABLED: 'true' }],
    ['GOTRUE_SMTP_HOST', { GOTRUE_MAILER_AUTOCONFIRM: 'false' }],
    ['GOTRUE_SMTP_ADMIN_EMAIL', { GOTRUE_SMTP_HOST: 'mail.test' }],
    ['SMS_URL', { GOTRUE_EXTERNAL_PHONE_ENABLED: 'true' }],
    [
      'GOTRUE_EXTERNAL_KEYCLOAK_URL',
      {
        GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true',
        GOTRUE_EXTERNAL_KEYCLOAK_CLIENT_ID: 'a',
        GOTRUE_EXTERNAL_KEYCLOAK_SECRET: 'b',
      },
    ],
    ['GOTRUE_MFA_TOTP_VERIFY_ENABLED', { GOTRUE_MFA_TOTP_VERIFY_ENABLED: 'false' }],
    [
      'GOTRUE_MAILER_URLPATHS',
      { GOTRUE_MAILER_URLPATHS_INVITE: '/a', GOTRUE_MAILER_URLPATHS_RECOVERY: '/b' },
    ],
    ['GOTRUE_DISABLE_SIGNUP', { GOTRUE_DISABLE_SIGNUP: 'perhaps' }],
    ['GOTRUE_SESSIONS_TIMEBOX', { GOTRUE_SESSIONS_TIMEBOX: '1 day' }],
    ['GOTRUE_RATE_LIMIT_OTP', { GOTRUE_RATE_LIMIT_OTP: '-1' }],
    ['GOTRUE_DB_DRIVER', { GOTRUE_DB_DRIVER: 'mysql' }],
    ['GOTRUE_API_EXTERNAL_URL', { API_EXTERNAL_URL: '' }],
  ])('for %s', (name, more) => {
    expect(refusal(more)).toContain(`  ${name}`)
  })
})
