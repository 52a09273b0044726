import { randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { algorithmOf, type KeptJwk, readKeySet, type SigningAlgorithm, signerOf } from './kept-keys.ts'

export type SigningKey =
  | { kid: string; alg: SigningAlgorithm; key: CryptoKey }
  /** A secret that this service shares with others, for deployments whose other services verify HS256 tokens. */
  | { kid: null; alg: 'HS256'; key: Uint8Array }

export type KeySet = {
  /** The key that signs new tokens. */
  signing: SigningKey
  /** The public keys that `/.well-known/jwks.json` publishes. */
  jwks: { keys: JWK[] }
  /** Symmetric keys that verify HS256 tokens; never published. */
  secrets: Uint8Array[]
}

/** The current keys; they may be rotated while the service runs. */
export type AuthKeys = {
  current(): Promise<KeySet>
  /** Reads the keys again at once, for a token whose key is not known yet. */
  latest(): Promise<KeySet>
}

/** How much longer than a token's lifetime a retired key stays published, for tokens signed just before it retired. */
const graceSeconds = 60

/**
 * Parses keys from text: a private JWK set or a single private JWK, in the format of GoTrue's own settings. The first key that
 * may sign becomes the signing key; the public parts of all asymmetric keys are published, symmetric keys only verify.
 * @param tokenSeconds how long tokens live: a retired key is published until the last token it signed has expired
 */
export async function parseAuthKeys(text: string, tokenSeconds = 0): Promise<KeySet> {
  const keys = readKeySet(text)
  const asymmetric = keys.filter(({ kty }) => kty !== 'oct')
  const signer = signerOf(asymmetric)
  const alg = algorithmOf(signer)

  const isPublished = ({ retired_at: at }: KeptJwk) =>
    at === undefined || at + tokenSeconds + graceSeconds > Date.now() / 1000
  return {
    signing: { kid: signer.kid, alg, key: await importPrivate(signer, alg) },
    jwks: { keys: asymmetric.filter(isPublished).map(publicPart) },
    secrets: keys.filter(({ kty }) => kty === 'oct').map(({ k }) => Buffer.from(required(k), 'base64url')),
  }
}

/** Keys that come from settings and do not change while the service runs. */
export function fixedKeys(set: KeySet): AuthKeys {
  return { current: async () => set, latest: async () => set }
}

/** The key set of a shared secret alone: tokens are signed with HS256, and there is no public key to publish. */
export function sharedSecretKeys(secret: string): KeySet {
  const key = new TextEncoder().encode(secret)
  return { signing: { kid: null, alg: 'HS256', key }, jwks: { keys: [] }, secrets: [key] }
}

/** GoTrue writes `key_ops: ["sign", "verify"]` into private keys, which WebCrypto refuses. */
async function importPrivate(jwk: JWK, alg: SigningAlgorithm): Promise<CryptoKey> {
  const { key_ops: _refused, ...rest } = jwk
  const key = await importJWK(rest, alg)
  if (key instanceof Uint8Array) throw new Error('A signing key must be asymmetric')
  return key
}

/** The fields of a public key, listed by name so that no private field can slip through. */
function publicPart(jwk: JWK & { kid: string }): JWK {
  const common = { kid: jwk.kid, use: 'sig', alg: algorithmOf(jwk), key_ops: ['verify'] }
  if (jwk.kty === 'RSA') return { kty: 'RSA', n: required(jwk.n), e: required(jwk.e), ...common }
  return { kty: 'EC', crv: required(jwk.crv), x: required(jwk.x), y: required(jwk.y), ...common }
}

function required(part: string | undefined): string {
  if (part === undefined) throw new Error('A signing key is incomplete')
  return part
}

/** A new signing key, including its private part. */
export async function newPrivateJwk(): Promise<KeptJwk> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(pair.privateKey)), kty: 'EC', kid: randomUUID(), alg: 'ES256' }
}
