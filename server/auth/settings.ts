import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { providersSchema } from './providers/provider-settings.ts'

const limit = (points: number, seconds: number) =>
  z
    .object({ points: z.number().int().positive(), seconds: z.number().int().positive() })
    .default({ points, seconds })

/** Whether a kind of second factor may be added, and whether those that exist may be used. */
const factorKind = (isOn: boolean) =>
  z
    .object({ enrol: z.boolean().default(isOn), verify: z.boolean().default(isOn) })
    .default({ enrol: isOn, verify: isOn })

const mfaSchema = z.object({
  totp: factorKind(true),
  phone: factorKind(false),
  webauthn: factorKind(true),
  recoveryCodes: factorKind(true),
  /** Factors of one person, whether or not they are verified yet. */
  maxFactors: z.number().int().positive().default(10),
})

/** Numbers of contract 1.6. Buckets are counted for each client address unless they say otherwise. */
const rateLimitsSchema = z.object({
  enabled: z.boolean().default(true),
  /** Requests that make the service send something: sign-up, recover, resend, user update; each its own. */
  otp: limit(30, 300),
  /** Sign-ups without an address. */
  anonymous: limit(30, 3600),
  /** Password log-ins, and refreshes that failed. */
  token: limit(150, 300),
  verify: limit(30, 300),
  /** Sign-ins with wallets, and by single sign-on; each its own. */
  web3: limit(30, 300),
  sso: limit(30, 300),
  /** Challenges of second factors, and answers to them; each its own. */
  factor: limit(15, 60),
  /** Wrong passwords for one account, whatever address they come from. */
  accountFailures: limit(100, 3600),
  /** Wrong codes for one address, over all codes sent to it; also for one person's second factors. */
  codeFailures: limit(20, 3600),
  /** Mails of the whole instance. */
  mails: limit(30, 3600),
  /** Text messages of the whole instance. */
  sms: limit(30, 3600),
  /** At least this long between two mails of one kind to one address. */
  mailGapSeconds: z.number().int().min(0).default(60),
  /** At least this long between two text messages to one phone. */
  smsGapSeconds: z.number().int().min(0).default(60),
})

/** Everything an operator may decide about accounts. The application reads it from its environment. */
export const authSettingsSchema = z.object({
  /** Where people arrive from mails; redirects are allowed to this origin. No slash at the end. */
  siteUrl: z.url().transform(withoutSlash),
  /** What mails call the site; its host when not given. */
  siteName: z.string().min(1).optional(),
  /** Where the service is mounted, as clients see it; also the tokens' issuer. */
  externalUrl: z.url().transform(withoutSlash),
  /** Further redirect targets, as globs: `*` stops at `.` and `/`, `**` does not. */
  uriAllowList: z.array(z.string().min(1)).default([]),
  /** Where links in mails lead instead of to a page of the site: this service's own /verify, as clients see it. */
  mailLinkUrl: z.url().optional(),
  /** Confirm new accounts at once instead of by mail. */
  autoconfirm: z.boolean().default(false),
  /** Addresses that more hangs on: whoever signs up with one proves it by mail, also with `autoconfirm`. In small letters. */
  confirmAlways: z.array(z.string().min(1)).default([]),
  disableSignup: z.boolean().default(false),
  /** Where people read what they agree to by signing up; nowhere when not given. */
  privacyUrl: z.url({ protocol: /^https?$/ }).optional(),
  termsUrl: z.url({ protocol: /^https?$/ }).optional(),
  emailEnabled: z.boolean().default(true),
  /** Accounts without an address, for who wants to look around first. */
  anonymousEnabled: z.boolean().default(false),
  /** Accounts by phone; they also need a way to send text messages. */
  phoneEnabled: z.boolean().default(false),
  /** Take phones as proven without a code. */
  phoneAutoconfirm: z.boolean().default(false),
  smsOtpExpirySeconds: z.number().int().positive().default(60),
  jwtExpirySeconds: z.number().int().positive().default(3600),
  jwtAudience: z.string().min(1).default('authenticated'),
  /** `externalUrl` when not given. */
  jwtIssuer: z.string().min(1).optional(),
  /** Verifies HS256 tokens of operators and of services beside ours; it signs nothing where there are keys. */
  jwtSecret: z.string().min(32).optional(),
  /** Who may make the calls below `/admin`, by the `role` of their token. */
  adminRoles: z.array(z.string().min(1)).default(['service_role', 'supabase_admin']),
  /** How many proxies in front are ours: that many entries at the end of X-Forwarded-For are believed. */
  trustedProxyHops: z.number().int().min(0).max(10).default(0),
  passwordMinLength: z.number().int().min(limits.passwordMin).max(72).default(limits.passwordMin),
  /** Refuse passwords that are known to have leaked; asks a server elsewhere by five digits of their hash. */
  leakedPasswords: z
    .object({
      check: z.boolean().default(false),
      url: z.url().default('https://api.pwnedpasswords.com/range/'),
    })
    .default({ check: false, url: 'https://api.pwnedpasswords.com/range/' }),
  /** A password change needs the current one, except after a recovery. */
  requireCurrentPassword: z.boolean().default(false),
  /** A password change needs a code by mail or phone once a session is a day old. */
  reauthenticateForPassword: z.boolean().default(false),
  /** An address changes only when the old and the new one have both confirmed. */
  secureEmailChange: z.boolean().default(true),
  otpExpirySeconds: z.number().int().positive().default(86_400),
  /** How long an older refresh token is still exchanged for the active one. */
  refreshReuseSeconds: z.number().int().min(0).default(10),
  /** Ends of sessions, in seconds; 0 is never. */
  sessionTimeboxSeconds: z.number().int().min(0).default(0),
  sessionInactivitySeconds: z.number().int().min(0).default(0),
  singleSessionPerUser: z.boolean().default(false),
  /** How long somebody with a second factor may stay signed in without having used it. */
  sessionLowAalSeconds: z.number().int().min(0).default(0),
  /** Google, Apple and others, by name, with what they gave the operator. */
  providers: providersSchema.default({}),
  /** Let signed-in people add and remove ways in. */
  manualLinking: z.boolean().default(false),
  /** Wallets whose owners may sign in with a signed message. */
  web3: z.object({ ethereum: z.boolean().default(false), solana: z.boolean().default(false) }).prefault({}),
  mfa: mfaSchema.default(mfaSchema.parse({})),
  /** For whom authenticators sign: the site's host and origin unless said otherwise. */
  webauthn: z
    .object({ rpId: z.string().min(1).optional(), origins: z.array(z.url()).default([]) })
    .default({ origins: [] }),
  rateLimits: rateLimitsSchema.default(rateLimitsSchema.parse({})),
})

export type AuthSettings = z.output<typeof authSettingsSchema>
export type AuthSettingsInput = z.input<typeof authSettingsSchema>
export type RateLimit = { points: number; seconds: number }

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
