import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'
import { signingAlgorithms } from './kept-keys.ts'
import type { AuthKeys, KeySet } from './keys.ts'

/** The token was not signed by a key of ours, has expired, or is meant for another audience. */
export class InvalidAccessTokenError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'InvalidAccessTokenError'
  }
}

export type SignatureCheck = (token: string, options: JWTVerifyOptions) => Promise<JWTPayload>

/**
 * Checks a token only with keys of the kind that its algorithm needs: a published key never serves as an HMAC secret, and `none`
 * is not accepted. An unknown key id may be that of a key created a moment ago, so the keys are read once more.
 */
export function createSignatureCheck(keys: AuthKeys, sharedSecrets: Uint8Array[]): SignatureCheck {
  let verifier: { set: KeySet; find: ReturnType<typeof createLocalJWKSet> } | undefined
  const verifierOf = (set: KeySet) => {
    if (verifier?.set !== set) verifier = { set, find: createLocalJWKSet(set.jwks) }
    return verifier.find
  }

  const byPublishedKey: SignatureCheck = async (token, options) => {
    const wanted = { ...options, algorithms: [...signingAlgorithms] }
    const set = await keys.current()
    try {
      return (await jwtVerify(token, verifierOf(set), wanted)).payload
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      const latest = await keys.latest()
      if (latest === set) throw error
      return (await jwtVerify(token, verifierOf(latest), wanted)).payload
    }
  }

  const bySecret: SignatureCheck = async (token, options) => {
    const secrets = [...sharedSecrets, ...(await keys.current()).secrets]
    let failure: unknown = new errors.JWSInvalid('HS256 is not accepted')
    for (const secret of secrets) {
      try {
        return (await jwtVerify(token, secret, { ...options, algorithms: ['HS256'] })).payload
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  return async (token, options) => {
    try {
      const { alg } = decodeProtectedHeader(token)
      return await (alg === 'HS256' ? bySecret : byPublishedKey)(token, options)
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new InvalidAccessTokenError(error.message)
      // For a text that is not a JWT at all, jose throws a plain TypeError.
      if (error instanceof TypeError) throw new InvalidAccessTokenError('Invalid Compact JWS')
      throw error
    }
  }
}
