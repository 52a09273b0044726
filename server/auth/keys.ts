import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { z } from 'zod'

/** The algorithms our tokens may have; nothing symmetric, so that the published keys verify and never sign. */
export const signingAlgorithms = ['ES256', 'RS256'] as const
type SigningAlgorithm = (typeof signingAlgorithms)[number]

export type AuthKeys = {
  /** The key that signs new tokens. */
  signing: { kid: string; alg: SigningAlgorithm; key: CryptoKey }
  /** What `/.well-known/jwks.json` publishes. */
  jwks: { keys: JWK[] }
}

const privateJwkSchema = z
  .looseObject({ kty: z.enum(['EC', 'RSA']), kid: z.string().min(1), d: z.string().min(1) })
  .transform((jwk) => jwk as JWK & { kid: string })
const keySetSchema = z.object({ keys: z.array(privateJwkSchema).min(1) })

const fileName = 'auth-keys.json'

/**
 * The keys kept in `dir` (mode 0600), made there at the first start. Several instances that start at once
 * on one folder agree: the first complete file stays.
 */
export async function loadAuthKeys(dir: string): Promise<AuthKeys> {
  const path = join(dir, fileName)
  const kept = await readFile(path, 'utf8').catch(nullWhenMissing)
  if (kept !== null) return parseAuthKeys(kept)

  await mkdir(dir, { recursive: true, mode: 0o700 })
  await placeOnce(path, await newKeySet())
  return parseAuthKeys(await readFile(path, 'utf8'))
}

/**
 * Keys from text: a private JWK set, or one private JWK, as GoTrue's own settings have them. The first key
 * signs, all are published.
 */
export async function parseAuthKeys(text: string): Promise<AuthKeys> {
  const { keys } = keySetSchema.parse(asKeySet(JSON.parse(text)))

  const [first] = keys
  if (first === undefined) throw new Error('The key set is empty')

  const alg = algorithmOf(first)
  return {
    signing: { kid: first.kid, alg, key: await importPrivate(first, alg) },
    jwks: { keys: keys.map(publicPart) },
  }
}

function asKeySet(parsed: unknown): unknown {
  if (Array.isArray(parsed)) return { keys: parsed }
  if (typeof parsed === 'object' && parsed !== null && 'keys' in parsed) return parsed
  return { keys: [parsed] }
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

function algorithmOf(jwk: JWK): SigningAlgorithm {
  const alg = jwk.kty === 'RSA' ? 'RS256' : 'ES256'
  if (jwk.alg !== undefined && jwk.alg !== alg) throw new Error(`Unsupported signing algorithm ${jwk.alg}`)
  return alg
}

function required(part: string | undefined): string {
  if (part === undefined) throw new Error('A signing key is incomplete')
  return part
}

async function newKeySet(): Promise<string> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(pair.privateKey)), kid: randomUUID(), alg: 'ES256' }
  return `${JSON.stringify({ keys: [jwk] })}\n`
}

/** Puts a complete, flushed file at `path` unless one is there: a hard link never replaces. */
async function placeOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }

  try {
    await link(draft, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
}

function nullWhenMissing(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null
  throw error
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
