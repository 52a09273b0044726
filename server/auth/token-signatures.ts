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

/** A token that is not ours, no longer valid, or not for us. */
export class InvalidAccessTokenError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'InvalidAccessTokenError'
  }
}

export type SignatureCheck = (token: string, options: JWTVerifyOptions) => Promise<JWTPayload>

/**
 * Checks tokens by the algorithm's own kind of key: a published key never serves as a secret, and `none` is no
 * algorithm. A key that is not known yet may have been made this moment, so it is looked for once more.
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
      // What is no token at all is refused by a plain TypeError.
      if (error instanceof TypeError) throw new InvalidAccessTokenError('Invalid Compact JWS')
      throw error
    }
  }
}
