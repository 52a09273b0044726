import { randomInt } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { factorNotFound } from '../errors.ts'
import type { FactorRow } from './factors.ts'

/** A set has ten codes of 16 characters each: about 79 bits, which cannot be guessed. */
export const setSize = 10
const codeLength = 16

/** Leaves out letters and digits that look alike on paper. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** The person's set of codes, locked. @throws AuthError mfa_factor_not_found */
export async function findRecoveryFactor(tx: AuthTransaction, userId: string): Promise<FactorRow> {
  const factor = await tx.first<FactorRow>(
    `select * from auth.mfa_factors where user_id = $1 and factor_type = 'recovery_code' for update`,
    [userId],
  )
  if (factor === null) throw factorNotFound()
  return factor
}

/** Makes a new set and returns it, which is the only time that it can be shown; the previous set stops working. */
export async function replaceCodes(auth: Auth, tx: AuthTransaction, factor: FactorRow): Promise<string[]> {
  const codes = Array.from({ length: setSize }, newRecoveryCode)
  await tx.run('delete from auth.mfa_recovery_codes where factor_id = $1', [factor.id])
  for (const code of codes) {
    await tx.run('insert into auth.mfa_recovery_codes (id, factor_id, code_hash) values ($1, $2, $3)', [
      uuid(),
      factor.id,
      hashOf(auth, factor, code),
    ])
  }
  await tx.run('update auth.mfa_factors set updated_at = now() where id = $1', [factor.id])
  return codes
}

export async function countUnused(tx: AuthTransaction, factor: FactorRow): Promise<number> {
  const row = await tx.first<{ unused: number }>(
    'select count(*)::int as unused from auth.mfa_recovery_codes where factor_id = $1 and used_at is null',
    [factor.id],
  )
  return row?.unused ?? 0
}

/** Whether this is an unused code of the set; if so, it is consumed. Case, spaces and dashes are ignored. */
export async function acceptRecoveryCode(
  auth: Auth,
  tx: AuthTransaction,
  factor: FactorRow,
  typed: string,
): Promise<boolean> {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  const used = await tx.run(
    `update auth.mfa_recovery_codes set used_at = now()
     where factor_id = $1 and code_hash = $2 and used_at is null`,
    [factor.id, hashOf(auth, factor, code)],
  )
  return used === 1
}

function hashOf(auth: Auth, factor: FactorRow, code: string): Buffer {
  return auth.secrets.hashCode(code, { userId: factor.user_id, type: 'recovery_code', address: factor.id })
}

function newRecoveryCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}
