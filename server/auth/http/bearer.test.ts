import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { issuer, newAccount, startAuth, type TestAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()
const start = () => startAuth(pool, { autoconfirm: true })

const getUser = (auth: TestAuth, token: string) => auth.call('GET', '/user', { token })

/** A token signed with the service's own key, with some claims changed. */
async function tokenWith(auth: TestAuth, account: { token: string }, change: object): Promise<string> {
  const claims = { ...(await auth.verifyAccessToken(account.token)), ...change }
  const [jwk]: (JWK & { kid: string })[] = JSON.parse(auth.privateKeys).keys
  if (jwk === undefined) throw new Error('no key')
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: jwk.kid, typ: 'JWT' })
    .sign(await importJWK(jwk, 'ES256'))
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

it.each([
  ['no header', {}],
  ['another scheme', { authorization: 'Basic YTpi' }],
  ['an empty bearer', { authorization: 'Bearer ' }],
])('refuses %s with 401', async (_what, headers) => {
  const auth = await start()

  const { status, body } = await auth.call('GET', '/user', { headers })

  expect(status).toBe(401)
  expect(body).toMatchObject({
    code: 'no_authorization',
    message: 'This endpoint requires a valid Bearer token',
  })
})

it('accepts a token that only repeats the claims it was signed with', async () => {
  const auth = await start()
  const account = await newAccount(auth)

  expect((await getUser(auth, await tokenWith(auth, account, {}))).status).toBe(200)
})

it.each([
  ['expired', { exp: Math.floor(Date.now() / 1000) - 1 }],
  ['of another issuer', { iss: 'https://elsewhere.test/auth/v1' }],
  ['for another audience', { aud: 'somebody-else' }],
  ['without an end', { exp: undefined }],
  ['without a session', { session_id: undefined }],
  ['without a subject', { sub: undefined }],
])('refuses a token that is %s', async (_what, change) => {
  const auth = await start()
  const account = await newAccount(auth)

  const { status, body } = await getUser(auth, await tokenWith(auth, account, change))

  expect(status).toBe(403)
  expect(body.code).toBe('bad_jwt')
  expect(body.message).toContain('invalid JWT: unable to parse or verify signature')
})

it('refuses a subject that is no id', async () => {
  const auth = await start()
  const account = await newAccount(auth)

  const { status, body } = await getUser(auth, await tokenWith(auth, account, { sub: 'root' }))

  expect([status, body.code]).toEqual([400, 'bad_jwt'])
})

it('refuses unsigned tokens, however the header spells it', async () => {
  const auth = await start()
  const { token } = await newAccount(auth)
  const payload = token.split('.')[1]

  for (const alg of ['none', 'None', 'NONE']) {
    const { status } = await getUser(auth, `${encode({ alg, typ: 'JWT' })}.${payload}.`)
    expect(status).toBe(403)
  }
})

it('refuses a token signed with another key under our key id', async () => {
  const auth = await start()
  const { token } = await newAccount(auth)
  const { privateKey } = await generateKeyPair('ES256')
  const claims = await auth.verifyAccessToken(token)

  const forged = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: auth.keys.signing.kid ?? '' })
    .sign(privateKey)

  expect((await getUser(auth, forged)).status).toBe(403)
})

it('refuses a token whose HMAC was made with the published key', async () => {
  const auth = await start()
  const { token } = await newAccount(auth)
  const published = JSON.stringify(auth.keys.jwks.keys[0])
  const claims = await auth.verifyAccessToken(token)

  const forged = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: auth.keys.signing.kid ?? '' })
    .sign(Buffer.from(published))

  expect((await getUser(auth, forged)).status).toBe(403)
})

it('refuses a token that brings its own key', async () => {
  const auth = await start()
  const { token } = await newAccount(auth)
  const pair = await generateKeyPair('ES256', { extractable: true })
  const claims = await auth.verifyAccessToken(token)

  const forged = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(pair.publicKey) })
    .sign(pair.privateKey)

  expect((await getUser(auth, forged)).status).toBe(403)
})

it('refuses a changed payload and text that is no token', async () => {
  const auth = await start()
  const { token } = await newAccount(auth)
  const [header, payload = '', signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())

  for (const forged of [`${header}.${encode({ ...claims, sub: uuid() })}.${signature}`, 'x', 'a.b.c']) {
    expect((await getUser(auth, forged)).body.code).toBe('bad_jwt')
  }
})

it('says that the user is gone, and that the session is gone', async () => {
  const auth = await start()
  const gone = await newAccount(auth)
  const out = await newAccount(auth)
  await asSuperuser(superuser, 'delete from auth.users where id = $1', [gone.id])
  await asSuperuser(superuser, 'delete from auth.sessions where user_id = $1', [out.id])

  expect((await getUser(auth, gone.token)).body.code).toBe('user_not_found')
  const answer = await getUser(auth, out.token)
  expect([answer.status, answer.body.code]).toEqual([403, 'session_not_found'])
})

it('refuses a token whose session belongs to somebody else', async () => {
  const auth = await start()
  const mine = await newAccount(auth)
  const theirs = await newAccount(auth)
  const { session_id } = await auth.verifyAccessToken(theirs.token)

  const { body } = await getUser(auth, await tokenWith(auth, mine, { session_id }))

  expect(body.code).toBe('session_not_found')
})

it('ignores the bearer on public calls, as stock clients send their anonymous key everywhere', async () => {
  const auth = await start()

  const { status } = await auth.call('GET', '/settings', { token: 'an-anonymous-key' })

  expect(status).toBe(200)
  expect(issuer).toBe('https://site.test/auth/v1')
})
