import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { parse } from 'uuid'
import { z } from 'zod'
import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { validationFailed } from '../errors.ts'
import type { ChallengeRow, WebauthnChallenge } from './factor-challenges.ts'
import { challengeSeconds } from './factor-challenges.ts'
import type { FactorRow } from './factors.ts'
import type { UserRow } from './users.ts'

/** Loaded only for the first security key, because it takes thirty megabytes that most servers never need. */
const library = () => import('@simplewebauthn/server')

/** The COSE algorithms that authenticators use: Ed25519, ES256 and RS256. */
const algorithms = [-8, -7, -257]

/** The relying party that a client names; empty means the server's own. */
export const relyingPartySchema = z.object({
  rpId: z.string().default(''),
  rpOrigins: z.array(z.string()).default([]),
})

export const webauthnAnswerSchema = z.object({
  type: z.enum(['create', 'request']),
  // The library parses the credential and checks all of its fields.
  credential_response: z.looseObject({ id: z.string(), rawId: z.string(), response: z.looseObject({}) }),
})
export type WebauthnAnswer = z.output<typeof webauthnAnswerSchema>

/**
 * Makes the challenge for the authenticator: to create a credential if the factor is still being enrolled, else to sign with the
 * existing one. A client may name the relying party, but it must be this site.
 * @returns `keep` to store with the challenge, `wire` to send to the client
 * @throws AuthError validation_failed
 */
export async function newWebauthnChallenge(
  auth: Auth,
  tx: AuthTransaction,
  user: UserRow,
  factor: FactorRow,
  wish: z.output<typeof relyingPartySchema>,
): Promise<{ keep: WebauthnChallenge; wire: Record<string, unknown> }> {
  const { rpId, origins } = relyingParty(auth, wish)
  const timeout = challengeSeconds * 1000

  if (factor.status === 'unverified') {
    const publicKey = await (await library()).generateRegistrationOptions({
      rpName: auth.settings.siteName ?? rpId,
      rpID: rpId,
      userName: user.email ?? user.phone ?? user.id,
      userID: new Uint8Array(parse(user.id)),
      timeout,
      attestationType: 'none',
      excludeCredentials: await credentialsOf(tx, user.id),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
      supportedAlgorithmIDs: algorithms,
    })
    return challengeOf('create', publicKey, rpId, origins)
  }

  const publicKey = await (await library()).generateAuthenticationOptions({
    rpID: rpId,
    timeout,
    allowCredentials: [credentialOf(factor)],
    userVerification: 'preferred',
  })
  return challengeOf('request', publicKey, rpId, origins)
}

function challengeOf(
  type: 'create' | 'request',
  publicKey: { challenge: string },
  rpId: string,
  origins: string[],
) {
  return {
    keep: { type, challenge: publicKey.challenge, rpId, origins },
    wire: { type, credential_options: { publicKey } },
  }
}

/** Whether the authenticator answered this challenge rightly. Its key and sign count are then stored with the factor. */
export async function acceptWebauthn(
  tx: AuthTransaction,
  factor: FactorRow,
  challenge: ChallengeRow,
  answer: WebauthnAnswer,
): Promise<boolean> {
  const asked = challenge.webauthn
  if (asked === null || asked.type !== answer.type) return false

  // The library throws an error for every kind of wrong answer; those with a `severity` come from the database.
  try {
    return answer.type === 'create'
      ? await acceptNewCredential(tx, factor, asked, answer)
      : await acceptSignature(tx, factor, asked, answer)
  } catch (error) {
    if (error instanceof Error && !('severity' in error)) return false
    throw error
  }
}

async function acceptNewCredential(
  tx: AuthTransaction,
  factor: FactorRow,
  asked: WebauthnChallenge,
  answer: WebauthnAnswer,
): Promise<boolean> {
  const { verified, registrationInfo } = await (await library()).verifyRegistrationResponse({
    response: answer.credential_response as unknown as RegistrationResponseJSON,
    expectedChallenge: asked.challenge,
    expectedOrigin: asked.origins,
    expectedRPID: asked.rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  })
  if (!verified || factor.credential_id !== null) return false

  const { id, publicKey, counter, transports } = registrationInfo.credential
  const stored = await tx.run(
    `update auth.mfa_factors set credential_id = $2, credential_public_key = $3, credential_sign_count = $4,
       credential_transports = $5
     where id = $1 and not exists (select from auth.mfa_factors where credential_id = $2)`,
    [factor.id, id, Buffer.from(publicKey), counter, transports ?? []],
  )
  return stored === 1
}

async function acceptSignature(
  tx: AuthTransaction,
  factor: FactorRow,
  asked: WebauthnChallenge,
  answer: WebauthnAnswer,
): Promise<boolean> {
  const { credential_id: id, credential_public_key: publicKey } = factor
  if (id === null || publicKey === null || answer.credential_response.id !== id) return false

  const { verified, authenticationInfo } = await (await library()).verifyAuthenticationResponse({
    response: answer.credential_response as unknown as AuthenticationResponseJSON,
    expectedChallenge: asked.challenge,
    expectedOrigin: asked.origins,
    expectedRPID: asked.rpId,
    credential: {
      id,
      publicKey: new Uint8Array(publicKey),
      counter: Number(factor.credential_sign_count),
    },
    requireUserVerification: false,
  })
  if (!verified) return false

  await tx.run('update auth.mfa_factors set credential_sign_count = $2 where id = $1', [
    factor.id,
    authenticationInfo.newCounter,
  ])
  return true
}

/** The relying party. It is always this site, since a signature for another site would prove nothing here. @throws AuthError */
function relyingParty(auth: Auth, wish: z.output<typeof relyingPartySchema>) {
  const { siteUrl, webauthn } = auth.settings
  const site = new URL(siteUrl)
  const rpId = webauthn.rpId ?? site.hostname
  if (wish.rpId !== '' && wish.rpId !== rpId) throw validationFailed(`Unknown relying party "${wish.rpId}"`)

  const ours = webauthn.origins.length > 0 ? webauthn.origins : [site.origin]
  const unknown = wish.rpOrigins.find((origin) => !ours.includes(origin) && !isLoopbackTwin(origin, site))
  if (unknown !== undefined) throw validationFailed(`Unknown origin "${unknown}"`)
  return { rpId, origins: wish.rpOrigins.length > 0 ? wish.rpOrigins : ours }
}

/** Whether an origin is this machine on another port, from which pages are served during development. */
function isLoopbackTwin(origin: string, site: URL): boolean {
  if (site.hostname !== 'localhost' || !URL.canParse(origin)) return false
  const url = new URL(origin)
  return url.protocol === site.protocol && url.hostname === site.hostname && url.origin === origin
}

async function credentialsOf(tx: AuthTransaction, userId: string) {
  const factors = await tx.all<FactorRow>(
    'select * from auth.mfa_factors where user_id = $1 and credential_id is not null',
    [userId],
  )
  return factors.map(credentialOf)
}

function credentialOf(factor: FactorRow) {
  return { id: factor.credential_id ?? '', transports: factor.credential_transports ?? [] }
}
