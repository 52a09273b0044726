import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createAccessTokens } from './access-tokens.ts'
import { fixedKeys, type KeySet, parseAuthKeys, sharedSecretKeys } from './keys.ts'
import { authSettingsSchema } from './settings.ts'

/** Whether a token signed with one set of keys is accepted with the other. */
async function understand(signer: KeySet, verifier: KeySet): Promise<boolean> {
  const settings = authSettingsSchema.parse({
    siteUrl: 'https://site.test',
    externalUrl: 'https://site.test/auth/v1',
  })
  const { token } = await createAccessTokens(fixedKeys(signer), settings).sign({
    sub: '018f0000-0000-7000-8000-000000000000',
    email: 'a@example.com',
    phone: '',
    app_metadata: {},
    user_metadata: {},
    role: 'authenticated',
    aal: 'aal1',
    amr: [],
    session_id: '018f0000-0000-7000-8000-000000000001',
    is_anonymous: false,
  })
  return createAccessTokens(fixedKeys(verifier), settings)
    .verify(token)
    .then(
      () => true,
      () => false,
    )
}

async function privateJwk(alg: string, extra: object = {}) {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: 'the-key', ...extra }
}

describe('keys from settings', () => {
  it.each(['ES256', 'RS256'])('may be %s', async (alg) => {
    const jwk = await privateJwk(alg)
    const keys = await parseAuthKeys(JSON.stringify(jwk))

    expect(keys.signing.alg).toBe(alg)
    expect(await understand(keys, keys)).toBe(true)
    expect(JSON.stringify(keys.jwks)).not.toContain(jwk.d)
  })

  it('are accepted as GoTrue writes them, with operations that WebCrypto refuses', async () => {
    const jwk = await privateJwk('ES256', { key_ops: ['sign', 'verify'], alg: 'ES256' })

    const keys = await parseAuthKeys(JSON.stringify([jwk]))

    expect(await understand(keys, keys)).toBe(true)
  })

  it('sign with the first and still publish the others', async () => {
    const old = await privateJwk('ES256', { kid: 'old' })
    const before = await parseAuthKeys(JSON.stringify({ keys: [old] }))
    const next = await privateJwk('ES256', { kid: 'next' })

    const after = await parseAuthKeys(JSON.stringify({ keys: [next, old] }))

    expect(after.signing.kid).toBe('next')
    expect(await understand(before, after)).toBe(true)
    expect(await understand(after, before)).toBe(false)
  })

  it.each([
    ['a symmetric key', { kty: 'oct', k: 'c2VjcmV0', kid: 'x' }],
    ['a public key', { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'x' }],
    ['a key without a name', { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd' }],
    [
      'an algorithm we do not sign with',
      { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'd', kid: 'x', alg: 'ES512' },
    ],
    ['an empty set', { keys: [] }],
  ])('are refused: %s', async (_what, jwk) => {
    await expect(parseAuthKeys(JSON.stringify(jwk))).rejects.toThrow()
  })
})

describe('a symmetric key beside the others', () => {
  const oct = {
    kty: 'oct',
    kid: 'shared',
    alg: 'HS256',
    key_ops: ['verify'],
    k: Buffer.alloc(32, 7).toString('base64url'),
  }

  it('verifies, does not sign, and is never published', async () => {
    const keys = await parseAuthKeys(JSON.stringify([oct, await privateJwk('ES256')]))
    const settings = authSettingsSchema.parse({
      siteUrl: 'https://site.test',
      externalUrl: 'https://site.test',
    })
    const shared = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.alloc(32, 7))

    const { role } = await createAccessTokens(fixedKeys(keys), settings).verifyBearer(shared)

    expect(role).toBe('service_role')
    expect(keys.signing.alg).toBe('ES256')
    expect(JSON.stringify(keys.jwks)).not.toContain('oct')
    expect(keys.jwks.keys).toHaveLength(1)
  })

  it('is a secret of its own where there is nothing else, and nothing is published', async () => {
    const keys = sharedSecretKeys('a secret of at least thirty-two characters')

    expect(keys.jwks).toEqual({ keys: [] })
    expect(await understand(keys, keys)).toBe(true)
    expect(await understand(keys, sharedSecretKeys('another secret of thirty-two characters'))).toBe(false)
  })
})

it('the key that may sign does, wherever it stands', async () => {
  const old = await privateJwk('RS256', { kid: 'old', key_ops: ['verify'] })
  const next = await privateJwk('ES256', { kid: 'next', key_ops: ['sign', 'verify'] })

  const keys = await parseAuthKeys(JSON.stringify({ keys: [old, next] }))

  expect(keys.signing.kid).toBe('next')
  expect(keys.jwks.keys.map(({ kid }) => kid)).toEqual(['old', 'next'])
})
