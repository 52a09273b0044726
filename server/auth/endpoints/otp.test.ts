import { describe, expect, it } from 'vitest'
import {
  newAccount,
  newEmail,
  password,
  startAuth,
  type TestAuth,
  unlimited,
} from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { newPhone } from '../../testing/phones.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()
const sql = (text: string, values: unknown[] = []) => asSuperuser(superuser, text, values)
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, ...settings })
const ask = (auth: TestAuth, body: object) => auth.call('POST', '/otp', { body })
const verify = (auth: TestAuth, body: object) => auth.call('POST', '/verify', { body })
const usersWith = (email: string) => sql('select * from auth.users where email = $1', [email])

describe('logging in by mail', () => {
  it('works by the link, once', async () => {
    const auth = await start()
    const { email, id } = await newAccount(auth)

    expect(await ask(auth, { email })).toMatchObject({ status: 200, body: {} })
    const { tokenHash, type, subject } = await auth.mailTo(email)
    const first = await verify(auth, { type, token_hash: tokenHash })

    expect([type, subject]).toEqual(['magiclink', 'Log in to site.test'])
    expect([first.status, first.body.user.id]).toEqual([200, id])
    expect((await auth.verifyAccessToken(first.body.access_token)).amr).toMatchObject([{ method: 'otp' }])
    expect((await verify(auth, { type, token_hash: tokenHash })).body.code).toBe('otp_expired')
  })

  it.each(['magiclink', 'email'])('works by the code as type %s', async (type) => {
    const auth = await start()
    const { email } = await newAccount(auth)
    await ask(auth, { email })
    const { code } = await auth.mailTo(email)

    expect((await verify(auth, { type, email, token: code })).status).toBe(200)
  })

  it('makes an account for a new address, with its data and without a password', async () => {
    const auth = await start()
    const email = newEmail()

    await ask(auth, { email, data: { full_name: 'Ana' } })
    const { code, type } = await auth.mailTo(email)
    const { body } = await verify(auth, { type: 'email', email, token: code })

    expect(type).toBe('signup')
    expect(body.user).toMatchObject({ email, user_metadata: { full_name: 'Ana', email_verified: true } })
    const guess = { email, password: '' }
    for (const secret of ['', 'null', password]) {
      const answer = await auth.call('POST', '/token?grant_type=password', {
        body: { ...guess, password: secret },
      })
      expect(answer.body.code).toBe('invalid_credentials')
    }
  })

  it('answers a stranger as it answers everybody, and makes no account unless asked to', async () => {
    const auth = await start()
    const { email: known } = await newAccount(auth)
    const stranger = newEmail()

    const answers = [
      await ask(auth, { email: known, create_user: false }),
      await ask(auth, { email: stranger, create_user: false }),
    ]

    for (const { status, body } of answers) expect([status, body]).toEqual([200, {}])
    expect(await auth.mailsTo(stranger)).toEqual([])
    expect(await auth.mailsTo(known)).toHaveLength(1)
    expect(await usersWith(stranger)).toEqual([])
  })

  it('makes no account where sign-ups are closed, and does not say so', async () => {
    const open = await start()
    const { email: known } = await newAccount(open)
    const auth = await start({ disableSignup: true })
    const stranger = newEmail()

    for (const email of [known, stranger]) expect((await ask(auth, { email })).status).toBe(200)

    expect(await auth.mailsTo(stranger)).toEqual([])
    expect(await usersWith(stranger)).toEqual([])
    expect(await auth.mailsTo(known)).toHaveLength(1)
  })

  it('asked twice within a minute is refused alike for every address', async () => {
    const auth = await start({ rateLimits: { ...unlimited, mailGapSeconds: 60 } })
    const { email: known } = await newAccount(auth)

    for (const email of [known, newEmail()]) {
      const first = await ask(auth, { email, create_user: false })
      const second = await ask(auth, { email, create_user: false })
      expect([first.status, second.status]).toEqual([200, 429])
      expect(second.body.code).toBe('over_email_send_rate_limit')
    }
  })

  it('takes an account from whoever opened it with an address that is not theirs', async () => {
    const auth = await startAuth(pool)
    const email = newEmail()
    await auth.call('POST', '/signup', { body: { email, password } })

    await ask(auth, { email })
    const { tokenHash, type } = await auth.mailTo(email)
    expect((await verify(auth, { type, token_hash: tokenHash })).status).toBe(200)

    const intruder = await auth.call('POST', '/token?grant_type=password', { body: { email, password } })
    expect(intruder.body.code).toBe('invalid_credentials')
  })

  it.each([
    [{}, 'One of email or phone must be set'],
    [
      { email: 'a@example.com', phone: '491701234567' },
      'Only an email address or phone number should be provided',
    ],
    [{ email: 'nonsense' }, 'Unable to validate email address: invalid format'],
    [
      { email: 'a@example.com', code_challenge_method: 's256' },
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
  ])('asked with %j is refused', async (body, message) => {
    const answer = await ask(await start(), body)

    expect([answer.status, answer.body.message]).toEqual([400, message])
  })

  it('is refused where accounts have no mail', async () => {
    const { status, body } = await ask(await start({ emailEnabled: false }), { email: newEmail() })

    expect([status, body.code]).toEqual([422, 'email_provider_disabled'])
  })
})

describe('logging in by phone', () => {
  const withPhones = (settings = {}) => start({ phoneEnabled: true, ...settings })

  it('makes an account for a new number and signs in by the texted code, once', async () => {
    const auth = await withPhones()
    const phone = newPhone()

    const { status, body } = await ask(auth, { phone: `+${phone}`, data: { full_name: 'Ana' } })
    const [code = ''] = await auth.codesTo(phone)
    const first = await verify(auth, { type: 'sms', phone: `+${phone}`, token: code })

    expect([status, body]).toEqual([200, { message_id: expect.any(String) }])
    expect(first.status).toBe(200)
    expect(first.body.user).toMatchObject({
      phone,
      email: '',
      phone_confirmed_at: expect.any(String),
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { full_name: 'Ana', phone_verified: true },
      identities: [{ provider: 'phone' }],
    })
    expect((await verify(auth, { type: 'sms', phone, token: code })).body.code).toBe('otp_expired')
  })

  it('ends after a minute', async () => {
    const auth = await withPhones()
    const phone = newPhone()
    await ask(auth, { phone })
    const [code = ''] = await auth.codesTo(phone)
    await sql(`update auth.one_time_tokens set created_at = now() - interval '61 s' where relates_to = $1`, [
      phone,
    ])

    const { status, body } = await verify(auth, { type: 'sms', phone, token: code })

    expect([status, body.code]).toEqual([403, 'otp_expired'])
  })

  it('dies after five wrong codes', async () => {
    const auth = await withPhones()
    const phone = newPhone()
    await ask(auth, { phone })
    const [code = ''] = await auth.codesTo(phone)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let guess = 0; guess < 5; guess++) await verify(auth, { type: 'sms', phone, token: wrong })

    expect((await verify(auth, { type: 'sms', phone, token: code })).status).toBe(403)
  })

  it('answers a stranger as it answers everybody, and texts nobody unasked', async () => {
    const auth = await withPhones()
    const phone = newPhone()

    const { status, body } = await ask(auth, { phone, create_user: false })

    expect([status, body]).toEqual([200, { message_id: expect.any(String) }])
    expect(await auth.codesTo(phone)).toEqual([])
  })

  it('is asked once a minute for each number, whoever has it', async () => {
    const auth = await withPhones({ rateLimits: { ...unlimited, smsGapSeconds: 60 } })
    const phone = newPhone()
    await ask(auth, { phone, create_user: false })

    const { status, body } = await ask(auth, { phone, create_user: false })

    expect([status, body.code]).toEqual([429, 'over_sms_send_rate_limit'])
  })

  it('is limited for the whole instance', async () => {
    const auth = await withPhones({ rateLimits: { ...unlimited, sms: { points: 2, seconds: 300 } } })
    await sql(`delete from auth.rate_limits where key = 'sms:instance'`)

    const statuses = []
    for (let turn = 0; turn < 3; turn++) statuses.push((await ask(auth, { phone: newPhone() })).status)

    await sql(`delete from auth.rate_limits where key = 'sms:instance'`)
    expect(statuses).toEqual([200, 200, 429])
  })

  it('is refused where phones are no way in', async () => {
    const { status, body } = await ask(await start(), { phone: newPhone() })

    expect([status, body.code]).toEqual([400, 'phone_provider_disabled'])
  })
})
