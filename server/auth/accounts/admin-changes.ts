import { z } from 'zod'
import { readGoDuration } from '../../go-duration.ts'
import type { Auth } from '../auth-context.ts'
import { validationFailed } from '../errors.ts'
import { normaliseEmail } from './emails.ts'
import { assertAcceptableHash } from './password-hashes.ts'
import { assertAcceptablePassword } from './passwords.ts'
import { normalisePhone } from './phones.ts'

const metadata = z.record(z.string(), z.unknown())

/** The fields of an account that an operator may set; fields left out are not changed. */
export const adminUserSchema = z.object({
  id: z.string().optional(),
  role: z.string().optional(),
  email: z.string().default(''),
  phone: z.string().default(''),
  password: z.string().optional(),
  password_hash: z.string().optional(),
  email_confirm: z.boolean().default(false),
  phone_confirm: z.boolean().default(false),
  user_metadata: metadata.optional(),
  app_metadata: metadata.optional(),
  ban_duration: z.string().default(''),
})

export type AdminChanges = {
  role: string | null
  email: string | null
  phone: string | null
  passwordHash: string | null
  confirmsEmail: boolean
  confirmsPhone: boolean
  userMetadata: Record<string, unknown>
  appMetadata: Record<string, unknown>
  /** undefined: unchanged; null: not banned. */
  bannedUntil: Date | null | undefined
}

/**
 * Validates and normalises the changes that an operator requested.
 * @throws AuthError validation_failed, weak_password
 */
export async function acceptableChanges(
  auth: Auth,
  body: z.output<typeof adminUserSchema>,
): Promise<AdminChanges> {
  return {
    role: body.role === undefined || body.role === '' ? null : body.role,
    email: body.email === '' ? null : normaliseEmail(body.email),
    phone: body.phone === '' ? null : normalisePhone(body.phone),
    bannedUntil: bannedUntil(body.ban_duration),
    passwordHash: await passwordHashOf(auth, body.password, body.password_hash),
    confirmsEmail: body.email_confirm,
    confirmsPhone: body.phone_confirm,
    userMetadata: body.user_metadata ?? {},
    appMetadata: body.app_metadata ?? {},
  }
}

async function passwordHashOf(
  auth: Auth,
  password: string | undefined,
  hash: string | undefined,
): Promise<string | null> {
  if (password !== undefined && hash !== undefined) {
    throw validationFailed('Only a password or a password hash should be provided')
  }
  if (hash !== undefined) {
    assertAcceptableHash(hash)
    return hash
  }
  if (password === undefined) return null

  assertAcceptablePassword(password, auth.settings)
  return auth.passwords.hash(password)
}

/** Reads a duration as Go writes them (`24h`, `1h30m`); `none` ends a ban, and '' leaves it unchanged. */
function bannedUntil(duration: string): Date | null | undefined {
  if (duration === '') return undefined
  if (duration === 'none') return null

  const ms = readGoDuration(duration) ?? 0
  const until = new Date(Date.now() + ms)
  if (ms <= 0 || Number.isNaN(until.getTime())) {
    throw validationFailed(`invalid format for ban duration: ${duration}`)
  }
  return until
}
