import { Hono } from 'hono'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { newAccount, newEmail, password, startAuth } from '../testing/auth-service.ts'
import { createTestDatabase } from '../testing/database.ts'

const { pool } = await createTestDatabase()
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, ...settings })
const wrong = { body: { email: 'a@example.com', password: 'not the password' } }
const path = '/token?grant_type=password'

describe('an error', () => {
  it('has a code and a message for clients since 2024, with the version echoed', async () => {
    const auth = await start()

    const { headers, body } = await auth.call('POST', path, wrong)

    expect(body).toMatchObject({ code: 'invalid_credentials', message: 'Invalid login credentials' })
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(headers.get('x-sb-error-code')).toBe('invalid_credentials')
  })

  it.each(['', '2023-12-31', 'nonsense'])('has the older form for version "%s"', async (version) => {
    const auth = await start()

    const { headers, body } = await auth.call('POST', path, {
      ...wrong,
      headers: { 'x-supabase-api-version': version },
    })

    expect(body).toEqual({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' })
    expect(headers.has('x-supabase-api-version')).toBe(false)
    expect(headers.get('x-sb-error-code')).toBe('invalid_credentials')
  })

  it('that nobody foresaw is logged whole and told as nothing but an id', async () => {
    const broken = { connect: () => Promise.reject(new Error('secret detail of the database')) }
    const auth = await startAuth(broken as never)

    const { status, body } = await auth.call('POST', path, wrong)

    expect(status).toBe(500)
    expect(body).toMatchObject({ code: 'unexpected_failure', error_id: expect.any(String) })
    expect(JSON.stringify(body)).not.toContain('secret detail')
    expect(auth.logged.join()).toContain('secret detail of the database')
    expect(auth.logged.join()).toContain(body.error_id)
  })
})

describe('a request', () => {
  it.each(['', '{', 'null', '[]', '"text"', '7'])('whose body is %j is refused', async (raw) => {
    const auth = await start()

    const { status, body } = await auth.call('POST', path, { raw })

    expect([status, body.code]).toEqual([400, 'bad_json'])
  })

  it('of more than 1 MB is refused, announced or not', async () => {
    const auth = await start()
    const raw = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(1_100_000) })
    const announced = await auth.call('POST', path, { raw })

    const chunked = await fetch(`${auth.url}${path}`, {
      method: 'POST',
      body: new Blob([raw]).stream(),
      duplex: 'half',
    } as RequestInit)

    expect([announced.status, announced.body.code]).toEqual([413, 'request_entity_too_large'])
    expect(chunked.status).toBe(413)
  })

  it('to an unknown path or grant is told so', async () => {
    const auth = await start()

    expect((await auth.call('GET', '/nowhere')).status).toBe(404)
    const grant = await auth.call('POST', '/token?grant_type=toString', { body: {} })
    expect([grant.status, grant.body.message]).toEqual([400, 'unsupported_grant_type'])
  })

  it('from another origin may read what stock clients need', async () => {
    const auth = await start()

    const preflight = await auth.call('OPTIONS', '/user', {
      headers: {
        origin: 'https://app.test',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,apikey,x-client-info,x-supabase-api-version',
      },
    })
    const answer = await auth.call('GET', '/settings', { headers: { origin: 'https://app.test' } })

    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase() ?? ''
    for (const name of [
      'apikey',
      'authorization',
      'content-type',
      'x-client-info',
      'x-supabase-api-version',
    ]) {
      expect(allowed).toContain(name)
    }
    const methods = preflight.headers.get('access-control-allow-methods')?.split(',')
    expect(methods).toEqual(expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']))
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version')
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false)

    const refusal = await auth.call('GET', '/user', { headers: { origin: 'https://app.test' } })
    expect(refusal.status).toBe(401)
    expect(refusal.headers.get('access-control-allow-origin')).toBe('*')
    expect(refusal.headers.get('access-control-expose-headers')).toContain('X-Supabase-Api-Version')
  })
})

describe('what is public', () => {
  it('are keys that verify our tokens and sign nothing', async () => {
    const auth = await start()
    const { token, id } = await newAccount(auth)

    const { headers, body } = await auth.call('GET', '/.well-known/jwks.json')

    expect(headers.get('cache-control')).toBe('public, max-age=600')
    for (const key of body.keys) {
      expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256' })
      expect(key).not.toHaveProperty('d')
    }
    const keys = createRemoteJWKSet(new URL(`${auth.url}/.well-known/jwks.json`))
    const { payload, protectedHeader } = await jwtVerify(token, keys)
    expect(payload.sub).toBe(id)
    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'JWT', kid: body.keys[0].kid })
  })

  it("are the operator's choices", async () => {
    const auth = await start({ disableSignup: true })

    const { body } = await auth.call('GET', '/settings')

    expect(body).toMatchObject({
      external: { email: true, phone: false, google: false, apple: false, anonymous_users: false },
      disable_signup: true,
      mailer_autoconfirm: true,
      saml_enabled: false,
      password_min_length: 6,
    })
  })

  it('say how long a password has to be', async () => {
    const { body } = await (await start({ passwordMinLength: 12 })).call('GET', '/settings')

    expect(body).toMatchObject({ password_min_length: 12 })
  })

  it('is what there is to read before one signs up', async () => {
    const policies = { privacyUrl: 'https://home.test/privacy', termsUrl: 'https://home.test/terms' }
    const [without, both] = [await start(), await start(policies)]
    const read = async (auth: typeof both) => {
      const { body } = await auth.call('GET', '/settings')
      return [body.privacy_url, body.terms_url]
    }

    expect(await read(without)).toEqual([null, null])
    expect(await read(both)).toEqual(['https://home.test/privacy', 'https://home.test/terms'])
  })

  it('is whether its mails leave this machine', async () => {
    const [toServer, toFiles] = [await start(), await start({ sendsMail: false })]

    expect((await toServer.call('GET', '/settings')).body).toMatchObject({ sends_mail: true })
    expect((await toFiles.call('GET', '/settings')).body).toMatchObject({ sends_mail: false })
  })

  it("is the service's health", async () => {
    const auth = await start()

    const { status, body } = await auth.call('GET', '/health')

    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'GoTrue',
      version: expect.any(String),
      description: expect.any(String),
    })
  })
})

describe('what is not offered', () => {
  it.each([
    ['POST', '/token?grant_type=pkce', { auth_code: 'a', code_verifier: 'b' }, 404, 'flow_state_not_found'],
    ['POST', '/token?grant_type=pkce', { auth_code: '', code_verifier: 'b' }, 400, 'validation_failed'],
    ['POST', '/token?grant_type=id_token', { provider: 'google', id_token: 'x' }, 400, 'provider_disabled'],
    ['POST', '/token?grant_type=web3', { chain: 'ethereum' }, 422, 'web3_provider_disabled'],
    ['POST', '/otp', { phone: '+491701234567' }, 400, 'phone_provider_disabled'],
    ['POST', '/sso', { domain: 'example.com' }, 404, 'saml_provider_disabled'],
    ['GET', '/authorize?provider=google', undefined, 400, 'validation_failed'],
  ])('%s %s answers as documented', async (method, route, body, status, code) => {
    const auth = await start()

    const answer = await auth.call(method, route, body === undefined ? {} : { body })

    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it.each([
    ['POST', '/factors', { factor_type: 'phone' }, 422, 'mfa_phone_enroll_not_enabled'],
    ['POST', '/factors', { factor_type: 'fingerprint' }, 400, 'validation_failed'],
    ['DELETE', '/factors/018f0000-0000-7000-8000-000000000000', undefined, 404, 'mfa_factor_not_found'],
    ['GET', '/user/identities/authorize?provider=google', undefined, 404, 'manual_linking_disabled'],
  ])(
    '%s %s is for signed-in people, and answers as documented',
    async (method, route, body, status, code) => {
      const auth = await start()
      const { token } = await newAccount(auth)
      const request = body === undefined ? {} : { body }

      const signedIn = await auth.call(method, route, { ...request, token })
      const nobody = await auth.call(method, route, request)

      expect([signedIn.status, signedIn.body.code]).toEqual([status, code])
      expect(nobody.status).toBe(401)
    },
  )
})

it.each(['/', '/auth/v1', '/deep/in/somewhere'])('works mounted at %s', async (prefix) => {
  const auth = await start()
  const app = new Hono().route(prefix, auth.app)
  const base = prefix === '/' ? '' : prefix

  const response = await app.request(`${base}/signup`, {
    method: 'POST',
    body: JSON.stringify({ email: newEmail(), password }),
  })

  expect(response.status).toBe(200)
})

it('leaves no secret in the log', async () => {
  const auth = await start()
  const { email, token, refreshToken } = await newAccount(auth)
  await auth.call('POST', path, { body: { email, password: 'not the password' } })
  await auth.call('POST', '/recover', { body: { email } })
  await auth.mailTo(email)

  const log = auth.logged.join('\n')

  for (const secret of [password, token, refreshToken]) expect(log).not.toContain(secret)
})
