import { v7 as uuid } from 'uuid'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError, factorNotFound, insufficientAal } from '../errors.ts'
import type { SessionRow } from './sessions.ts'
import type { FactorSummary, UserRow } from './users.ts'

export type FactorType = FactorSummary['factor_type']

/** A second factor with its secrets. Never send it to a client: `FactorSummary` is for that. */
export type FactorRow = {
  id: string
  user_id: string
  friendly_name: string | null
  factor_type: FactorType
  status: 'unverified' | 'verified'
  phone: string | null
  secret: Buffer | null
  last_totp_step: string | number | null
  credential_id: string | null
  credential_public_key: Buffer | null
  credential_sign_count: string | number | null
  credential_transports: string[] | null
}

export type NewFactor = Pick<FactorRow, 'factor_type' | 'friendly_name'> &
  Partial<Pick<FactorRow, 'id' | 'phone' | 'secret' | 'status'>>

/** How long a person has to finish enrolling a factor. */
const unfinishedMinutes = 5

/**
 * Locks a person's row, so that changes of their factors and log-ins happen one after another. To avoid deadlocks, take this lock
 * before that of a session.
 */
export async function lockUser(tx: AuthTransaction, userId: string): Promise<void> {
  await tx.first('select 1 from auth.users where id = $1 for no key update', [userId])
}

/**
 * Checks that this session may add another factor. First deletes the person's factors whose enrolment was not finished in time.
 * @throws AuthError insufficient_aal, too_many_enrolled_mfa_factors, mfa_factor_name_conflict
 */
export async function assertMayAddFactor(
  auth: Auth,
  tx: AuthTransaction,
  session: Pick<SessionRow, 'user_id' | 'aal'>,
  friendlyName: string,
): Promise<void> {
  await deleteUnfinished(tx, session.user_id)
  const factors = await tx.all<Pick<FactorRow, 'status' | 'friendly_name' | 'factor_type'>>(
    'select status, friendly_name, factor_type from auth.mfa_factors where user_id = $1',
    [session.user_id],
  )

  const isProtected = factors.some(({ status }) => status === 'verified')
  if (isProtected && session.aal !== 'aal2') {
    throw insufficientAal(403, 'AAL2 required to enroll a new factor')
  }

  const counted = factors.filter(({ factor_type }) => factor_type !== 'recovery_code')
  if (counted.length >= auth.settings.mfa.maxFactors) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  }

  if (friendlyName !== '' && factors.some(({ friendly_name }) => friendly_name === friendlyName)) {
    throw nameTaken(friendlyName)
  }
}

async function deleteUnfinished(tx: AuthTransaction, userId: string): Promise<void> {
  await tx.run(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified' and created_at <= now() - make_interval(mins => $2)`,
    [userId, unfinishedMinutes],
  )
}

/** The names that the person's factors have; null for one without a name. */
export async function namesOfFactors(tx: AuthTransaction, userId: string): Promise<(string | null)[]> {
  const factors = await tx.all<Pick<FactorRow, 'friendly_name'>>(
    'select friendly_name from auth.mfa_factors where user_id = $1',
    [userId],
  )
  return factors.map(({ friendly_name }) => friendly_name)
}

function nameTaken(friendlyName: string): AuthError {
  return new AuthError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${friendlyName}" for this user already exists`,
  )
}

export async function insertFactor(
  tx: AuthTransaction,
  userId: string,
  factor: NewFactor,
): Promise<FactorRow> {
  const row = await tx.first<FactorRow>(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, phone, secret)
     values ($1, $2, $3, $4, $5, $6, $7) returning *`,
    [
      factor.id ?? uuid(),
      userId,
      factor.friendly_name,
      factor.factor_type,
      factor.status ?? 'unverified',
      factor.phone ?? null,
      factor.secret ?? null,
    ],
  )
  if (row === null) throw new Error('A factor was not stored')
  return row
}

/**
 * The person's own factor, locked; a factor whose enrolment was not finished in time is not found.
 * @throws AuthError mfa_factor_not_found
 */
export async function findFactor(tx: AuthTransaction, userId: string, factorId: string): Promise<FactorRow> {
  const factor = await tx.first<FactorRow>(
    `select * from auth.mfa_factors
     where id = $1 and user_id = $2 and factor_type <> 'recovery_code'
       and (status = 'verified' or created_at > now() - make_interval(mins => $3))
     for update`,
    [factorId, userId, unfinishedMinutes],
  )
  if (factor === null) throw factorNotFound()
  return factor
}

/** Marks a factor as verified after its first right answer, and deletes the person's unverified factors of the same type. */
export async function markVerified(tx: AuthTransaction, factor: FactorRow): Promise<void> {
  await tx.run(`update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1`, [
    factor.id,
  ])
  await tx.run(
    `delete from auth.mfa_factors where user_id = $1 and factor_type = $2 and status = 'unverified'`,
    [factor.user_id, factor.factor_type],
  )
}

/**
 * Renames a factor. First deletes those whose enrolment was not finished in time, as their names are free again.
 * @throws AuthError mfa_factor_name_conflict
 */
export async function renameFactor(tx: AuthTransaction, factor: FactorRow, name: string): Promise<void> {
  await deleteUnfinished(tx, factor.user_id)
  const sameName = await tx.first(
    'select 1 from auth.mfa_factors where user_id = $1 and friendly_name = $2 and id <> $3',
    [factor.user_id, name, factor.id],
  )
  if (sameName !== null) throw nameTaken(name)

  await tx.run('update auth.mfa_factors set friendly_name = $2, updated_at = now() where id = $1', [
    factor.id,
    name,
  ])
}

/**
 * Removes a factor together with the proofs by it: sessions fall back to the assurance level of their remaining proofs. Recovery
 * codes are removed with the last verified factor that they stand in for.
 */
export async function removeFactor(tx: AuthTransaction, factor: FactorRow): Promise<void> {
  await tx.run('delete from auth.mfa_factors where id = $1', [factor.id])
  await forgetProofs(tx, factor)

  const orphaned = await tx.all<FactorRow>(
    `delete from auth.mfa_factors where user_id = $1 and factor_type = 'recovery_code' and not exists (
       select from auth.mfa_factors where user_id = $1 and factor_type <> 'recovery_code' and status = 'verified'
     ) returning *`,
    [factor.user_id],
  )
  for (const codes of orphaned) await forgetProofs(tx, codes)
}

async function forgetProofs(tx: AuthTransaction, factor: FactorRow): Promise<void> {
  await tx.run(
    `update auth.sessions set
       amr = coalesce((
         select jsonb_agg(proof order by position)
         from jsonb_array_elements(amr) with ordinality as proofs (proof, position)
         where proof ->> 'factor_id' is distinct from $2
       ), '[]'),
       aal = case when exists (
         select from jsonb_array_elements(amr) as proofs (proof)
         where proof ? 'factor_id' and proof ->> 'factor_id' <> $2
       ) then 'aal2' else 'aal1' end,
       updated_at = now()
     where user_id = $1 and amr @> jsonb_build_array(jsonb_build_object('factor_id', $2::text))`,
    [factor.user_id, factor.id],
  )
}

/**
 * Requires a session at aal2 from people who have a second factor.
 * @throws AuthError insufficient_aal
 */
export function assertSecondFactorUsed(
  user: Pick<UserRow, 'factors'>,
  session: Pick<SessionRow, 'aal'>,
  status: 401 | 403 | 422,
  message: string,
): void {
  const isProtected = user.factors.some((factor) => factor.status === 'verified')
  if (isProtected && session.aal !== 'aal2') throw insufficientAal(status, message)
}
