import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { logIn, newAccount, siteUrl, startAuth, type TestAuth } from '../../testing/auth-service.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()
const sql = (text: string, values: unknown[] = []) => asSuperuser(superuser, text, values)
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, ...settings })
const site = { rpId: 'site.test', rpOrigins: [siteUrl] }

type Authenticator = ReturnType<typeof createAuthenticator>

const begin = async (auth: TestAuth, token: string) =>
  (await auth.call('POST', '/factors', { token, body: { factor_type: 'webauthn', friendly_name: '' } })).body
    .id as string
const challenge = (auth: TestAuth, token: string, factorId: string, webauthn: object = site) =>
  auth.call('POST', `/factors/${factorId}/challenge`, { token, body: { factorId, webauthn } })
const verify = (auth: TestAuth, token: string, factorId: string, id: string, answer: object) =>
  auth.call('POST', `/factors/${factorId}/verify`, {
    token,
    body: { challenge_id: id, webauthn: { ...site, ...answer } },
  })

/** Adds the authenticator as a factor; resolves with the response of `verify` and the factor's id. */
async function add(auth: TestAuth, token: string, key: Authenticator, change = {}) {
  const factorId = await begin(auth, token)
  const { body } = await challenge(auth, token, factorId)
  const response = key.create(body.webauthn.credential_options, change)
  const added = await verify(auth, token, factorId, body.id, {
    type: 'create',
    credential_response: response,
  })
  return { factorId, ...added }
}

/** Signs in with the authenticator in a session that has only the password. */
async function use(auth: TestAuth, token: string, key: Authenticator, factorId: string, change = {}) {
  const { body } = await challenge(auth, token, factorId)
  const response = key.get(body.webauthn.credential_options, change)
  return verify(auth, token, factorId, body.id, { type: 'request', credential_response: response })
}

/** A person with a security key, with a session that has not used it. */
async function keyHolder(auth: TestAuth) {
  const account = await newAccount(auth)
  const key = createAuthenticator(siteUrl)
  const { factorId } = await add(auth, account.token, key)
  return { ...account, key, factorId, token: (await logIn(auth, account.email)).token }
}

describe('adding a security key', () => {
  it('asks for a new credential of this site, for this person, by a challenge of five minutes', async () => {
    const auth = await start({ siteName: 'Kinora' })
    const { token, email } = await newAccount(auth)

    const before = Date.now() / 1000
    const { status, body } = await challenge(auth, token, await begin(auth, token))

    expect(status).toBe(200)
    expect(body).toMatchObject({ type: 'webauthn', id: expect.any(String), webauthn: { type: 'create' } })
    expect(body.expires_at).toBeGreaterThan(before + 299)
    const { publicKey } = body.webauthn.credential_options
    expect(publicKey).toMatchObject({ rp: { id: 'site.test', name: 'Kinora' }, user: { name: email } })
    expect(Buffer.from(publicKey.challenge, 'base64url').length).toBeGreaterThanOrEqual(16)
  })

  it('raises the session to aal2', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)

    const { status, body } = await add(auth, token, createAuthenticator(siteUrl))

    expect(status).toBe(200)
    const claims = await auth.verifyAccessToken(body.access_token)
    expect([claims.aal, claims.amr[0]?.method]).toEqual(['aal2', 'mfa/webauthn'])
    expect(body.user.factors).toMatchObject([{ factor_type: 'webauthn', status: 'verified' }])
    expect(JSON.stringify(body)).not.toContain('credential')
  })

  it.each([
    ['for another origin', { origin: 'https://evil.test' }],
    ['for another site', { rpId: 'evil.test' }],
    ['of another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['of another kind', { type: 'webauthn.get' }],
  ])('with an answer %s is refused', async (_, change) => {
    const auth = await start()
    const { token } = await newAccount(auth)

    const { status, body } = await add(auth, token, createAuthenticator(siteUrl), change)

    expect([status, body.code]).toEqual([422, 'mfa_verification_failed'])
  })

  it('with garbage is refused', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const factorId = await begin(auth, token)

    for (const response of [{ clientDataJSON: 'e30', attestationObject: 'oA' }, {}]) {
      const { body } = await challenge(auth, token, factorId)
      const credential = { id: 'AA', rawId: 'AA', type: 'public-key', response }
      const answer = { type: 'create', credential_response: credential }
      expect((await verify(auth, token, factorId, body.id, answer)).status).toBe(422)
    }
  })

  it('that somebody has already is refused', async () => {
    const auth = await start()
    const { key } = await keyHolder(auth)
    const { token } = await newAccount(auth)

    expect((await add(auth, token, key)).status).toBe(422)
  })

  it('tells the browser which ones the person has', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const key = createAuthenticator(siteUrl)
    const { body: raised } = await add(auth, token, key)

    const { body } = await challenge(auth, raised.access_token, await begin(auth, raised.access_token))

    expect(body.webauthn.credential_options.publicKey.excludeCredentials).toMatchObject([
      { id: key.id.toString('base64url') },
    ])
  })

  it.each([
    ['site', { rpId: 'evil.test', rpOrigins: [siteUrl] }],
    ['origin', { rpId: 'site.test', rpOrigins: ['https://evil.test'] }],
    ['port of the same site', { rpId: 'site.test', rpOrigins: [`${siteUrl}:8443`] }],
  ])('for another %s is refused before anything is signed', async (_, webauthn) => {
    const auth = await start()
    const { token } = await newAccount(auth)

    const { status, body } = await challenge(auth, token, await begin(auth, token), webauthn)

    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })

  it('works for a client that does not name the site, and for one on another port of a developer', async () => {
    const auth = await start()
    const developing = await start({ siteUrl: 'http://localhost:4310' })
    const { token } = await newAccount(auth)
    const developer = await newAccount(developing)
    const port = { rpId: 'localhost', rpOrigins: ['http://localhost:5173'] }

    const plain = await auth.call('POST', `/factors/${await begin(auth, token)}/challenge`, { token })
    const local = await challenge(developing, developer.token, await begin(developing, developer.token), port)

    expect(plain.body.webauthn.credential_options.publicKey.rp.id).toBe('site.test')
    expect(local.status).toBe(200)
  })
})

describe('using a security key', () => {
  it('raises the session to aal2, time and again', async () => {
    const auth = await start()
    const { email, key, factorId } = await keyHolder(auth)

    for (let turn = 0; turn < 2; turn++) {
      const { token } = await logIn(auth, email)
      const { status, body } = await use(auth, token, key, factorId)
      expect(status).toBe(200)
      expect((await auth.verifyAccessToken(body.access_token)).aal).toBe('aal2')
    }
  })

  it('asks for the credential that the factor is', async () => {
    const auth = await start()
    const { token, key, factorId } = await keyHolder(auth)

    const { body } = await challenge(auth, token, factorId)

    expect(body.webauthn.type).toBe('request')
    expect(body.webauthn.credential_options.publicKey).toMatchObject({
      rpId: 'site.test',
      allowCredentials: [{ id: key.id.toString('base64url') }],
    })
  })

  it.each([
    ['for another origin', { origin: 'https://evil.test' }],
    ['for another site', { rpId: 'evil.test' }],
    ['of another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['by another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['by a copy whose count is behind', { signCount: 1 }],
  ])('with a signature %s is refused', async (_, change) => {
    const auth = await start()
    const { token, key, factorId } = await keyHolder(auth)

    const { status, body } = await use(auth, token, key, factorId, change)

    expect([status, body.code]).toEqual([422, 'mfa_verification_failed'])
  })

  it('keeps how often it signed', async () => {
    const auth = await start()
    const { token, key, factorId } = await keyHolder(auth)

    await use(auth, token, key, factorId, { signCount: 41 })

    const [row] = await sql('select credential_sign_count from auth.mfa_factors where id = $1', [factorId])
    expect(Number(row.credential_sign_count)).toBe(41)
  })

  it('answers a challenge once, also wrongly', async () => {
    const auth = await start()
    const { token, key, factorId } = await keyHolder(auth)
    const { body } = await challenge(auth, token, factorId)
    const options = body.webauthn.credential_options
    const wrong = key.get(options, { origin: 'https://evil.test' })
    await verify(auth, token, factorId, body.id, { type: 'request', credential_response: wrong })

    const right = { type: 'request', credential_response: key.get(options) }
    const { status, body: refused } = await verify(auth, token, factorId, body.id, right)

    expect([status, refused.code]).toEqual([422, 'mfa_ip_address_mismatch'])
  })

  it('by making another credential instead is refused', async () => {
    const auth = await start()
    const { token, factorId } = await keyHolder(auth)
    const { body } = await challenge(auth, token, factorId)
    const options = { publicKey: { ...body.webauthn.credential_options.publicKey, rp: { id: 'site.test' } } }
    const other = createAuthenticator(siteUrl).create(options)

    const answer = { type: 'create', credential_response: other }

    expect((await verify(auth, token, factorId, body.id, answer)).status).toBe(422)
  })

  it('in place of an app that shows codes is refused', async () => {
    const auth = await start()
    const { token, factorId } = await keyHolder(auth)
    const { body } = await challenge(auth, token, factorId)

    const { status } = await auth.call('POST', `/factors/${factorId}/verify`, {
      token,
      body: { challenge_id: body.id, code: '123456' },
    })

    expect(status).toBe(422)
  })
})
