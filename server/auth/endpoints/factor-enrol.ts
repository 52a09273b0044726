import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { writeAudit } from '../accounts/audit.ts'
import { assertMayAddFactor, insertFactor, type NewFactor } from '../accounts/factors.ts'
import { normalisePhone } from '../accounts/phones.ts'
import { lockSession } from '../accounts/raise-session.ts'
import { newTotp } from '../accounts/totp.ts'
import type { UserRow } from '../accounts/users.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { requireNamedUser } from '../http/bearer.ts'
import { readBody } from '../http/body.ts'
import { clientOf } from '../http/client.ts'
import type { Endpoint } from './endpoint.ts'

const bodySchema = z.object({
  factor_type: z.string().default(''),
  friendly_name: z.string().max(255).default(''),
  issuer: z.string().max(255).default(''),
  phone: z.string().default(''),
})
type Body = z.output<typeof bodySchema>

/** The new factor as it is stored, and the fields that its owner is shown only in this response. */
type Enrolment = { factor: NewFactor; wire: Record<string, unknown> }

const namesOfKinds = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' } as const
type Kind = keyof typeof namesOfKinds

/** POST /factors: begins to enrol a second factor, which is in force from its first right answer on. */
export const enrolFactor: Endpoint = async (c, auth) => {
  const { user, session } = await requireNamedUser(c, auth)
  const client = clientOf(c, auth)
  const body = await readBody(c, bodySchema)
  const kind = kindOf(auth, body)
  const { factor, wire } = enrolmentOf(auth, kind, body, user)

  await auth.db.transaction(async (tx) => {
    const locked = await lockSession(tx, user.id, session.id)
    if (kind === 'phone') await replaceSamePhone(tx, user.id, factor.phone ?? '')
    await assertMayAddFactor(auth, tx, locked, body.friendly_name)
    const { id } = await insertFactor(tx, user.id, factor)
    await writeAudit(tx, 'factor_in_progress', user, client, { factor_id: id, factor_type: kind })
  })
  return c.json({ id: factor.id, type: kind, friendly_name: body.friendly_name, ...wire })
}

function kindOf(auth: Auth, { factor_type: type }: Body): Kind {
  if (type !== 'totp' && type !== 'phone' && type !== 'webauthn') {
    throw validationFailed('factor_type needs to be totp, phone, or webauthn')
  }

  const isOn = auth.settings.mfa[type].enrol && (type !== 'phone' || auth.texter.isAvailable)
  if (isOn) return type
  throw new AuthError(
    422,
    `mfa_${type}_enroll_not_enabled`,
    `MFA enroll is disabled for ${namesOfKinds[type]}`,
  )
}

function enrolmentOf(auth: Auth, kind: Kind, body: Body, user: UserRow): Enrolment {
  const id = uuid()
  const factor: NewFactor = { id, factor_type: kind, friendly_name: body.friendly_name }

  switch (kind) {
    case 'totp': {
      const issuer = body.issuer || auth.settings.siteName || new URL(auth.settings.siteUrl).host
      const { secret, wire } = newTotp(issuer, user.email ?? user.phone ?? user.id)
      return { factor: { ...factor, secret: auth.secrets.sealFactor(secret, id) }, wire: { totp: wire } }
    }
    case 'phone': {
      const phone = normalisePhone(body.phone)
      return { factor: { ...factor, phone }, wire: { phone } }
    }
    case 'webauthn':
      return { factor, wire: {} }
  }
}

/** A phone can be a factor only once: an unfinished enrolment of the same number is deleted. @throws AuthError 422 */
async function replaceSamePhone(tx: AuthTransaction, userId: string, phone: string): Promise<void> {
  const same = await tx.all<{ id: string; status: string }>(
    `select id, status from auth.mfa_factors where user_id = $1 and factor_type = 'phone' and phone = $2`,
    [userId, phone],
  )
  if (same.some(({ status }) => status === 'verified')) {
    throw new AuthError(
      422,
      'mfa_verified_factor_exists',
      'A verified phone factor already exists, unenroll the existing factor to continue',
    )
  }
  for (const { id } of same) await tx.run('delete from auth.mfa_factors where id = $1', [id])
}
