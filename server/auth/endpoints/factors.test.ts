import { describe, expect, it } from 'vitest'
import { logIn, newAccount, startAuth, type TestAuth, unlimited } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import {
  answer,
  beginTotp,
  challenge,
  holdStep,
  protectedPerson,
  totpCode,
  wrongCode,
} from '../../testing/second-factors.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()
const sql = (text: string, values: unknown[] = []) => asSuperuser(superuser, text, values)
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, ...settings })

const enrol = (auth: TestAuth, token: string, body: object = { factor_type: 'totp' }) =>
  auth.call('POST', '/factors', { token, body })
const verify = (auth: TestAuth, token: string, factorId: string, body: object) =>
  auth.call('POST', `/factors/${factorId}/verify`, { token, body })

describe('adding a TOTP factor', () => {
  it('gives a secret, an address for apps and a QR code of it, once', async () => {
    const auth = await start({ siteName: 'Kinora: home' })
    const { token, email } = await newAccount(auth)

    const { status, body } = await enrol(auth, token, { factor_type: 'totp', friendly_name: 'Phone' })

    expect(status).toBe(200)
    expect(body).toMatchObject({ id: expect.any(String), type: 'totp', friendly_name: 'Phone' })
    expect(body.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(body.totp.qr_code).toMatch(/^<svg[\s\S]*<\/svg>$/)
    const uri = new URL(body.totp.uri)
    expect(uri.protocol).toBe('otpauth:')
    expect(decodeURIComponent(uri.pathname)).toContain(email)
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      issuer: 'Kinora  home',
      secret: body.totp.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    const user = (await auth.call('GET', '/user', { token })).body
    expect(user.factors).toMatchObject([
      { id: body.id, status: 'unverified', factor_type: 'totp', phone: '' },
    ])
    expect(JSON.stringify(user)).not.toContain(body.totp.secret)
  })

  it('takes the issuer that the client gives', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)

    const { body } = await enrol(auth, token, { factor_type: 'totp', issuer: 'Archive' })

    expect(body.totp.uri).toContain('issuer=Archive')
  })

  it('keeps the secret unreadable in the database', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, token)

    const [row] = await sql('select secret, f::text as text from auth.mfa_factors f where id = $1', [
      factorId,
    ])

    expect(row.text).not.toContain(secret)
    expect(row.secret).toBeInstanceOf(Buffer)
    expect(row.secret.length).toBe(12 + 20 + 16)
  })

  it('never shows the secret again, in no answer, token or log', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, token)

    const answers = [
      await challenge(auth, token, factorId),
      await answer(auth, token, factorId, totpCode(secret)),
      await auth.call('DELETE', `/factors/${factorId}`, { token }),
    ]

    expect(JSON.stringify(answers)).not.toContain(secret)
    expect(auth.logged.join()).not.toContain(secret)
    const entries = await sql('select payload::text as text from auth.audit_log_entries')
    expect(JSON.stringify(entries)).not.toContain(secret)
  })

  it('raises this session to aal2 at the first right code, and the factor counts', async () => {
    const auth = await start()
    const { token, id } = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, token)

    const { status, body } = await answer(auth, token, factorId, totpCode(secret))

    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id } })
    expect(body.user.factors).toMatchObject([{ id: factorId, status: 'verified' }])
    const [before, after] = [
      await auth.verifyAccessToken(token),
      await auth.verifyAccessToken(body.access_token),
    ]
    expect(after.session_id).toBe(before.session_id)
    expect(after.aal).toBe('aal2')
    expect(after.amr.map(({ method }) => method)).toEqual(['totp', 'password'])
    expect(Object.keys(after.amr[0] ?? {})).toEqual(['method', 'timestamp'])
  })

  it('is refused to the anonymous, the signed-out and for kinds that do not exist', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)

    const unknown = await enrol(auth, token, { factor_type: 'fingerprint' })

    expect(unknown.status).toBe(400)
    expect(unknown.body.message).toBe('factor_type needs to be totp, phone, or webauthn')
    expect((await auth.call('POST', '/factors', { body: { factor_type: 'totp' } })).status).toBe(401)
  })

  it.each([
    ['totp', 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP'],
    ['phone', 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'],
    ['webauthn', 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'],
  ])('of the kind %s can be switched off', async (kind, code, message) => {
    const off = { enrol: false }
    const auth = await start({ mfa: { totp: off, phone: off, webauthn: off } })
    const { token } = await newAccount(auth)

    const { status, body } = await enrol(auth, token, { factor_type: kind, phone: '+491701234567' })

    expect([status, body.code, body.message]).toEqual([422, code, message])
  })

  it('twice with one name is refused, also for the same person at the same moment', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const named = () => enrol(auth, token, { factor_type: 'totp', friendly_name: 'Phone' })

    const answers = await Promise.all([named(), named(), named()])

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect((await named()).body).toMatchObject({
      code: 'mfa_factor_name_conflict',
      message: 'A factor with the friendly name "Phone" for this user already exists',
    })
  })

  it('of the same name is no matter between two people', async () => {
    const auth = await start()
    const [one, two] = [await newAccount(auth), await newAccount(auth)]

    for (const { token } of [one, two]) {
      expect((await enrol(auth, token, { factor_type: 'totp', friendly_name: 'Phone' })).status).toBe(200)
    }
  })

  it('is refused after ten', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    for (let count = 0; count < 10; count++) expect((await enrol(auth, token)).status).toBe(200)

    const { status, body } = await enrol(auth, token)

    expect([status, body.code]).toEqual([422, 'too_many_enrolled_mfa_factors'])
  })

  it('that was not finished in five minutes is forgotten', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, token, 'Phone')
    const { body: open } = await challenge(auth, token, factorId)
    await sql(`update auth.mfa_factors set created_at = now() - interval '301 s' where id = $1`, [factorId])

    const late = await verify(auth, token, factorId, { challenge_id: open.id, code: totpCode(secret) })

    expect([late.status, late.body.code]).toEqual([404, 'mfa_factor_not_found'])
    expect((await auth.call('GET', '/user', { token })).body).not.toHaveProperty('factors')
    expect((await enrol(auth, token, { factor_type: 'totp', friendly_name: 'Phone' })).status).toBe(200)
    expect(await sql('select 1 from auth.mfa_factors where id = $1', [factorId])).toEqual([])
  })

  it('once one is finished needs aal2', async () => {
    const auth = await start()
    const { aal1, token } = await protectedPerson(auth)

    const low = await enrol(auth, aal1)

    expect([low.status, low.body.code]).toEqual([403, 'insufficient_aal'])
    expect((await enrol(auth, token)).status).toBe(200)
  })

  it('drops the others of its type that were begun', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const [first, second] = [await beginTotp(auth, token), await beginTotp(auth, token)]
    await enrol(auth, token, { factor_type: 'webauthn' })

    const { body } = await answer(auth, token, second.factorId, totpCode(second.secret))

    const kept = body.user.factors.map(({ id, factor_type }: never) => [id, factor_type])
    expect(kept).toHaveLength(2)
    expect(JSON.stringify(kept)).not.toContain(first.factorId)
    expect(JSON.stringify(kept)).toContain('webauthn')
  })
})

describe('a challenge', () => {
  it('says its kind and when it ends', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const { factorId } = await beginTotp(auth, token)

    const before = Date.now() / 1000

    const { status, body } = await auth.call('POST', `/factors/${factorId}/challenge`, { token })

    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['expires_at', 'id', 'type'])
    expect(body.type).toBe('totp')
    expect(body.expires_at).toBeGreaterThan(before + 299)
    expect(body.expires_at).toBeLessThanOrEqual(Date.now() / 1000 + 300)
  })

  it.each([
    ['not-a-uuid', 'factor_id must be an UUID'],
    ['018f0000-0000-7000-8000-000000000000', 'Factor not found'],
  ])('for the factor "%s" is refused', async (factorId, message) => {
    const auth = await start()
    const { token } = await newAccount(auth)

    const known = '018f0000-0000-7000-8000-000000000001'
    for (const { status, body } of [
      await challenge(auth, token, factorId),
      await verify(auth, token, factorId, { challenge_id: known, code: '123456' }),
      await auth.call('DELETE', `/factors/${factorId}`, { token }),
    ]) {
      expect([status, body.message]).toEqual([404, message])
    }
  })

  it("cannot be asked, answered or removed for somebody else's factor", async () => {
    const auth = await start()
    const owner = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, owner.token)
    const { body: open } = await challenge(auth, owner.token, factorId)
    const { token: stranger } = await newAccount(auth)

    const answers = [
      await challenge(auth, stranger, factorId),
      await verify(auth, stranger, factorId, { challenge_id: open.id, code: totpCode(secret) }),
      await auth.call('DELETE', `/factors/${factorId}`, { token: stranger }),
    ]

    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([404, 'mfa_factor_not_found'])
    }
  })

  it('ends after five minutes', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, token)
    const { body: open } = await challenge(auth, token, factorId)
    await sql(`update auth.mfa_challenges set created_at = now() - interval '301 s' where id = $1`, [open.id])

    const { status, body } = await verify(auth, token, factorId, {
      challenge_id: open.id,
      code: totpCode(secret),
    })

    expect([status, body.code]).toEqual([422, 'mfa_challenge_expired'])
  })

  it('is answered once', async () => {
    holdStep()
    const auth = await start()
    const { token } = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, token)
    const { body: open } = await challenge(auth, token, factorId)
    const first = await verify(auth, token, factorId, {
      challenge_id: open.id,
      code: totpCode(secret, -1),
    })

    const again = await verify(auth, token, factorId, { challenge_id: open.id, code: totpCode(secret) })

    expect(first.status).toBe(200)
    expect([again.status, again.body.code]).toEqual([422, 'mfa_ip_address_mismatch'])
  })

  it('is answered by the session that asked, not by another of the same person', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, token)
    const { body: open } = await challenge(auth, token, factorId)
    const other = await logIn(auth, email)

    const { status, body } = await verify(auth, other.token, factorId, {
      challenge_id: open.id,
      code: totpCode(secret),
    })

    expect([status, body.code]).toEqual([422, 'mfa_ip_address_mismatch'])
  })

  it('of another factor is not known', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const [one, two] = [await beginTotp(auth, token), await beginTotp(auth, token)]
    const { body: open } = await challenge(auth, token, one.factorId)

    const { status, body } = await verify(auth, token, two.factorId, {
      challenge_id: open.id,
      code: totpCode(two.secret),
    })

    expect([status, body.code]).toEqual([422, 'mfa_factor_not_found'])
  })

  it('is dead after five wrong answers', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, token)
    const { body: open } = await challenge(auth, token, factorId)
    const guess = (code: string) => verify(auth, token, factorId, { challenge_id: open.id, code })

    for (let attempt = 0; attempt < 5; attempt++) {
      const { status, body } = await guess(wrongCode(secret))
      expect([status, body.code]).toEqual([422, 'mfa_verification_failed'])
      expect(body.message).toBe('Invalid TOTP code entered')
    }

    expect((await guess(totpCode(secret))).body.code).toBe('mfa_verification_failed')
  })

  it('without a code is told so', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const { factorId } = await beginTotp(auth, token)
    const { body: open } = await challenge(auth, token, factorId)

    const { status, body } = await verify(auth, token, factorId, { challenge_id: open.id, code: '' })

    expect([status, body.message]).toEqual([400, 'Code needs to be non-empty'])
  })

  it('of a kind that was switched off is refused, also for who has one', async () => {
    const { email, factorId } = await protectedPerson(await start())
    const auth = await start({ mfa: { totp: { verify: false } } })
    const { token } = await logIn(auth, email)

    const { status, body } = await challenge(auth, token, factorId)

    expect([status, body.code]).toEqual([422, 'mfa_totp_verify_not_enabled'])
  })
})

describe('a TOTP code', () => {
  it.each([-1, 0, 1])('%i steps from now is accepted', async (steps) => {
    holdStep()
    const auth = await start()
    const { token } = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, token)

    expect((await answer(auth, token, factorId, totpCode(secret, steps))).status).toBe(200)
  })

  it.each([-3, -2, 3])('%i steps from now is refused', async (steps) => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, token)

    expect((await answer(auth, token, factorId, totpCode(secret, steps))).status).toBe(422)
  })

  it('is accepted once, however many challenges and sessions there are', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, token)
    const code = totpCode(secret)
    expect((await answer(auth, token, factorId, code)).status).toBe(200)
    const other = await logIn(auth, email)

    const again = await answer(auth, other.token, factorId, code)

    expect([again.status, again.body.code]).toEqual([422, 'mfa_verification_failed'])
  })

  it('older than the last accepted one is refused', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, token)
    await answer(auth, token, factorId, totpCode(secret, 1))
    const other = await logIn(auth, email)

    expect((await answer(auth, other.token, factorId, totpCode(secret))).status).toBe(422)
  })

  it('is understood with a space in its middle', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const { factorId, secret } = await beginTotp(auth, token)
    const code = totpCode(secret)

    const { status } = await answer(auth, token, factorId, `${code.slice(0, 3)} ${code.slice(3)}`)

    expect(status).toBe(200)
  })

  it('is accepted for one of two sessions that bring it at the same moment', async () => {
    const auth = await start()
    const { email, factorId, secret, aal1 } = await protectedPerson(auth)
    const other = await logIn(auth, email)
    const code = totpCode(secret)

    const answers = await Promise.all([
      answer(auth, aal1, factorId, code),
      answer(auth, other.token, factorId, code),
    ])

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

it('wrong codes are limited for each person, and then the right one is not looked at', async () => {
  const few = { points: 3, seconds: 300 }
  const auth = await start({ rateLimits: { ...unlimited, codeFailures: few } })
  const { aal1: token, factorId, secret } = await protectedPerson(auth)

  for (let attempt = 0; attempt < 3; attempt++) {
    expect((await answer(auth, token, factorId, wrongCode(secret))).status).toBe(422)
  }

  expect((await answer(auth, token, factorId, totpCode(secret))).status).toBe(429)
})

it('no more wrong codes are looked at when they come all at once', async () => {
  const auth = await start({ rateLimits: { ...unlimited, codeFailures: { points: 3, seconds: 300 } } })
  const { aal1: token, factorId, secret } = await protectedPerson(auth)
  const challenges = await Promise.all(Array.from({ length: 12 }, () => challenge(auth, token, factorId)))
  const wrong = wrongCode(secret)

  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      verify(auth, token, factorId, { challenge_id: challenges[at % 12]?.body.id, code: wrong }),
    ),
  )

  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(3)
  expect(new Set(statuses)).toEqual(new Set([422, 429]))
})

it('every step stands in the audit log', async () => {
  const auth = await start()
  const { id, token } = await newAccount(auth)
  const { factorId, secret } = await beginTotp(auth, token)
  await answer(auth, token, factorId, wrongCode(secret))
  await answer(auth, token, factorId, totpCode(secret))
  await auth.call('DELETE', `/factors/${factorId}`, { token })

  const rows = await sql(
    `select payload from auth.audit_log_entries where user_id = $1 order by created_at, id`,
    [id],
  )

  expect(rows.map(({ payload }) => payload.action).slice(1)).toEqual([
    'factor_in_progress',
    'challenge_created',
    'verification_attempted',
    'challenge_created',
    'verification_attempted',
    'factor_deleted',
  ])
  const attempts = rows.filter(({ payload }) => payload.action === 'verification_attempted')
  expect(attempts.map(({ payload }) => payload.traits.is_right)).toEqual([false, true])
})
