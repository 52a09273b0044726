import type { Context } from 'hono'
import { z } from 'zod'
import { freeName } from '#contract/free-name.ts'
import { type AuditAction, writeAudit } from '../accounts/audit.ts'
import { assertMayAddFactor, insertFactor, namesOfFactors, removeFactor } from '../accounts/factors.ts'
import { lockSession, raiseSession } from '../accounts/raise-session.ts'
import {
  acceptRecoveryCode,
  countUnused,
  findRecoveryFactor,
  replaceCodes,
  setSize,
} from '../accounts/recovery-codes.ts'
import type { SessionRow } from '../accounts/sessions.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError, factorNotFound, insufficientAal, tooManyRequests, validationFailed } from '../errors.ts'
import { requireUser, type SignedIn } from '../http/bearer.ts'
import { readBody, readOptionalBody } from '../http/body.ts'
import { clientOf } from '../http/client.ts'
import { notify } from '../mails/notices.ts'
import { type Endpoint, sendTokens } from './endpoint.ts'
import { assertMayVerify } from './factor-id.ts'

/*
 * Recovery codes: ten codes to keep on paper, each valid once in place of a second factor. The endpoints are those of auth-js's
 * `mfa.recoveryCodes`.
 */

const nameSchema = z.object({ friendly_name: z.string().max(255).default('') })
const codeSchema = z.object({ code: z.string().default('') })

/** GET /factors/recovery-codes: how many codes are left. */
export const recoveryCodesStatus: Endpoint = async (c, auth) => {
  const { user } = await requireUser(c, auth)
  const status = await auth.db.transaction(async (tx) => {
    const factor = await findRecoveryFactor(tx, user.id)
    return { id: factor.id, remaining: await countUnused(tx, factor) }
  })
  return c.json({ ...status, type: 'recovery_code', total: setSize })
}

/** POST /factors/recovery-codes: makes the first set, for people who have another verified factor. */
export const makeRecoveryCodes: Endpoint = async (c, auth) => {
  const signedIn = await requireUser(c, auth)
  assertMayMake(auth)
  const { friendly_name: given } = await readOptionalBody(c, nameSchema)
  const hasFactor = signedIn.user.factors.some(
    ({ status, factor_type }) => status === 'verified' && factor_type !== 'recovery_code',
  )
  if (!hasFactor) {
    throw new AuthError(422, 'mfa_recovery_codes_sole_factor', 'Recovery codes need another verified factor')
  }

  return change(c, auth, signedIn, 'generate_recovery_codes', async (tx, session) => {
    const existing = await findRecoveryFactor(tx, session.user_id).catch(nullWhenMissing)
    if (existing !== null) {
      throw new AuthError(422, 'mfa_verified_factor_exists', 'Recovery codes exist already, regenerate them')
    }

    await assertMayAddFactor(auth, tx, session, given)
    const name = given || freeName('Recovery codes', await namesOfFactors(tx, session.user_id))
    const factor = await insertFactor(tx, session.user_id, {
      factor_type: 'recovery_code',
      friendly_name: name,
      status: 'verified',
    })
    return newSet(factor.id, name, await replaceCodes(auth, tx, factor))
  })
}

/** POST /factors/recovery-codes/regenerate: makes another set; the remaining codes of the old one stop working. */
export const remakeRecoveryCodes: Endpoint = async (c, auth) => {
  const signedIn = await requireUser(c, auth)
  assertMayMake(auth)

  const answer = await change(c, auth, signedIn, 'generate_recovery_codes', async (tx, session) => {
    const factor = await findRecoveryFactor(tx, session.user_id)
    return newSet(factor.id, factor.friendly_name, await replaceCodes(auth, tx, factor))
  })
  // After the transaction, because the counters take a connection of their own.
  await auth.limits.forgetFailures('recovery_code', signedIn.user.id)
  return answer
}

/** DELETE /factors/recovery-codes */
export const removeRecoveryCodes: Endpoint = async (c, auth) => {
  const signedIn = await requireUser(c, auth)

  return change(c, auth, signedIn, 'factor_deleted', async (tx, session) => {
    const factor = await findRecoveryFactor(tx, session.user_id)
    await removeFactor(tx, factor)
    return { id: factor.id }
  })
}

/** POST /factors/recovery-codes/verify: raises the session to aal2; it keeps its id. */
export const verifyRecoveryCode: Endpoint = async (c, auth) => {
  const client = clientOf(c, auth)
  await auth.limits.consume('factor_verify', client)
  const { user, session } = await requireUser(c, auth)
  assertMayVerify(auth, { factor_type: 'recovery_code' })
  const { code } = await readBody(c, codeSchema)
  if (code === '') throw validationFailed('Code needs to be non-empty')

  const answer = async (tx: AuthTransaction) => {
    const locked = await lockSession(tx, user.id, session.id)
    const factor = await findRecoveryFactor(tx, user.id).catch(nullWhenMissing)
    const isRight = factor !== null && (await acceptRecoveryCode(auth, tx, factor, code))
    const traits = { factor_type: 'recovery_code', is_right: isRight }
    await writeAudit(tx, 'verification_attempted', user, client, traits)
    return isRight ? raiseSession(auth, tx, locked, factor) : null
  }

  const outcome = await auth.limits
    .guess(
      'recovery_code',
      user.id,
      () => auth.db.transaction(answer),
      (result) => result === null,
    )
    .catch(refusedWhenLocked)
  if (outcome !== null) return sendTokens(c, outcome)
  throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
}

/** Runs a change of the set: it needs aal2, is written to the audit log, and the owner is notified. */
async function change(
  c: Context,
  auth: Auth,
  { user, session }: SignedIn,
  action: AuditAction,
  work: (tx: AuthTransaction, session: SessionRow) => Promise<{ id: string }>,
): Promise<Response> {
  const answer = await auth.db.transaction(async (tx) => {
    const locked = await lockSession(tx, user.id, session.id)
    if (locked.aal !== 'aal2') throw insufficientAal(403, 'AAL2 required to change recovery codes')

    const done = await work(tx, locked)
    const traits = { factor_id: done.id, factor_type: 'recovery_code' }
    await writeAudit(tx, action, user, clientOf(c, auth), traits)
    await notify(auth, tx, 'recoveryCodesChanged', user.email)
    return done
  })
  return c.json(answer)
}

function newSet(id: string, name: string | null, codes: string[]) {
  return { id, type: 'recovery_code', friendly_name: name, total: codes.length, codes }
}

function assertMayMake(auth: Auth): void {
  if (auth.settings.mfa.recoveryCodes.enrol) return
  throw new AuthError(422, 'mfa_recovery_codes_enroll_not_enabled', 'Recovery codes are disabled')
}

/** Translates the refusal of a guess too many. */
function refusedWhenLocked(error: unknown): never {
  if (!(error instanceof AuthError) || error.code !== tooManyRequests().code) throw error
  throw new AuthError(429, 'mfa_recovery_codes_locked', 'Too many wrong recovery codes, try again later')
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof AuthError && error.code === factorNotFound().code) return null
  throw error
}
