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

  expect(readEnv(smtp).auth.autoconfirm).toBe(false)
  expect(readEnv({ ...smtp, AUTH_AUTOCONFIRM: 'true' }).auth.autoconfirm).toBe(true)
  expect(readEnv({ AUTH_AUTOCONFIRM: 'false' }).auth.autoconfirm).toBe(false)
})

test('a secret too short to be one is refused', () => {
  expect(() => readEnv({ SECRET_KEY: 'short' })).toThrow('SECRET_KEY')
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
