import { describe, expect, it } from 'vitest'
import { logIn, newAccount, refresh, startAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { answer, beginTotp, challenge, protectedPerson, totpCode } from '../../testing/second-factors.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()
const sql = (text: string, values: unknown[] = []) => asSuperuser(superuser, text, values)
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, ...settings })

describe('a session that proved its second factor', () => {
  it('has a refresh token two further on, and stays aal2 with it', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, token)

    const { headers, body } = await answer(auth, token, factorId, totpCode(secret))
    const refreshed = await refresh(auth, body.refresh_token)

    expect(headers.get('sb-auth-refresh-token-counter')).toBe('2')
    expect(refreshed.status).toBe(200)
    const claims = await auth.verifyAccessToken(refreshed.body.access_token)
    expect(claims.aal).toBe('aal2')
    expect(claims.amr.map(({ method }) => method)).toEqual(['totp', 'password'])
  })

  it.each([0, 11])('gives nothing for a refresh token from before, %i s later', async (seconds) => {
    const auth = await start()
    const { id, token, refreshToken } = await newAccount(auth)
    const { body: earlier } = await refresh(auth, refreshToken)
    const { factorId, secret } = await beginTotp(auth, token)
    await answer(auth, token, factorId, totpCode(secret))
    await sql(
      `update auth.sessions set refreshed_at = refreshed_at - make_interval(secs => $2) where user_id = $1`,
      [id, seconds],
    )

    for (const old of [earlier.refresh_token, refreshToken]) {
      const { status, body } = await refresh(auth, old)
      expect(status).toBe(400)
      expect(body).not.toHaveProperty('access_token')
    }
  })

  it('goes on in spite of a tab that refreshed with the token from before', async () => {
    const auth = await start()
    const { token, refreshToken } = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, token)
    const { body } = await answer(auth, token, factorId, totpCode(secret))

    const outdated = await refresh(auth, refreshToken)

    expect(outdated.body.code).toBe('refresh_token_already_used')
    expect((await refresh(auth, body.refresh_token)).status).toBe(200)
  })

  it("ends the person's sessions that did not, and leaves those that did", async () => {
    const auth = await start()
    const { email, factorId, secret, token, aal1 } = await protectedPerson(auth)
    const third = await logIn(auth, email)

    const { body } = await answer(auth, third.token, factorId, totpCode(secret))

    expect((await auth.call('GET', '/user', { token: aal1 })).body.code).toBe('session_not_found')
    expect((await auth.call('GET', '/user', { token })).status).toBe(200)
    expect((await auth.call('GET', '/user', { token: body.access_token })).status).toBe(200)
  })
})

describe('a session that still owes its second factor', () => {
  it('says so in its token, from log-in to the right code', async () => {
    const auth = await start()
    const { aal1, aal1RefreshToken, factorId, secret } = await protectedPerson(auth)
    const refreshed = (await refresh(auth, aal1RefreshToken)).body

    for (const token of [aal1, refreshed.access_token]) {
      expect(await auth.verifyAccessToken(token)).toMatchObject({ aal: 'aal1', aal_required: 'aal2' })
    }
    const { body } = await answer(auth, aal1, factorId, totpCode(secret))
    expect(await auth.verifyAccessToken(body.access_token)).not.toHaveProperty('aal_required')
  })

  it('is nothing that people without a second factor hear of', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    await beginTotp(auth, token)

    const again = await logIn(auth, email)

    expect(await auth.verifyAccessToken(again.token)).not.toHaveProperty('aal_required')
  })

  it('ends where the operator gives it only so long', async () => {
    const auth = await start({ sessionLowAalSeconds: 60 })
    const { id, aal1RefreshToken, refreshToken } = await protectedPerson(auth)
    expect((await refresh(auth, aal1RefreshToken)).status).toBe(200)
    await sql(`update auth.sessions set created_at = created_at - interval '61 s' where user_id = $1`, [id])

    const { status, body } = await refresh(auth, aal1RefreshToken)

    expect([status, body.code]).toEqual([400, 'session_expired'])
    expect(body.message).toContain('Low AAL')
    expect((await refresh(auth, refreshToken)).status).toBe(200)
  })
})

describe('removing a factor', () => {
  it('takes back what it proved, in every session', async () => {
    const auth = await start()
    const { factorId, token, refreshToken, aal1, secret } = await protectedPerson(auth)
    const other = await answer(auth, aal1, factorId, totpCode(secret))

    const { status, body } = await auth.call('DELETE', `/factors/${factorId}`, { token })

    expect([status, body]).toEqual([200, { id: factorId }])
    expect((await auth.call('GET', '/user', { token })).body).not.toHaveProperty('factors')
    for (const old of [refreshToken, other.body.refresh_token]) {
      const claims = await auth.verifyAccessToken((await refresh(auth, old)).body.access_token)
      expect(claims.aal).toBe('aal1')
      expect(claims.amr.map(({ method }) => method)).toEqual(['password'])
    }
  })

  it('leaves the level that another of its kind proved before it', async () => {
    const auth = await start()
    const { factorId, token, secret } = await protectedPerson(auth)
    const second = await beginTotp(auth, token, 'Tablet')
    await answer(auth, token, second.factorId, totpCode(second.secret))
    await answer(auth, token, factorId, totpCode(secret))
    const { body: raised } = await answer(auth, token, second.factorId, totpCode(second.secret, 1))

    await auth.call('DELETE', `/factors/${second.factorId}`, { token })

    const claims = await auth.verifyAccessToken((await refresh(auth, raised.refresh_token)).body.access_token)
    expect([claims.aal, claims.aal_required]).toEqual(['aal2', undefined])
    // What one factor proves again takes the place of what it proved before.
    expect(claims.amr.map(({ method }) => method)).toEqual(['totp', 'password'])
  })

  it('needs aal2 once it counts', async () => {
    const auth = await start()
    const { aal1, factorId } = await protectedPerson(auth)

    const { status, body } = await auth.call('DELETE', `/factors/${factorId}`, { token: aal1 })

    expect([status, body.code]).toEqual([422, 'insufficient_aal'])
  })

  it('that was only begun needs nothing', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const { factorId } = await beginTotp(auth, token)

    expect((await auth.call('DELETE', `/factors/${factorId}`, { token })).status).toBe(200)
    expect((await challenge(auth, token, factorId)).status).toBe(404)
  })

  it('is believed at once: a token that still says aal2 does not help', async () => {
    const auth = await start()
    const { token, factorId } = await protectedPerson(auth)
    const second = await beginTotp(auth, token, 'Tablet')
    await answer(auth, token, second.factorId, totpCode(second.secret))
    await auth.call('DELETE', `/factors/${factorId}`, { token })
    await auth.call('DELETE', `/factors/${second.factorId}`, { token })
    const third = await beginTotp(auth, token)
    await sql(`update auth.mfa_factors set status = 'verified' where id = $1`, [third.factorId])

    const { body } = await auth.call('DELETE', `/factors/${third.factorId}`, { token })

    expect((await auth.verifyAccessToken(token)).aal).toBe('aal2')
    expect(body.code).toBe('insufficient_aal')
  })
})

describe('an account with a second factor', () => {
  it.each([
    ['e-mail address', { email: 'another@example.com' }],
    ['password', { password: 'another long password' }],
    ['phone', { phone: '491701234567' }],
  ])('changes its %s only with aal2', async (_, change) => {
    const auth = await start()
    const { aal1, email } = await protectedPerson(auth)

    const { status, body } = await auth.call('PUT', '/user', { token: aal1, body: change })

    expect([status, body.code]).toEqual([401, 'insufficient_aal'])
    expect((await auth.call('GET', '/user', { token: aal1 })).body).toMatchObject({ email, phone: '' })
  })

  it('changes its password with aal2, and its name without', async () => {
    const auth = await start()
    const { aal1, token } = await protectedPerson(auth)
    const change = (session: string, body: object) => auth.call('PUT', '/user', { token: session, body })

    expect((await change(aal1, { data: { full_name: 'Ana' } })).status).toBe(200)
    expect((await change(token, { password: 'another long password' })).status).toBe(200)
  })

  it('asks for it also where another factor was begun before there was one', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const stranger = await beginTotp(auth, (await logIn(auth, email)).token, 'Theirs')
    const { body: key } = await auth.call('POST', '/factors', { token, body: { factor_type: 'webauthn' } })
    await sql(`update auth.mfa_factors set status = 'verified' where id = $1`, [key.id])
    const { token: aal1 } = await logIn(auth, email)

    const { status, body } = await answer(auth, aal1, stranger.factorId, totpCode(stranger.secret))

    expect([status, body.code]).toEqual([403, 'insufficient_aal'])
    expect((await auth.call('GET', '/user', { token: aal1 })).body.factors).toMatchObject([
      { id: stranger.factorId, status: 'unverified' },
      { id: key.id, status: 'verified' },
    ])
  })

  it.each([
    ['global', 204, 403],
    ['others', 422, 200],
  ])('is logged out on its other devices only with aal2: %s', async (scope, answered, after) => {
    const auth = await start()
    const { aal1, token } = await protectedPerson(auth)

    const { status } = await auth.call('POST', `/logout?scope=${scope}`, { token: aal1 })

    expect(status).toBe(answered)
    expect((await auth.call('GET', '/user', { token: aal1 })).status).toBe(after)
    expect((await auth.call('GET', '/user', { token })).status).toBe(200)
  })

  it('asks for it also after a forgotten password', async () => {
    const auth = await start()
    const { email, factorId, secret } = await protectedPerson(auth)
    await auth.call('POST', '/recover', { body: { email } })
    const { tokenHash } = await auth.mailTo(email)
    const { body } = await auth.call('POST', '/verify', { body: { type: 'recovery', token_hash: tokenHash } })
    const setNew = (token: string) =>
      auth.call('PUT', '/user', { token, body: { password: 'another long password' } })

    expect((await setNew(body.access_token)).body.code).toBe('insufficient_aal')
    const raised = await answer(auth, body.access_token, factorId, totpCode(secret))
    expect((await setNew(raised.body.access_token)).status).toBe(200)
  })
})
