import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { writeAudit } from '../accounts/audit.ts'
import { type ChallengeRow, consumeChallenge, takeAttempt } from '../accounts/factor-challenges.ts'
import { assertSecondFactorUsed, type FactorRow, findFactor, markVerified } from '../accounts/factors.ts'
import { lockSession, raiseSession } from '../accounts/raise-session.ts'
import { acceptTotp } from '../accounts/totp.ts'
import { reloadUser } from '../accounts/users.ts'
import { acceptWebauthn, webauthnAnswerSchema } from '../accounts/webauthn.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { AuthError, validationFailed } from '../errors.ts'
import { requireUser } from '../http/bearer.ts'
import { readBody } from '../http/body.ts'
import { clientOf } from '../http/client.ts'
import { notify } from '../mails/notices.ts'
import { type Endpoint, sendTokens } from './endpoint.ts'
import { assertMayVerify, factorIdOf } from './factor-id.ts'

const bodySchema = z.object({
  challenge_id: z.string().default(''),
  code: z.string().default(''),
  webauthn: webauthnAnswerSchema.optional(),
})
type Body = z.output<typeof bodySchema>

const refusals = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
  webauthn: 'Invalid WebAuthn credential',
  recovery_code: 'Invalid recovery code entered',
}

/** POST /factors/{id}/verify: raises the session to aal2; it keeps its id. */
export const verifyFactor: Endpoint = async (c, auth) => {
  const client = clientOf(c, auth)
  await auth.limits.consume('factor_verify', client)
  const { user, session } = await requireUser(c, auth)
  const factorId = factorIdOf(c)
  const body = await readBody(c, bodySchema)
  const challengeId = challengeIdOf(body)

  const answer = async (tx: AuthTransaction) => {
    const locked = await lockSession(tx, user.id, session.id)
    const factor = await findFactor(tx, user.id, factorId)
    assertMayVerify(auth, factor)
    // A factor that was begun before the account was protected would otherwise let in whoever began it by the password alone.
    if (factor.status === 'unverified') {
      const owner = await reloadUser(tx, user.id)
      assertSecondFactorUsed(owner, locked, 403, 'AAL2 required to enroll a new factor')
    }
    const challenge = await takeAttempt(tx, factor, session.id, challengeId)

    const isRight = challenge !== null && (await accept(auth, tx, factor, challenge, body))
    const traits = { factor_id: factor.id, factor_type: factor.factor_type, challenge_id: challengeId }
    await writeAudit(tx, 'verification_attempted', user, client, { ...traits, is_right: isRight })
    // Returned, not thrown, so that the counted attempt is committed.
    if (!isRight) return new AuthError(422, 'mfa_verification_failed', refusals[factor.factor_type])

    await consumeChallenge(tx, challenge)
    await markVerified(tx, factor)
    if (factor.status === 'unverified') await notify(auth, tx, 'factorAdded', user.email)
    return raiseSession(auth, tx, locked, factor)
  }

  const outcome = await auth.limits.guess(
    'factor',
    user.id,
    () => auth.db.transaction(answer),
    (result) => result instanceof AuthError,
  )
  if (outcome instanceof AuthError) throw outcome
  return sendTokens(c, outcome)
}

function challengeIdOf({ challenge_id: id, code, webauthn }: Body): string {
  if (code === '' && webauthn === undefined) throw validationFailed('Code needs to be non-empty')
  if (z.uuid().safeParse(id).success) return id
  throw validationFailed('challenge_id must be an UUID')
}

async function accept(
  auth: Auth,
  tx: AuthTransaction,
  factor: FactorRow,
  challenge: ChallengeRow,
  { code, webauthn }: Body,
): Promise<boolean> {
  // People copy codes with spaces and dashes in them.
  const typed = code.replace(/[\s-]/g, '')

  switch (factor.factor_type) {
    case 'totp':
      return acceptTotp(auth, tx, factor, typed)
    case 'phone':
      return challenge.code_hash !== null && isCodeOf(auth, factor, challenge.id, challenge.code_hash, typed)
    case 'webauthn': {
      // A WebAuthn challenge accepts one answer only: it is consumed even by a wrong one.
      await consumeChallenge(tx, challenge)
      return webauthn !== undefined && acceptWebauthn(tx, factor, challenge, webauthn)
    }
    case 'recovery_code':
      return false
  }
}

function isCodeOf(auth: Auth, factor: FactorRow, challengeId: string, hash: Buffer, code: string): boolean {
  const owner = { userId: factor.user_id, type: 'challenge', address: challengeId }
  return timingSafeEqual(auth.secrets.hashCode(code, owner), hash)
}
