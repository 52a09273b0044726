import { createHash } from 'node:crypto'
import { generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { sha256Of } from '../../sha256.ts'
import { logIn, newAccount, newEmail, refresh, startAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { startOpenIdProvider } from '../../testing/openid-provider.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { addTotp } from '../../testing/second-factors.ts'

const database = await createTestDatabase()
const { pool } = database

async function start(settings = {}, ofProvider = {}) {
  const provider = await startOpenIdProvider()
  const providers = { google: { ...provider.settings, ...ofProvider } }
  const auth = await startAuth(pool, { providers, ...settings })
  const show = (body: object, token?: string) =>
    auth.call('POST', '/token?grant_type=id_token', {
      body: { provider: 'google', ...body },
      ...(token === undefined ? {} : { token }),
    })
  return { auth, provider, show }
}
const newClaims = () => ({ sub: crypto.randomUUID(), email: newEmail(), email_verified: true, name: 'Ana' })

describe('an ID token', () => {
  it('opens a session for the person it is about, the same each time', async () => {
    const { auth, provider, show } = await start()
    const claims = newClaims()

    const first = await show({ id_token: await provider.idToken(claims) })
    const second = await show({ id_token: await provider.idToken(claims) })

    expect(first.status).toBe(200)
    expect(second.body.user.id).toBe(first.body.user.id)
    expect(first.body.user).toMatchObject({ email: claims.email, app_metadata: { provider: 'google' } })
    const { amr } = await auth.verifyAccessToken(first.body.access_token)
    expect(amr).toMatchObject([{ method: 'oauth', provider: 'google' }])
  })

  it('may be for any client that the operator lists', async () => {
    const { provider, show } = await start()

    const { status } = await show({
      id_token: await provider.idToken({ ...newClaims(), aud: 'kinora-phone' }),
    })

    expect(status).toBe(200)
  })

  it.each([
    ['half an emoji', 'Ana \ud83d', 'Ana \ufffd'],
    ['a NUL', 'A\u0000na', 'Ana'],
  ])('opens one too where the name has %s in it, which no database keeps', async (_what, name, kept) => {
    const { provider, show } = await start()

    const { status, body } = await show({ id_token: await provider.idToken({ ...newClaims(), name }) })

    expect([status, body.user?.user_metadata.full_name]).toEqual([200, kept])
  })

  it.each([
    ['half an emoji', '\ud83d'],
    ['a NUL', '\u0000'],
  ])('about somebody whose id has %s in it is refused', async (_what, sign) => {
    const { provider, show } = await start()

    const { status, body } = await show({
      id_token: await provider.idToken({ ...newClaims(), sub: `somebody${sign}` }),
    })

    expect([status, body.error_description]).toEqual([400, 'Bad ID token'])
  })

  it('for somebody else is refused', async () => {
    const { provider, show } = await start()

    const { status, body } = await show({
      id_token: await provider.idToken({ ...newClaims(), aud: ['another', 'third'] }),
    })

    expect([status, body]).toEqual([
      400,
      {
        error: 'invalid_request',
        error_description: 'Unacceptable audience in id_token: [another third]',
      },
    ])
  })

  it.each([
    ['of another issuer', { iss: 'https://accounts.google.com' }, '5m'],
    ['that has expired', {}, '-1s'],
    ['about nobody', { sub: undefined }, '5m'],
  ])('%s is refused', async (_what, change, expiresIn) => {
    const { provider, show } = await start()

    const { status, body } = await show({
      id_token: await provider.idToken({ ...newClaims(), ...change }, expiresIn),
    })

    expect([status, body.error_description]).toEqual([400, 'Bad ID token'])
  })

  it('that the provider did not sign is refused', async () => {
    const { provider, show } = await start()
    const { privateKey } = await generateKeyPair('RS256')
    const forge = (alg: string, key: CryptoKey | Uint8Array) =>
      new SignJWT(newClaims())
        .setProtectedHeader({ alg, kid: 'theirs' })
        .setIssuer(provider.issuer)
        .setAudience('kinora')
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(key)
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const [, payload = ''] = (await provider.idToken(newClaims())).split('.')

    const forged = [
      await forge('RS256', privateKey),
      // Signed with the secret that every confidential client knows.
      await forge('HS256', Buffer.from(provider.settings.secret.padEnd(32, '.'))),
      `${encode({ alg: 'none' })}.${payload}.`,
      'nonsense',
      'a.b.c',
    ]

    for (const idToken of forged) {
      const { status, body } = await show({ id_token: idToken })
      expect([status, body.error_description]).toEqual([400, 'Bad ID token'])
    }
  })

  it('carries the hash of the nonce that the application kept', async () => {
    const { provider, show } = await start()
    const claims = { ...newClaims(), nonce: sha256Of('kept') }

    const right = await show({ id_token: await provider.idToken(claims), nonce: 'kept' })
    const wrong = await show({ id_token: await provider.idToken(claims), nonce: 'guessed' })
    const bare = await show({
      id_token: await provider.idToken({ ...newClaims(), nonce: 'kept' }),
      nonce: 'kept',
    })

    expect(right.status).toBe(200)
    expect([wrong.status, wrong.body.error_description]).toEqual([400, 'Nonces mismatch'])
    expect(bare.body.error_description).toBe('Nonces mismatch')
  })

  it('has a nonce where the application has one, and none where it has none', async () => {
    const { provider, show } = await start()
    const message = 'Passed nonce and nonce in id_token should either both exist or not.'

    const only = await show({ id_token: await provider.idToken({ ...newClaims(), nonce: sha256Of('a') }) })
    const other = await show({ id_token: await provider.idToken(newClaims()), nonce: 'a' })

    for (const { status, body } of [only, other])
      expect([status, body.error_description]).toEqual([400, message])
  })

  it('may carry a nonce that the application cannot know, where the operator says so', async () => {
    const { provider, show } = await start({}, { skipNonceCheck: true })

    const { status } = await show({ id_token: await provider.idToken({ ...newClaims(), nonce: 'x' }) })

    expect(status).toBe(200)
  })

  it('belongs to the access token that it came with', async () => {
    const { provider, show } = await start()
    const hash = createHash('sha256').update('theirs').digest()
    const claims = { ...newClaims(), at_hash: hash.subarray(0, 16).toString('base64url') }

    const right = await show({ id_token: await provider.idToken(claims), access_token: 'theirs' })
    const wrong = await show({ id_token: await provider.idToken(claims), access_token: 'another' })

    expect(right.status).toBe(200)
    expect([wrong.status, wrong.body.error_description]).toEqual([400, 'Bad ID token'])
  })

  it('is found by issuer and client too', async () => {
    const { provider, show } = await start()
    const idToken = await provider.idToken(newClaims())

    const known = await show({
      provider: '',
      issuer: provider.issuer,
      client_id: 'kinora',
      id_token: idToken,
    })
    const unknown = await show({ provider: '', issuer: 'https://x.test', client_id: 'a', id_token: idToken })

    expect(known.status).toBe(200)
    expect([unknown.status, unknown.body.code, unknown.body.message]).toEqual([
      400,
      'provider_disabled',
      'Provider (issuer "https://x.test") is not enabled',
    ])
  })

  it.each(['apple', 'github', 'nonsense', 'toString'])('of %s is not taken here', async (name) => {
    const { provider, show } = await start()

    const { status, body } = await show({ provider: name, id_token: await provider.idToken(newClaims()) })

    expect([status, body.code]).toEqual([400, 'provider_disabled'])
    expect(body.message).toContain(provider.issuer)
  })

  it.each([{ id_token: '' }, { provider: '', id_token: 'x' }])('is wanted: %j', async (body) => {
    const { show } = await start()

    const answer = await show(body)

    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
  })

  it('whose address is not proven sends a mail instead', async () => {
    const { auth, provider, show } = await start()
    const claims = { ...newClaims(), email_verified: false }

    const { status, body } = await show({ id_token: await provider.idToken(claims) })

    expect([status, body.code]).toEqual([422, 'provider_email_needs_verification'])
    expect(await auth.mailsTo(claims.email)).toHaveLength(1)
  })

  it('takes the truth as text, as Apple writes it', async () => {
    const { provider, show } = await start()
    const claims = { ...newClaims(), email_verified: 'true' }

    expect((await show({ id_token: await provider.idToken(claims) })).status).toBe(200)
  })
})

describe('linking by an ID token', () => {
  it('adds the identity to the account that one is signed in to', async () => {
    const { auth, provider, show } = await start({ autoconfirm: true, manualLinking: true })
    const account = await newAccount(auth)
    const body = { id_token: await provider.idToken(newClaims()), link_identity: true }

    const linked = await show(body, account.token)

    expect(linked.status).toBe(200)
    expect(linked.body.user).toMatchObject({
      id: account.id,
      email: account.email,
      app_metadata: { providers: ['email', 'google'] },
    })
  })

  it('goes on in the session that asks, at its level', async () => {
    const { auth, provider, show } = await start({ autoconfirm: true, manualLinking: true })
    const { token } = await addTotp(auth, (await newAccount(auth)).token)
    const body = { id_token: await provider.idToken(newClaims()), link_identity: true }

    const linked = await show(body, token)

    const [before, after] = await Promise.all(
      [token, linked.body.access_token].map((one) => auth.verifyAccessToken(one)),
    )
    expect(after).toMatchObject({ session_id: before?.session_id, aal: 'aal2' })
    expect((await refresh(auth, linked.body.refresh_token)).status).toBe(200)
  })

  it('adds nothing for a session that ends at the last moment', async () => {
    const { auth, provider, show } = await start({ autoconfirm: true, manualLinking: true })
    const owner = await newAccount(auth)
    const lost = await logIn(auth, owner.email)
    const body = { id_token: await provider.idToken(newClaims()), link_identity: true }
    const other = await otherTransaction(database)
    await other.query('select from auth.users where id = $1 for update', [owner.id])

    const shown = show(body, lost.token)
    await somebodyWaits(database)
    const { session_id: ended } = await auth.verifyAccessToken(lost.token)
    await database.asOwner('delete from auth.sessions where id = $1', [ended])
    await other.query('rollback')

    const { status, body: answer } = await shown
    expect([status, answer.code]).toEqual([403, 'session_not_found'])
    const { body: user } = await auth.call('GET', '/user', { token: owner.token })
    expect(user.identities).toHaveLength(1)
  })

  it('needs somebody who is signed in, and an operator who allows it', async () => {
    const { auth, provider, show } = await start({ autoconfirm: true })
    const { token } = await newAccount(auth)
    const body = { id_token: await provider.idToken(newClaims()), link_identity: true }

    expect((await show(body)).status).toBe(401)
    const refused = await show(body, token)
    expect([refused.status, refused.body.code]).toEqual([404, 'manual_linking_disabled'])
  })
})

describe('Microsoft', () => {
  it.each([
    [{ email_verified: true }, 422],
    [{ xms_edov: false }, 422],
    [{ xms_edov: true }, 200],
    [{ xms_edov: '1' }, 200],
  ])('is believed about an address only when its owner was asked: %j', async (claim, status) => {
    const provider = await startOpenIdProvider()
    const auth = await startAuth(pool, { providers: { azure: provider.settings } })
    const { email_verified: _own, ...claims } = newClaims()

    const answer = await auth.call('POST', '/token?grant_type=id_token', {
      body: { provider: 'azure', id_token: await provider.idToken({ ...claims, ...claim }) },
    })

    expect(answer.status).toBe(status)
  })
})
