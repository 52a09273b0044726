import { type JWTPayload, SignJWT } from 'jose'
import { z } from 'zod'
import type { AuthKeys } from './keys.ts'
import type { AuthSettings } from './settings.ts'
import { createSignatureCheck, InvalidAccessTokenError } from './token-signatures.ts'

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
  /** The person has a second factor and has not used it. What such a token gives access to is up to the application. */
  aal_required: z.literal('aal2').optional(),
})
export type AccessTokenClaims = z.output<typeof claimsSchema>

/** The claims that the caller provides; issuer, audience and times are set here. */
export type AccessTokenContent = Omit<AccessTokenClaims, 'iss' | 'aud' | 'iat' | 'exp'>

/** The claims of an operator's or another service's token; only its signature and its times have been checked. */
export type BearerClaims = z.output<typeof bearerSchema>
const bearerSchema = z.looseObject({
  role: z.string().default(''),
  sub: z.string().optional(),
  session_id: z.string().optional(),
})

export type AccessTokens = {
  sign(content: AccessTokenContent): Promise<{ token: string; expiresIn: number; expiresAt: number }>
  /**
   * The claims of a user's token that our keys or the shared secret signed for this audience and that has not expired.
   * @throws InvalidAccessTokenError
   */
  verify(token: string): Promise<AccessTokenClaims>
  /**
   * The claims of any token that our keys or the shared secret signed, for callers that need not be users of this service.
   * @throws InvalidAccessTokenError
   */
  verifyBearer(token: string): Promise<BearerClaims>
}

export function createAccessTokens(keys: AuthKeys, settings: AuthSettings): AccessTokens {
  const expiresIn = settings.jwtExpirySeconds
  const secret = settings.jwtSecret === undefined ? [] : [new TextEncoder().encode(settings.jwtSecret)]
  const expected = { issuer: settings.jwtIssuer ?? settings.externalUrl, audience: settings.jwtAudience }
  const check = createSignatureCheck(keys, secret)

  return {
    async sign(content) {
      const { alg, kid, key } = (await keys.current()).signing
      const issuedAt = Math.floor(Date.now() / 1000)
      const expiresAt = issuedAt + expiresIn
      const token = await new SignJWT({ ...content })
        .setProtectedHeader({ alg, typ: 'JWT', ...(kid === null ? {} : { kid }) })
        .setIssuer(expected.issuer)
        .setAudience(expected.audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key)
      return { token, expiresIn, expiresAt }
    },

    async verify(token) {
      return parsed(claimsSchema, await check(token, { ...expected, requiredClaims: ['sub', 'exp', 'iat'] }))
    },

    async verifyBearer(token) {
      return parsed(bearerSchema, await check(token, {}))
    },
  }
}

function parsed<Shape extends z.ZodType>(shape: Shape, payload: JWTPayload): z.output<Shape> {
  const result = shape.safeParse(payload)
  if (!result.success) throw new InvalidAccessTokenError('claims are missing or malformed')
  return result.data
}
