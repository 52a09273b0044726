import type { JWK } from 'jose'
import { z } from 'zod'
import { jsonOrNull } from '../json.ts'

/*
 * The stored form of keys. It is kept apart from the code that signs, because the settings are read before that code is loaded.
 */

/** The algorithms of published keys. None is symmetric, because a published symmetric key would let anybody sign. */
export const signingAlgorithms = ['ES256', 'RS256'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

const jwkSchema = z
  .looseObject({
    kty: z.enum(['EC', 'RSA', 'oct']),
    kid: z.string().min(1),
    key_ops: z.array(z.string()).optional(),
    /** A field of our own: the Unix time, in seconds, since which another key signs. */
    retired_at: z.number().optional(),
  })
  .transform((jwk) => jwk as JWK & { kid: string; retired_at?: number })
const keySetSchema = z.object({ keys: z.array(jwkSchema).min(1) })
export type KeptJwk = z.output<typeof jwkSchema>

/** Reads keys from text: a private JWK set, or a single private JWK. @throws SyntaxError, ZodError */
export function readKeySet(text: string): KeptJwk[] {
  return keySetSchema.parse(asKeySet(JSON.parse(text))).keys
}

/** The first key that may sign. @throws Error when there is none */
export function signerOf(keys: KeptJwk[]): KeptJwk {
  const mayVerifyOnly = ({ key_ops: operations }: KeptJwk) =>
    operations !== undefined && !operations.includes('sign')
  const signer = keys.find((jwk) => jwk.d !== undefined && !mayVerifyOnly(jwk))
  if (signer === undefined)
    throw new Error('None of the keys may sign: an EC or RSA key with its private part is needed')
  return signer
}

function asKeySet(parsed: unknown): unknown {
  if (Array.isArray(parsed)) return { keys: parsed }
  if (typeof parsed === 'object' && parsed !== null && 'keys' in parsed) return parsed
  return { keys: [parsed] }
}

/** The algorithm that a key signs with. @throws Error when it is neither ES256 nor RS256 */
export function algorithmOf(jwk: JWK): SigningAlgorithm {
  const alg = jwk.kty === 'RSA' ? 'RS256' : 'ES256'
  if (jwk.alg !== undefined && jwk.alg !== alg) throw new Error(`Unsupported signing algorithm ${jwk.alg}`)
  return alg
}

/**
 * Why a text cannot serve as signing keys, in words for the operator who wrote it; null when it can. The words quote no part of
 * the text, as a parser's own error message would, because it is secret.
 */
export function problemOfKeys(text: string): string | null {
  const read = keySetSchema.safeParse(asKeySet(jsonOrNull(text)))
  if (!read.success) return 'a private JWK set as JSON, in which each key has its "kty" and its "kid"'
  try {
    algorithmOf(signerOf(read.data.keys.filter(({ kty }) => kty !== 'oct')))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
