import { randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { algorithmOf, type KeptJwk, readKeySet, type SigningAlgorithm, signerOf } from './kept-keys.ts'

export type SigningKey =
  | { kid: string; alg: SigningAlgorithm; key: CryptoKey }
  /** A secret that this service and others share, for deployments that were made for it. */
  | { kid: null; alg: 'HS256'; key: Uint8Array }

export type KeySet = {
  /** The key that signs new tokens. */
  signing: SigningKey
  /** What `/.well-known/jwks.json` publishes. */
  jwks: { keys: JWK[] }
  /** Verify HS256; never published. */
  secrets: Uint8Array[]
}

/** The keys as they are now: they may be rotated while the service runs. */
export type AuthKeys = {
  current(): Promise<KeySet>
  /** Looks again at once, for a token whose key is not known yet. */
  latest(): Promise<KeySet>
}

/** An access token that was signed just before the key went may live so much longer than it says. */
const graceSeconds = 60

/**
 * Keys from text: a private JWK set, or one private JWK, as GoTrue's own settings have them. The first that may
 * sign does; the public parts of all are published, symmetric ones only verify.
 * @param tokenSeconds how long tokens live: a retired key is published until the last one it signed has expired
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

/** Keys that stay as they are, from settings. */
export function fixedKeys(set: KeySet): AuthKeys {
  return { current: async () => set, latest: async () => set }
}

/** Only a secret: tokens are HS256, and there is nothing to publish. */
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

/** Only what a public key needs; listed by name, so that no private part can slip through. */
function publicPart(jwk: JWK & { kid: string }): JWK {
  const common = { kid: jwk.kid, use: 'sig', alg: algorithmOf(jwk), key_ops: ['verify'] }
  if (jwk.kty === 'RSA') return { kty: 'RSA', n: required(jwk.n), e: required(jwk.e), ...common }
  return { kty: 'EC', crv: required(jwk.crv), x: required(jwk.x), y: required(jwk.y), ...common }
}

function required(part: string | undefined): string {
  if (part === undefined) throw new Error('A signing key is incomplete')
  return part
}

/** A new signing key, private part and all. */
export async function newPrivateJwk(): Promise<KeptJwk> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(pair.privateKey)), kty: 'EC', kid: randomUUID(), alg: 'ES256' }
}
