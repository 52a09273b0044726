import { z } from 'zod'

const limit = (points: number, seconds: number) =>
  z
    .object({ points: z.number().int().positive(), seconds: z.number().int().positive() })
    .default({ points, seconds })

/** Numbers of contract 1.6. Buckets are counted for each client address unless they say otherwise. */
const rateLimitsSchema = z.object({
  enabled: z.boolean().default(true),
  /** Requests that make the service send something: sign-up, recover, resend, user update; each its own. */
  otp: limit(30, 300),
  /** Password log-ins, and refreshes that failed. */
  token: limit(150, 300),
  verify: limit(30, 300),
  /** Wrong passwords for one account, whatever address they come from. */
  accountFailures: limit(100, 3600),
  /** Wrong codes for one mail address, over all codes sent to it. */
  codeFailures: limit(20, 3600),
  /** Mails of the whole instance. */
  mails: limit(30, 3600),
  /** At least this long between two mails of one kind to one address. */
  mailGapSeconds: z.number().int().min(0).default(60),
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
  /** Confirm new accounts at once instead of by mail. */
  autoconfirm: z.boolean().default(false),
  disableSignup: z.boolean().default(false),
  emailEnabled: z.boolean().default(true),
  jwtExpirySeconds: z.number().int().positive().default(3600),
  /** How many proxies in front are ours: that many entries at the end of X-Forwarded-For are believed. */
  trustedProxyHops: z.number().int().min(0).max(10).default(0),
  passwordMinLength: z.number().int().min(6).max(72).default(6),
  /** A password change needs the current one, except after a recovery. */
  requireCurrentPassword: z.boolean().default(false),
  /** An address changes only when the old and the new one have both confirmed. */
  secureEmailChange: z.boolean().default(true),
  otpExpirySeconds: z.number().int().positive().default(86_400),
  /** How long an older refresh token is still exchanged for the active one. */
  refreshReuseSeconds: z.number().int().min(0).default(10),
  /** Ends of sessions, in seconds; 0 is never. */
  sessionTimeboxSeconds: z.number().int().min(0).default(0),
  sessionInactivitySeconds: z.number().int().min(0).default(0),
  singleSessionPerUser: z.boolean().default(false),
  rateLimits: rateLimitsSchema.default(rateLimitsSchema.parse({})),
})

export type AuthSettings = z.output<typeof authSettingsSchema>
export type AuthSettingsInput = z.input<typeof authSettingsSchema>
export type RateLimit = { points: number; seconds: number }

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
