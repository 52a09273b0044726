import { createLocalJWKSet, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { type AuthKeys, signingAlgorithms } from './keys.ts'
import type { AuthSettings } from './settings.ts'

export const audience = 'authenticated'

const amrSchema = z.object({ method: z.string(), timestamp: z.number(), provider: z.string().optional() })
export type AmrEntry = z.output<typeof amrSchema>

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.string(),
  exp: z.number(),
  iat: z.number(),
  email: z.string(),
  phone: z.string(),
  app_metadata: z.record(z.string(), z.unknown()),
  user_metadata: z.record(z.string(), z.unknown()),
  role: z.string(),
  aal: z.enum(['aal1', 'aal2']),
  amr: z.array(amrSchema),
  session_id: z.uuid(),
  is_anonymous: z.boolean(),
  /** The person has a second factor and has not used it: what the token opens is for the application to say. */
  aal_required: z.literal('aal2').optional(),
})
export type AccessTokenClaims = z.output<typeof claimsSchema>

/** What a caller adds; issuer, audience and times are set here. */
export type AccessTokenContent = Omit<AccessTokenClaims, 'iss' | 'aud' | 'iat' | 'exp'>

/** A token that is not ours, no longer valid, or not for us. */
export class InvalidAccessTokenError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'InvalidAccessTokenError'
  }
}

export type AccessTokens = {
  sign(content: AccessTokenContent): Promise<{ token: string; expiresIn: number; expiresAt: number }>
  /**
   * The claims of a token that we signed for this audience and that has not expired.
   * @throws InvalidAccessTokenError
   */
  verify(token: string): Promise<AccessTokenClaims>
}

export function createAccessTokens(keys: AuthKeys, settings: AuthSettings): AccessTokens {
  const published = createLocalJWKSet(keys.jwks)
  const { alg, kid, key } = keys.signing
  const expiresIn = settings.jwtExpirySeconds

  return {
    async sign(content) {
      const issuedAt = Math.floor(Date.now() / 1000)
      const expiresAt = issuedAt + expiresIn
      const token = await new SignJWT({ ...content })
        .setProtectedHeader({ alg, kid, typ: 'JWT' })
        .setIssuer(settings.externalUrl)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key)
      return { token, expiresIn, expiresAt }
    },

    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, published, {
          algorithms: [...signingAlgorithms],
          issuer: settings.externalUrl,
          audience,
          requiredClaims: ['sub', 'exp', 'iat'],
        })
        return claimsSchema.parse(payload)
      } catch (error) {
        if (error instanceof errors.JOSEError) throw new InvalidAccessTokenError(error.message)
        if (error instanceof z.ZodError) throw new InvalidAccessTokenError('claims are missing or malformed')
        throw error
      }
    },
  }
}
