import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { providersSchema } from './providers/provider-settings.ts'

const limit = (points: number, seconds: number) =>
  z
    .object({ points: z.number().int().positive(), seconds: z.number().int().positive() })
    .default({ points, seconds })

/** Whether factors of a kind may be added (`enrol`), and whether existing ones may be used (`verify`). */
const factorKind = (isOn: boolean) =>
  z
    .object({ enrol: z.boolean().default(isOn), verify: z.boolean().default(isOn) })
    .default({ enrol: isOn, verify: isOn })

const mfaSchema = z.object({
  totp: factorKind(true),
  phone: factorKind(false),
  webauthn: factorKind(true),
  recoveryCodes: factorKind(true),
  /** The most factors that one person may have, whether or not they are verified yet. */
  maxFactors: z.number().int().positive().default(10),
})

/** The defaults of contract 1.6. A bucket counts per client address unless its comment says otherwise. */
const rateLimitsSchema = z.object({
  enabled: z.boolean().default(true),
  /** Requests that make the service send something: sign-up, OTP, recover, resend, user update; each has a counter of its own. */
  otp: limit(30, 300),
  /** Anonymous sign-ups, without an address. */
  anonymous: limit(30, 3600),
  /** Password log-ins, and failed refreshes. */
  token: limit(150, 300),
  verify: limit(30, 300),
  /** Sign-ins with wallets, and by single sign-on; each has a counter of its own. */
  web3: limit(30, 300),
  sso: limit(30, 300),
  /** Challenges of second factors, and answers to them; each has a counter of its own. */
  factor: limit(15, 60),
  /** Wrong passwords for one account, whichever client address they come from. */
  accountFailures: limit(100, 3600),
  /** Wrong codes for one mail address or phone, over all codes sent to it; also wrong codes for one person's second factors. */
  codeFailures: limit(20, 3600),
  /** Mails that the whole instance sends. */
  mails: limit(30, 3600),
  /** Text messages that the whole instance sends. */
  sms: limit(30, 3600),
  /** The minimum gap between two mails of one kind to one address. */
  mailGapSeconds: z.number().int().min(0).default(60),
  /** The minimum gap between two text messages to one phone. */
  smsGapSeconds: z.number().int().min(0).default(60),
})

/** All settings of the account service. The application reads them from its environment. */
export const authSettingsSchema = z.object({
  /** The site that links in mails lead to; redirects to its origin are allowed. Without a trailing slash. */
  siteUrl: z.url().transform(withoutSlash),
  /** The site's name in mails; by default its host. */
  siteName: z.string().min(1).optional(),
  /** The address at which clients reach the service; also the tokens' issuer unless `jwtIssuer` is set. */
  externalUrl: z.url().transform(withoutSlash),
  /** Further allowed redirect targets, as globs: `*` stops at `.` and `/`, `**` does not. */
  uriAllowList: z.array(z.string().min(1)).default([]),
  /** Where links in mails lead instead of to a page of the site: the public address of this service's own /verify. */
  mailLinkUrl: z.url().optional(),
  /** Confirm new accounts at once instead of by mail. */
  autoconfirm: z.boolean().default(false),
  /** Whether mails leave this machine; without a mail server they become files, of which somebody has to know. */
  sendsMail: z.boolean().default(true),
  /** Addresses that confer rights, such as operators': they are confirmed by mail even with `autoconfirm`. In lower case. */
  confirmAlways: z.array(z.string().min(1)).default([]),
  disableSignup: z.boolean().default(false),
  /** Pages with the terms that people agree to by signing up; not linked when not given. */
  privacyUrl: z.url({ protocol: /^https?$/ }).optional(),
  termsUrl: z.url({ protocol: /^https?$/ }).optional(),
  emailEnabled: z.boolean().default(true),
  /** Accounts without an address, for visitors who want to look around first. */
  anonymousEnabled: z.boolean().default(false),
  /** Accounts with a phone number; they also need a way to send text messages. */
  phoneEnabled: z.boolean().default(false),
  /** Treat phones as confirmed without a code. */
  phoneAutoconfirm: z.boolean().default(false),
  smsOtpExpirySeconds: z.number().int().positive().default(60),
  jwtExpirySeconds: z.number().int().positive().default(3600),
  jwtAudience: z.string().min(1).default('authenticated'),
  /** By default `externalUrl`. */
  jwtIssuer: z.string().min(1).optional(),
  /** Verifies HS256 tokens of operators and of other services; with asymmetric keys configured, it signs nothing. */
  jwtSecret: z.string().min(32).optional(),
  /** The values of a token's `role` claim that may call the endpoints below `/admin`. */
  adminRoles: z.array(z.string().min(1)).default(['service_role', 'supabase_admin']),
  /** How many of the operator's own proxies are in front: that many entries at the end of X-Forwarded-For are trusted. */
  trustedProxyHops: z.number().int().min(0).max(10).default(0),
  passwordMinLength: z.number().int().min(limits.passwordMin).max(72).default(limits.passwordMin),
  /** Refuse passwords that are known to have leaked; sends the first five digits of their hash to a third-party server. */
  leakedPasswords: z
    .object({
      check: z.boolean().default(false),
      url: z.url().default('https://api.pwnedpasswords.com/range/'),
    })
    .default({ check: false, url: 'https://api.pwnedpasswords.com/range/' }),
  /** A password change needs the current one, except in a session that began with a recovery or a one-time code or link. */
  requireCurrentPassword: z.boolean().default(false),
  /** A password change needs a code by mail or phone once the session is a day old. */
  reauthenticateForPassword: z.boolean().default(false),
  /** A mail address changes only once the old and the new address have both confirmed. */
  secureEmailChange: z.boolean().default(true),
  otpExpirySeconds: z.number().int().positive().default(86_400),
  /** For how long after a refresh an older refresh token is still exchanged for the active one. */
  refreshReuseSeconds: z.number().int().min(0).default(10),
  /** When sessions end, in seconds after their creation or their last refresh; 0 means never. */
  sessionTimeboxSeconds: z.number().int().min(0).default(0),
  sessionInactivitySeconds: z.number().int().min(0).default(0),
  singleSessionPerUser: z.boolean().default(false),
  /** How long a person with a second factor may stay signed in without having used it; 0 means without limit. */
  sessionLowAalSeconds: z.number().int().min(0).default(0),
  /** Google, Apple and others, by name, with the credentials that each issued to the operator. */
  providers: providersSchema.default({}),
  /** Let signed-in people link and unlink identities. */
  manualLinking: z.boolean().default(false),
  /** The kinds of wallet whose owners may sign in with a signed message. */
  web3: z.object({ ethereum: z.boolean().default(false), solana: z.boolean().default(false) }).prefault({}),
  mfa: mfaSchema.default(mfaSchema.parse({})),
  /** The relying party that authenticators sign for: by default the site's host and origin. */
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
