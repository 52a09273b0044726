import { describe, expect, it } from 'vitest'
import { newAccount, password, startAuth, type TestAuth, unlimited } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { newPhone } from '../../testing/phones.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()
const sql = (text: string, values: unknown[] = []) => asSuperuser(superuser, text, values)
const on = { autoconfirm: true, mfa: { phone: { enrol: true, verify: true } } }
const start = (settings = {}) => startAuth(pool, { ...on, ...settings })

const enrol = (auth: TestAuth, token: string, phone: string) =>
  auth.call('POST', '/factors', { token, body: { factor_type: 'phone', phone, friendly_name: '' } })
const challenge = (auth: TestAuth, token: string, factorId: string, body: object = { channel: 'sms' }) =>
  auth.call('POST', `/factors/${factorId}/challenge`, { token, body })
const verify = (auth: TestAuth, token: string, factorId: string, id: string, code: string) =>
  auth.call('POST', `/factors/${factorId}/verify`, { token, body: { challenge_id: id, code } })

describe('a phone as second factor', () => {
  it('gets a code that raises the session to aal2', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const phone = newPhone()
    const { status, body: factor } = await enrol(auth, token, `+${phone}`)
    expect(status).toBe(200)
    expect(factor).toEqual({ id: expect.any(String), type: 'phone', friendly_name: '', phone })

    const { body: open } = await challenge(auth, token, factor.id)
    const [code = ''] = await auth.codesTo(phone)
    const answered = await verify(auth, token, factor.id, open.id, code)

    expect(open).toMatchObject({ type: 'phone', expires_at: expect.any(Number) })
    expect(answered.status).toBe(200)
    const claims = await auth.verifyAccessToken(answered.body.access_token)
    expect([claims.aal, claims.amr[0]?.method]).toEqual(['aal2', 'mfa/phone'])
    expect(answered.body.user.factors).toMatchObject([{ phone, factor_type: 'phone', status: 'verified' }])
  })

  it('tells its number whole only to who has proven it, and before that its end', async () => {
    const auth = await start()
    const { token, email } = await newAccount(auth)
    const phone = newPhone()
    const { body: factor } = await enrol(auth, token, phone)
    const seen = async (by: string) => (await auth.call('GET', '/user', { token: by })).body.factors[0].phone
    expect(await seen(token)).toBe(phone)
    const { body: open } = await challenge(auth, token, factor.id)
    const [code = ''] = await auth.codesTo(phone)
    const raised = await verify(auth, token, factor.id, open.id, code)

    const known = await auth.call('POST', '/token?grant_type=password', { body: { email, password } })

    const end = `${'*'.repeat(phone.length - 4)}${phone.slice(-4)}`
    const renamed = { token: known.body.access_token, body: { data: { name: 'Mallory' } } }
    const told = [known.body.user, (await auth.call('PUT', '/user', renamed)).body]
    expect(told.map(({ factors }) => factors[0].phone)).toEqual([end, end])
    expect(await seen(known.body.access_token)).toBe(end)
    expect(await seen(raised.body.access_token)).toBe(phone)
  })

  it('gets a code that stands nowhere in clear', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const phone = newPhone()
    const { body: factor } = await enrol(auth, token, phone)
    await challenge(auth, token, factor.id)
    const [code = 'none'] = await auth.codesTo(phone)

    const [row] = await sql('select * from auth.mfa_challenges where factor_id = $1', [factor.id])

    expect(row.code_hash).toHaveLength(32)
    expect(row.code_hash.toString('latin1')).not.toContain(code)
    expect(auth.logged.join()).not.toContain(code)
  })

  it('wants the code of this challenge, not of an earlier one', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const phone = newPhone()
    const { body: factor } = await enrol(auth, token, phone)
    const { body: first } = await challenge(auth, token, factor.id)
    const { body: second } = await challenge(auth, token, factor.id)
    const [one = '', two = ''] = await auth.codesTo(phone)

    if (one !== two) expect((await verify(auth, token, factor.id, second.id, one)).status).toBe(422)
    expect((await verify(auth, token, factor.id, first.id, one)).status).toBe(200)
  })

  it('refuses a wrong code, and after five of them the right one', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const phone = newPhone()
    const { body: factor } = await enrol(auth, token, phone)
    const { body: open } = await challenge(auth, token, factor.id)
    const [code = ''] = await auth.codesTo(phone)
    const wrong = code === '000000' ? '000001' : '000000'

    for (let guess = 0; guess < 5; guess++) {
      const { status, body } = await verify(auth, token, factor.id, open.id, wrong)
      expect([status, body.message]).toEqual([422, 'Invalid MFA Phone code entered'])
    }

    expect((await verify(auth, token, factor.id, open.id, code)).status).toBe(422)
  })

  it('is asked only once a minute', async () => {
    const auth = await start({ rateLimits: { ...unlimited, smsGapSeconds: 60 } })
    const { token } = await newAccount(auth)
    const { body: factor } = await enrol(auth, token, newPhone())
    expect((await challenge(auth, token, factor.id)).status).toBe(200)

    const { status, body } = await challenge(auth, token, factor.id)

    expect([status, body.code]).toEqual([429, 'over_sms_send_rate_limit'])
  })

  it('cannot be asked where messages can no longer be sent, and leaves no challenge behind', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const { body: factor } = await enrol(auth, token, newPhone())
    const without = await startAuth(pool, on, { sms: null })
    const signedIn = await newAccount(without)
    await sql('update auth.mfa_factors set user_id = $1 where id = $2', [signedIn.id, factor.id])

    const { status, body } = await challenge(without, signedIn.token, factor.id)

    expect([status, body.code]).toEqual([422, 'sms_send_failed'])
    expect(await sql('select 1 from auth.mfa_challenges where factor_id = $1', [factor.id])).toEqual([])
  })

  it('gets a message that is good as long as the challenge, in the place of one that still waits', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const phone = newPhone()
    const { body: factor } = await enrol(auth, token, phone)

    const { body: open } = await challenge(auth, token, factor.id)
    await challenge(auth, token, factor.id)

    const [first, second] = await auth.textsTo(phone)
    expect(Math.abs((first?.goodUntil.getTime() ?? 0) - open.expires_at * 1000)).toBeLessThan(5000)
    expect(first?.about).toContain(factor.id)
    expect(second?.about).toBe(first?.about)
  })

  it('is refused with a number that is none, and by a channel that is none', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const { body: factor } = await enrol(auth, token, newPhone())

    for (const phone of ['', '12', '+0123456789', 'phone', '1234567890123456']) {
      const { status, body } = await enrol(auth, token, phone)
      expect([status, body.code]).toEqual([400, 'validation_failed'])
    }
    expect((await challenge(auth, token, factor.id, { channel: 'pigeon' })).status).toBe(400)
  })

  it('replaces an unfinished one with the same number, and not a finished one', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const phone = newPhone()
    const { body: first } = await enrol(auth, token, phone)
    const { body: second } = await enrol(auth, token, phone)
    expect((await challenge(auth, token, first.id)).status).toBe(404)
    const { body: open } = await challenge(auth, token, second.id)
    const raised = await verify(auth, token, second.id, open.id, (await auth.codesTo(phone)).at(-1) ?? '')

    const again = await enrol(auth, raised.body.access_token, phone)

    expect([again.status, again.body.code]).toEqual([422, 'mfa_verified_factor_exists'])
  })
})
