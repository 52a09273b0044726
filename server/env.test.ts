import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import { environmentForChildren, readEnv, settingNames } from './env.ts'

test('everything has a default', () => {
  const env = readEnv({})

  expect(env).toMatchObject({ port: 4310, host: '127.0.0.1', publicUrl: 'http://localhost:4310' })
  expect(env).toMatchObject({ runsWeb: true, runsWorker: true, auth: { autoconfirm: true } })
})

test('a wrong setting is told together with every other wrong one', () => {
  const read = () => readEnv({ PORT: 'many', ROLE: 'king', PUBLIC_URL: 'kinora.example' })

  expect(read).toThrow(/PORT: [\s\S]*ROLE: |PUBLIC_URL: /)
  for (const name of ['PORT', 'ROLE', 'PUBLIC_URL']) expect(read).toThrow(`  ${name}: `)
})

test('an empty setting counts as absent', () => {
  expect(readEnv({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 4310, smtpUrl: undefined })
})

test('with a mail server accounts have to be confirmed, unless the operator says otherwise', () => {
  const smtp = { SMTP_URL: 'smtp://mail.example:25' }

  expect(readEnv(smtp).auth).toMatchObject({ autoconfirm: false, sendsMail: true })
  expect(readEnv({}).auth.sendsMail).toBe(false)
  expect(readEnv({ ...smtp, AUTH_AUTOCONFIRM: 'true' }).auth.autoconfirm).toBe(true)
  expect(readEnv({ AUTH_AUTOCONFIRM: 'false' }).auth.autoconfirm).toBe(false)
})

test('what one signs up to is read from pages, and from nothing that a browser would run', () => {
  const given = {
    AUTH_PRIVACY_URL: 'https://home.example/privacy',
    AUTH_TERMS_URL: 'https://home.example/terms',
  }

  expect(readEnv({}).auth).toMatchObject({ privacyUrl: undefined, termsUrl: undefined })
  expect(readEnv(given).auth).toMatchObject({
    privacyUrl: given.AUTH_PRIVACY_URL,
    termsUrl: given.AUTH_TERMS_URL,
  })
  expect(() => readEnv({ AUTH_TERMS_URL: 'javascript:alert(1)' })).toThrow('AUTH_TERMS_URL: ')
})

test('a secret too short to be one is refused', () => {
  expect(() => readEnv({ SECRET_KEY: 'short' })).toThrow('SECRET_KEY')
})

describe('AUTH_JWT_KEYS', () => {
  it.each([
    ['no JSON', '{"kty": "EC", "d": "nobody-may-read-this'],
    ['a key without a name', '{"kty": "EC", "crv": "P-256", "d": "nobody-may-read-this"}'],
    ['a key that only verifies', '{"kty": "EC", "kid": "one", "x": "nobody-may-read-this"}'],
    ['a key of another kind', '{"kty": "EC", "kid": "one", "alg": "ES384", "d": "nobody-may-read-this"}'],
  ])('is told with the other wrong settings, and not what it says: %s', (_what, AUTH_JWT_KEYS) => {
    const read = () => readEnv({ AUTH_JWT_KEYS, PORT: 'many' })

    expect(read).toThrow(/PORT: [\s\S]*AUTH_JWT_KEYS: /)
    expect(read).not.toThrow('nobody-may')
  })
})

test('a folder for media is one of this machine', () => {
  expect(() => readEnv({ STORAGE_URL: 'file://srv/media' })).toThrow('STORAGE_URL: a folder of this machine')
  expect(readEnv({ STORAGE_URL: 'file:///srv/media' }).storageUrl).toBe('file:///srv/media')
})

test('every setting is explained to operators', () => {
  const guide = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')

  expect(settingNames.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

test('a text model needs a name, and a key or a server that asks for none', () => {
  expect(() => readEnv({ AI_KEY: 'sk-secret' })).toThrow('AI_MODEL: ')
  expect(() => readEnv({ AI_MODEL: 'writer-1' })).toThrow('AI_KEY: ')
  expect(() => readEnv({ AI_MODEL: 'writer-1', AI_URL: 'file:///etc' })).toThrow('AI_URL: ')
  expect(readEnv({ AI_MODEL: 'writer-1', AI_URL: 'http://127.0.0.1:11434/v1/' }).ai).toEqual({
    model: 'writer-1',
    url: 'http://127.0.0.1:11434/v1',
    key: undefined,
    timeoutMs: 120_000,
  })
})

test('what draws has the key of what writes where both are on one server, and nowhere else', () => {
  const written = { AI_MODEL: 'writer-1', AI_KEY: 'sk-secret', AI_IMAGE_MODEL: 'painter-1' }
  const keyFor = (addresses: Record<string, string>) => readEnv({ ...written, ...addresses }).aiImages.key

  expect(keyFor({})).toBe('sk-secret')
  const AI_URL = 'https://models.example/v1'
  expect(keyFor({ AI_URL, AI_IMAGE_URL: 'https://models.example/v1/' })).toBe('sk-secret')
  expect(keyFor({ AI_URL, AI_IMAGE_URL: 'https://models.example:8443/v1' })).toBeUndefined()
  expect(keyFor({ AI_IMAGE_URL: 'https://pictures.example/v1' })).toBeUndefined()
})

test('half a set-up of Stripe is refused, and none at all is fine', () => {
  expect(readEnv({}).payments).toBeUndefined()
  expect(() => readEnv({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toThrow('STRIPE_SECRET_KEY: ')
  const half = () => readEnv({ STRIPE_SECRET_KEY: 'sk_1' })
  for (const name of ['STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_FAMILY']) expect(half).toThrow(`  ${name}: `)
})

describe('AUTH_PROVIDERS', () => {
  it('names who may vouch for people, as the auth service reads it', () => {
    const google = { clientId: 'one,two', secret: 'theirs' }

    const { auth } = readEnv({ AUTH_PROVIDERS: JSON.stringify({ google }) })

    expect(auth.providers).toEqual({ google })
  })

  it.each([
    ['no JSON', '{google', 'AUTH_PROVIDERS'],
    ['a provider we do not know', '{"myspace": {"clientId": "a"}}', 'myspace is no provider we know'],
    ['an issuer that is missing', '{"keycloak": {"clientId": "a"}}', 'keycloak.url needs the address'],
    ['a field we do not know', '{"google": {"clientId": "a", "secrets": "b"}}', 'secrets'],
    ['an id that is missing', '{"google": {"secret": "b"}}', 'google.clientId'],
  ])('is refused for %s', (_what, given, said) => {
    expect(() => readEnv({ AUTH_PROVIDERS: given })).toThrow(said)
  })
})

test('a program that we start is given no setting of ours, and is told where compiled code and files for the moment are kept', () => {
  vi.stubEnv('SECRET_KEY', 'known to this process alone, and to nobody else')
  vi.stubEnv('NODE_COMPILE_CACHE', '/cache/node')
  vi.stubEnv('TMPDIR', '/large/tmp')
  onTestFinished(() => void vi.unstubAllEnvs())

  expect(environmentForChildren()).toMatchObject({ NODE_COMPILE_CACHE: '/cache/node', TMPDIR: '/large/tmp' })
  expect(environmentForChildren()).not.toHaveProperty('SECRET_KEY')
})
