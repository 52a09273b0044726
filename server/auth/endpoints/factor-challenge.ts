import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { writeAudit } from '../accounts/audit.ts'
import { challengeSeconds, createChallenge } from '../accounts/factor-challenges.ts'
import { type FactorRow, findFactor } from '../accounts/factors.ts'
import { newWebauthnChallenge, relyingPartySchema } from '../accounts/webauthn.ts'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { validationFailed } from '../errors.ts'
import { requireUser, type SignedIn } from '../http/bearer.ts'
import { readOptionalBody } from '../http/body.ts'
import { clientOf } from '../http/client.ts'
import { newCode } from '../secrets.ts'
import type { Endpoint } from './endpoint.ts'
import { assertMayVerify, factorIdOf } from './factor-id.ts'

const bodySchema = z.object({
  channel: z.string().default('sms'),
  webauthn: relyingPartySchema.default({ rpId: '', rpOrigins: [] }),
})
type Body = z.output<typeof bodySchema>

/** POST /factors/{id}/challenge: opens a challenge, which has to be answered within five minutes and only once. */
export const challengeFactor: Endpoint = async (c, auth) => {
  const client = clientOf(c, auth)
  await auth.limits.consume('factor_challenge', client)
  const signedIn = await requireUser(c, auth)
  const factorId = factorIdOf(c)
  const body = await readOptionalBody(c, bodySchema)

  const phone = await auth.db.transaction(async (tx) => {
    const factor = await findFactor(tx, signedIn.user.id, factorId)
    assertMayVerify(auth, factor)
    return factor.factor_type === 'phone' ? factor.phone : null
  })
  if (phone !== null) {
    assertChannel(body)
    await auth.limits.consumeSms(phone)
  }

  const challenge = await auth.db.transaction(async (tx) => {
    const factor = await findFactor(tx, signedIn.user.id, factorId)
    await writeAudit(tx, 'challenge_created', signedIn.user, client, {
      factor_id: factor.id,
      factor_status: factor.status,
    })
    return open(auth, tx, factor, signedIn, body)
  })
  return c.json(challenge)
}

async function open(
  auth: Auth,
  tx: AuthTransaction,
  factor: FactorRow,
  { user, session }: SignedIn,
  body: Body,
): Promise<Record<string, unknown>> {
  switch (factor.factor_type) {
    case 'phone': {
      const id = uuid()
      const code = newCode()
      const codeHash = auth.secrets.hashCode(code, { userId: user.id, type: 'challenge', address: id })
      await auth.texter.sendCode(tx, {
        to: factor.phone ?? '',
        code,
        goodUntil: new Date(Date.now() + challengeSeconds * 1000),
        about: `challenge:${factor.id}`,
      })
      return createChallenge(tx, factor, session.id, { id, codeHash })
    }
    case 'webauthn': {
      const { keep, wire } = await newWebauthnChallenge(auth, tx, user, factor, body.webauthn)
      return { ...(await createChallenge(tx, factor, session.id, { webauthn: keep })), webauthn: wire }
    }
    case 'totp':
    case 'recovery_code':
      return createChallenge(tx, factor, session.id)
  }
}

function assertChannel({ channel }: Body): void {
  if (channel === 'sms' || channel === 'whatsapp') return
  throw validationFailed("Invalid channel, supported values are 'sms' or 'whatsapp'.")
}
