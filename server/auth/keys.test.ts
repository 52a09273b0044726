import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { createAccessTokens } from './access-tokens.ts'
import { type AuthKeys, loadAuthKeys, parseAuthKeys } from './keys.ts'
import { authSettingsSchema } from './settings.ts'

const newFolder = async () => join(await mkdtemp(join(tmpdir(), 'kinora-keys-')), 'secrets')

/** Whether a token signed with one set of keys is accepted with the other. */
async function understand(signer: AuthKeys, verifier: AuthKeys): Promise<boolean> {
  const settings = authSettingsSchema.parse({
    siteUrl: 'https://site.test',
    externalUrl: 'https://site.test/auth/v1',
  })
  const { token } = await createAccessTokens(signer, settings).sign({
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
  return createAccessTokens(verifier, settings)
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

describe('keys in a folder', () => {
  it('are made at the first start, readable by the owner only, and the same ever after', async () => {
    const folder = await newFolder()

    const first = await loadAuthKeys(folder)
    const second = await loadAuthKeys(folder)

    expect(await readdir(folder)).toEqual(['auth-keys.json'])
    expect((await stat(join(folder, 'auth-keys.json'))).mode & 0o777).toBe(0o600)
    expect(second.jwks).toEqual(first.jwks)
    expect(await understand(first, second)).toBe(true)
  })

  it('are one pair when several instances start at once', async () => {
    const folder = await newFolder()

    const all = await Promise.all(Array.from({ length: 5 }, () => loadAuthKeys(folder)))

    expect(new Set(all.map(({ signing }) => signing.kid)).size).toBe(1)
    expect(await readdir(folder)).toEqual(['auth-keys.json'])
  })

  it('do not understand those of another folder', async () => {
    const [one, two] = await Promise.all([loadAuthKeys(await newFolder()), loadAuthKeys(await newFolder())])

    expect(await understand(one, two)).toBe(false)
  })

  it('publish nothing private', async () => {
    const folder = await newFolder()
    const { jwks } = await loadAuthKeys(folder)
    const [kept] = JSON.parse(await readFile(join(folder, 'auth-keys.json'), 'utf8')).keys

    expect(JSON.stringify(jwks)).not.toContain(kept.d)
  })
})

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
