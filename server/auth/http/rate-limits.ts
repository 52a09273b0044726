import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { AuthDatabase } from '../database.ts'
import { AuthError, tooManyRequests } from '../errors.ts'
import type { AuthSecrets } from '../secrets.ts'
import type { AuthSettings, RateLimit } from '../settings.ts'
import type { Client } from './client.ts'

/** Buckets that count requests per client address; each type of request has a counter of its own. */
export type AddressBucket =
  | 'signup'
  | 'anonymous'
  | 'otp'
  | 'recover'
  | 'resend'
  | 'user_update'
  | 'token'
  | 'verify'
  | 'factor_challenge'
  | 'factor_verify'
  | 'web3'
  | 'sso'

/** Buckets that count wrong guesses, per mail address or phone, or per signed-in person. */
export type FailureBucket = 'password' | 'code' | 'factor' | 'recovery_code'

/** Kinds of mail with a minimum gap of their own per receiver. Mails that a requester must not be able to tell apart share a kind. */
export type MailKind = 'confirmation' | 'recovery' | 'magic_link' | 'email_change' | 'reauthentication'

export type RateLimits = {
  /** @throws AuthError 429 over_request_rate_limit */
  consume(bucket: AddressBucket, client: Client): Promise<void>
  /**
   * Checks a guess, and counts it unless `isWrong` denies that of the result. It is counted before it is checked, and given back
   * when it was not wrong or the check failed, so that no more of many concurrent guesses are checked than of as many in sequence.
   * A right guess is refused too, or the limit would reveal which one is right.
   * @throws AuthError 429 over_request_rate_limit, without a check
   */
  guess<Result>(
    bucket: FailureBucket,
    email: string,
    check: () => Promise<Result>,
    isWrong: (result: Result) => boolean,
  ): Promise<Result>
  hasGuessesLeft(bucket: FailureBucket, email: string): Promise<boolean>
  /**
   * The same in two calls, for log-ins by password: how many of them are checked at once is limited by hashing (hashing-turns.ts),
   * and a right one, which is the rule, writes nothing here.
   * @throws AuthError 429 over_request_rate_limit
   */
  assertGuessAllowed(bucket: FailureBucket, email: string): Promise<void>
  countFailure(bucket: FailureBucket, email: string): Promise<void>
  forgetFailures(bucket: FailureBucket, email: string): Promise<void>
  /**
   * Counts one mail to `receiver`, whether or not it has an account, so that the limit does not reveal whether it has one.
   * @throws AuthError 429 over_email_send_rate_limit
   */
  consumeMail(kind: MailKind, receiver: string): Promise<void>
  /** The same for a text message. @throws AuthError 429 over_sms_send_rate_limit */
  consumeSms(phone: string): Promise<void>
}

/** Keeps the counters in PostgreSQL, so that all instances share them. */
export function createRateLimits(db: AuthDatabase, settings: AuthSettings, secrets: AuthSecrets): RateLimits {
  const { rateLimits } = settings
  const counter = (keyPrefix: string, { points, seconds }: RateLimit) =>
    new RateLimiterPostgres({
      storeClient: { query: (statement: Statement) => runAlone(db, statement) },
      storeType: 'client',
      schemaName: 'auth',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix,
      points,
      duration: seconds,
    })

  const addresses: Record<AddressBucket, RateLimiterPostgres> = {
    signup: counter('signup', rateLimits.otp),
    anonymous: counter('anonymous', rateLimits.anonymous),
    otp: counter('otp', rateLimits.otp),
    recover: counter('recover', rateLimits.otp),
    resend: counter('resend', rateLimits.otp),
    user_update: counter('user_update', rateLimits.otp),
    token: counter('token', rateLimits.token),
    verify: counter('verify', rateLimits.verify),
    web3: counter('web3', rateLimits.web3),
    sso: counter('sso', rateLimits.sso),
    factor_challenge: counter('factor_challenge', rateLimits.factor),
    factor_verify: counter('factor_verify', rateLimits.factor),
  }
  const failures: Record<FailureBucket, RateLimiterPostgres> = {
    password: counter('password', rateLimits.accountFailures),
    code: counter('code', rateLimits.codeFailures),
    factor: counter('factor', rateLimits.codeFailures),
    recovery_code: counter('recovery_code', rateLimits.codeFailures),
  }
  const gap = counter('mail-gap', { points: 1, seconds: Math.max(rateLimits.mailGapSeconds, 1) })
  const mails = counter('mails', rateLimits.mails)
  const smsGap = counter('sms-gap', { points: 1, seconds: Math.max(rateLimits.smsGapSeconds, 1) })
  const sms = counter('sms', rateLimits.sms)

  const hasGuessesLeft = async (bucket: FailureBucket, email: string) => {
    if (!rateLimits.enabled) return true
    const used = await failures[bucket].get(secrets.pseudonym(email))
    return used === null || used.remainingPoints > 0
  }

  return {
    hasGuessesLeft,

    async consume(bucket, client) {
      if (!rateLimits.enabled) return
      const refused = await takeOne(addresses[bucket], client.limitKey)
      if (refused !== null) throw tooManyRequests()
    },

    async guess(bucket, email, check, isWrong) {
      if (!rateLimits.enabled) return check()
      const key = secrets.pseudonym(email)
      if ((await takeOne(failures[bucket], key)) !== null) throw tooManyRequests()

      let wasWrong = false
      try {
        const result = await check()
        wasWrong = isWrong(result)
        return result
      } finally {
        if (!wasWrong) await failures[bucket].reward(key)
      }
    },

    async assertGuessAllowed(bucket, email) {
      if (!(await hasGuessesLeft(bucket, email))) throw tooManyRequests()
    },

    async countFailure(bucket, email) {
      if (!rateLimits.enabled) return
      await takeOne(failures[bucket], secrets.pseudonym(email))
    },

    async forgetFailures(bucket, email) {
      await failures[bucket].delete(secrets.pseudonym(email))
    },

    async consumeMail(kind, receiver) {
      if (!rateLimits.enabled) return
      if (rateLimits.mailGapSeconds > 0) {
        const tooSoon = await takeOne(gap, `${kind}:${secrets.pseudonym(receiver)}`)
        if (tooSoon !== null) throw askedTooSoon(overMails, tooSoon)
      }

      const refused = await takeOne(mails, 'instance')
      if (refused !== null) throw new AuthError(429, overMails, 'email rate limit exceeded')
    },

    async consumeSms(phone) {
      if (!rateLimits.enabled) return
      if (rateLimits.smsGapSeconds > 0) {
        const tooSoon = await takeOne(smsGap, secrets.pseudonym(phone))
        if (tooSoon !== null) throw askedTooSoon(overSms, tooSoon)
      }

      const refused = await takeOne(sms, 'instance')
      if (refused !== null) throw new AuthError(429, overSms, 'sms rate limit exceeded')
    },
  }
}

type Statement = { text: string; values: unknown[] }

/** Runs a statement and returns the result in the shape that the library expects from the `pg` driver. */
async function runAlone(db: AuthDatabase, { text, values }: Statement) {
  const rows = await db.alone(text, values)
  return { rows, rowCount: rows.length }
}

const overMails = 'over_email_send_rate_limit'
const overSms = 'over_sms_send_rate_limit'

function askedTooSoon(code: string, refusal: RateLimiterRes): AuthError {
  const seconds = Math.ceil(refusal.msBeforeNext / 1000)
  return new AuthError(
    429,
    code,
    `For security purposes, you can only request this after ${seconds} seconds.`,
  )
}

/** Takes one point; returns null when one was left, else the refusal, which the library throws. */
async function takeOne(limiter: RateLimiterPostgres, key: string): Promise<RateLimiterRes | null> {
  try {
    await limiter.consume(key)
    return null
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal
    throw refusal
  }
}
