import { describe, expect, it } from 'vitest'
import { adminToken, jwtSecret } from '../../testing/admin.ts'
import { newAccount, newEmail, password, startAuth, type TestAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { newPhone } from '../../testing/phones.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const database = await createTestDatabase()
const { pool, superuser } = database
const sql = (text: string, values: unknown[] = []) => asSuperuser(superuser, text, values)
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, phoneEnabled: true, ...settings })

const signUp = (auth: TestAuth, phone: string, secret = password) =>
  auth.call('POST', '/signup', { body: { phone, password: secret, data: { full_name: 'Ana' } } })
const logIn = (auth: TestAuth, phone: string, secret = password) =>
  auth.call('POST', '/token?grant_type=password', { body: { phone, password: secret } })
const verify = (auth: TestAuth, phone: string, token: string, type = 'sms') =>
  auth.call('POST', '/verify', { body: { type, phone, token } })
const lastCodeTo = async (auth: TestAuth, phone: string) => (await auth.codesTo(phone)).at(-1) ?? ''

/** A person who signed up with a phone and confirmed it with the code. */
async function phoneAccount(auth: TestAuth) {
  const phone = newPhone()
  await signUp(auth, phone)
  const { body } = await verify(auth, phone, await lastCodeTo(auth, phone))
  return { phone, id: body.user.id as string, token: body.access_token as string }
}

describe('signing up with a phone', () => {
  it('is announced to log-in pages where it is offered', async () => {
    const offered = async (settings: object) =>
      (await (await start(settings)).call('GET', '/settings')).body.external

    expect(await offered({ anonymousEnabled: true })).toMatchObject({ phone: true, anonymous_users: true })
    expect(await offered({ phoneEnabled: false })).toMatchObject({ phone: false, anonymous_users: false })
  })

  it.each([
    [true, { mfa: { phone: { enrol: true, verify: true } } }, {}],
    [false, { mfa: { phone: { enrol: true, verify: true } } }, { sms: null }],
    [false, { mfa: { phone: { enrol: false, verify: true } } }, {}],
  ])('says %s for phones as second step, by %j and %j', async (isOffered, settings, options) => {
    const auth = await startAuth(pool, settings, options)

    expect((await auth.call('GET', '/settings')).body.mfa_phone_enabled).toBe(isOffered)
  })

  it('waits for the code, and is confirmed and signed in by it', async () => {
    const auth = await start()
    const phone = newPhone()

    const { status, body } = await signUp(auth, `+${phone.slice(0, 2)} ${phone.slice(2)}`)
    const early = await logIn(auth, phone)
    const confirmed = await verify(auth, phone, await lastCodeTo(auth, phone))

    expect(status).toBe(200)
    expect(body).toMatchObject({ phone, email: '', identities: [], user_metadata: { full_name: 'Ana' } })
    expect(body).not.toHaveProperty('access_token')
    expect([early.status, early.body.code]).toEqual([400, 'phone_not_confirmed'])
    expect(confirmed.body.user).toMatchObject({ id: body.id, phone, phone_confirmed_at: expect.any(String) })
    expect((await logIn(auth, `+${phone}`)).status).toBe(200)
  })

  it('sends a message that is good as long as its code', async () => {
    const auth = await start({ smsOtpExpirySeconds: 90 })
    const phone = newPhone()
    const before = Date.now()

    await signUp(auth, phone)
    await auth.settled()
    await auth.call('POST', '/resend', { body: { type: 'sms', phone } })

    const [first, second] = await auth.textsTo(phone)
    expect(first?.goodUntil.getTime()).toBeGreaterThanOrEqual(before + 90_000)
    expect(first?.goodUntil.getTime()).toBeLessThan(Date.now() + 91_000)
    expect(second?.about).toBe(first?.about)
  })

  it('is at once where the operator believes numbers', async () => {
    const auth = await start({ phoneAutoconfirm: true })
    const phone = newPhone()

    const { status, body } = await signUp(auth, phone)
    const again = await signUp(auth, phone)

    expect([status, body.user.phone]).toEqual([200, phone])
    expect(await auth.codesTo(phone)).toEqual([])
    expect([again.status, again.body.code]).toEqual([422, 'user_already_exists'])
    const noted = await sql(
      `select payload->>'action' as action from auth.audit_log_entries where user_id = '${body.user.id}' order by created_at`,
    )
    expect(noted.map(({ action }) => action)).toEqual(['user_signedup', 'user_repeated_signup'])
  })

  it('answers alike for a number that is taken, and texts it nothing', async () => {
    const auth = await start()
    const { phone, id } = await phoneAccount(auth)
    const before = (await auth.codesTo(phone)).length

    const { status, body } = await signUp(auth, phone, 'somebody else')
    const fresh = await signUp(auth, newPhone(), 'somebody else')

    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(Object.keys(fresh.body).sort())
    expect(body.id).not.toBe(id)
    expect(await auth.codesTo(phone)).toHaveLength(before)
    expect((await logIn(auth, phone)).status).toBe(200)
  })

  it('again before the code was typed sends another and keeps the first password', async () => {
    const auth = await start()
    const phone = newPhone()
    await signUp(auth, phone)
    await auth.settled()

    await signUp(auth, phone, 'another password')
    await verify(auth, phone, await lastCodeTo(auth, phone))

    expect((await logIn(auth, phone)).status).toBe(200)
    expect((await logIn(auth, phone, 'another password')).status).toBe(400)
  })

  it('gives the account to whoever holds the phone, not to whoever typed its number', async () => {
    const auth = await start()
    const phone = newPhone()
    await signUp(auth, phone)
    await auth.settled()
    await auth.call('POST', '/otp', { body: { phone } })

    const { status } = await verify(auth, phone, await lastCodeTo(auth, phone))

    expect(status).toBe(200)
    expect((await logIn(auth, phone)).body.code).toBe('invalid_credentials')
  })

  it.each([
    ['/signup', 400, 'Phone signups are disabled'],
    ['/token?grant_type=password', 422, 'Phone logins are disabled'],
  ])('%s is refused where phones are no way in', async (path, status, message) => {
    const auth = await start({ phoneEnabled: false })

    const answer = await auth.call('POST', path, { body: { phone: newPhone(), password } })

    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      status,
      'phone_provider_disabled',
      message,
    ])
  })

  it('is refused with a number that is none', async () => {
    const { status, body } = await signUp(await start(), '0123')

    expect([status, body.message]).toEqual([400, 'Invalid phone number format (E.164 required)'])
  })
})

describe('logging in with phone and password', () => {
  it('tells nothing apart: unknown, wrong, or not even a number', async () => {
    const auth = await start()
    const { phone } = await phoneAccount(auth)

    const answers = [
      await logIn(auth, phone, 'wrong password'),
      await logIn(auth, newPhone()),
      await logIn(auth, 'nonsense'),
    ]

    for (const { status, body } of answers) {
      expect([status, body.code, body.message]).toEqual([
        400,
        'invalid_credentials',
        'Invalid login credentials',
      ])
    }
  })

  it('with both an address and a number is refused', async () => {
    const { status } = await (await start()).call('POST', '/token?grant_type=password', {
      body: { phone: newPhone(), email: newEmail(), password },
    })

    expect(status).toBe(400)
  })
})

describe('another phone', () => {
  const change = (auth: TestAuth, token: string, phone: string) =>
    auth.call('PUT', '/user', { token, body: { phone } })

  it('counts once its code is typed, and the owner is told by mail', async () => {
    const auth = await start()
    const { token, email } = await newAccount(auth)
    const phone = newPhone()

    const asked = await change(auth, token, `+${phone}`)
    const { status, body } = await verify(auth, phone, await lastCodeTo(auth, phone), 'phone_change')

    expect(asked.body).toMatchObject({ phone: '', new_phone: phone })
    expect([status, body.user.phone]).toEqual([200, phone])
    expect(body.user).not.toHaveProperty('new_phone')
    expect(body.user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'phone'] })
    expect((await logIn(auth, phone)).status).toBe(200)
    expect((await auth.mailTo(email)).subject).toContain('Your phone number was changed')
  })

  type Owner = { token: string; lost: string }
  const signOutOne = async (auth: TestAuth, { token, lost }: Owner) => {
    const { session_id: id } = await auth.verifyAccessToken(lost)
    return auth.call('DELETE', `/user/sessions/${id}`, { token })
  }
  const signOutOthers = (auth: TestAuth, { token }: Owner) =>
    auth.call('POST', '/logout?scope=others', { token })
  const changePassword = (auth: TestAuth, { token }: Owner) =>
    auth.call('PUT', '/user', { token, body: { password: 'a new long password' } })
  const changeByOperator = async (auth: TestAuth, { lost }: Owner) => {
    const { sub } = await auth.verifyAccessToken(lost)
    const body = { password: 'a new long password' }
    return auth.call('PUT', `/admin/users/${sub}`, { token: await adminToken(), body })
  }

  it.each([
    ['was signed out', signOutOne],
    ['was signed out with all others', signOutOthers],
    ['was signed out by another password', changePassword],
    ['was signed out by the operator', changeByOperator],
  ])('that a device asked for is not to be had once it %s', async (_, end) => {
    const auth = await start({ jwtSecret })
    const { token, email } = await newAccount(auth)
    const { body: lost } = await auth.call('POST', '/token?grant_type=password', {
      body: { email, password },
    })
    const phone = newPhone()
    await change(auth, lost.access_token, phone)

    const ended = await end(auth, { token, lost: lost.access_token })

    expect(ended.status).toBeLessThan(300)
    const typed = await verify(auth, phone, await lastCodeTo(auth, phone), 'phone_change')
    expect([typed.status, typed.body.code]).toEqual([403, 'otp_expired'])
    await auth.call('POST', '/resend', { body: { type: 'phone_change', phone } })
    expect(await auth.codesTo(phone)).toHaveLength(1)
    expect((await auth.call('GET', '/user', { token })).body).not.toHaveProperty('new_phone')
  })

  it('and a first address neither, which nobody else has to agree to', async () => {
    const auth = await start()
    const { phone, token } = await phoneAccount(auth)
    const { body: lost } = await logIn(auth, phone)
    const email = newEmail()
    await auth.call('PUT', '/user', { token: lost.access_token, body: { email } })

    await signOutOthers(auth, { token, lost: lost.access_token })

    const { tokenHash, type } = await auth.mailTo(email)
    const opened = await auth.call('POST', '/verify', { body: { type, token_hash: tokenHash } })
    expect([opened.status, opened.body.code]).toEqual([403, 'otp_expired'])
    expect((await auth.call('GET', '/user', { token })).body).not.toHaveProperty('new_email')
  })

  it('is not taken by its code under another purpose', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const phone = newPhone()
    await change(auth, token, phone)

    expect((await verify(auth, phone, await lastCodeTo(auth, phone), 'sms')).status).toBe(403)
  })

  it('that somebody has is refused, also if they got it meanwhile', async () => {
    const auth = await start()
    const { phone: taken } = await phoneAccount(auth)
    const { token } = await newAccount(auth)
    const phone = newPhone()
    await change(auth, token, phone)
    const code = await lastCodeTo(auth, phone)
    await sql('insert into auth.users (id, phone) values (gen_random_uuid(), $1)', [phone])

    const refused = await change(auth, token, taken)
    const late = await verify(auth, phone, code, 'phone_change')

    for (const { status, body } of [refused, late]) {
      expect([status, body.code]).toEqual([422, 'phone_exists'])
    }
  })

  it('counts at once where the operator believes numbers', async () => {
    const auth = await start({ phoneAutoconfirm: true })
    const { token } = await newAccount(auth)
    const phone = newPhone()

    expect((await change(auth, token, phone)).body).toMatchObject({ phone })
  })

  it('that was mistyped is withdrawn by naming the one the account has', async () => {
    const auth = await start()
    const { token, phone: own } = await phoneAccount(auth)
    const mistyped = newPhone()
    await change(auth, token, mistyped)

    const { body } = await change(auth, token, own)

    expect(body).toMatchObject({ phone: own })
    expect(body).not.toHaveProperty('new_phone')
    const typed = await verify(auth, mistyped, await lastCodeTo(auth, mistyped), 'phone_change')
    expect([typed.status, typed.body.code]).toEqual([403, 'otp_expired'])
  })

  it('is refused where phones are no way in', async () => {
    const auth = await start({ phoneEnabled: false })
    const { token } = await newAccount(auth)

    expect((await change(auth, token, newPhone())).body.code).toBe('phone_provider_disabled')
  })

  it('may be asked for by an account that has only a phone, beside its first e-mail address', async () => {
    const auth = await start()
    const { token, id } = await phoneAccount(auth)
    const email = newEmail()

    await auth.call('PUT', '/user', { token, body: { email } })
    const { tokenHash, type } = await auth.mailTo(email)
    const { body } = await auth.call('POST', '/verify', { body: { type, token_hash: tokenHash } })

    expect(body.user).toMatchObject({ id, email, app_metadata: { providers: ['phone', 'email'] } })
  })
})

it('a number that another account takes at the same moment is said to be taken', async () => {
  const auth = await start({ phoneAutoconfirm: true })
  const [one, two] = [await newAccount(auth), await newAccount(auth)]
  const phone = newPhone()
  const other = await otherTransaction({ connection: database.superuser })
  await other.query('update auth.users set phone = $2 where id = $1', [one.id, phone])

  const changing = auth.call('PUT', '/user', { token: two.token, body: { phone } })
  await somebodyWaits(database)
  await other.query('commit')

  const { status, body } = await changing
  expect([status, body.code]).toEqual([422, 'phone_exists'])
})

describe('asking for a code again', () => {
  const resend = (auth: TestAuth, type: string, phone: string) =>
    auth.call('POST', '/resend', { body: { type, phone } })

  it('sends another while the sign-up waits', async () => {
    const auth = await start()
    const phone = newPhone()
    await signUp(auth, phone)
    await auth.settled()

    const { status, body } = await resend(auth, 'sms', phone)

    expect([status, body]).toEqual([200, { message_id: expect.any(String) }])
    expect((await verify(auth, phone, await lastCodeTo(auth, phone))).status).toBe(200)
  })

  it('sends another for a change, by the new number', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const phone = newPhone()
    await auth.call('PUT', '/user', { token, body: { phone } })

    await resend(auth, 'phone_change', phone)

    expect(await auth.codesTo(phone)).toHaveLength(2)
    expect((await verify(auth, phone, await lastCodeTo(auth, phone), 'phone_change')).status).toBe(200)
  })

  it('answers alike, and sends nothing, to strangers and to those who need none', async () => {
    const auth = await start()
    const { phone } = await phoneAccount(auth)
    const before = (await auth.codesTo(phone)).length

    for (const type of ['sms', 'phone_change']) {
      for (const number of [phone, newPhone()]) {
        const { status, body } = await resend(auth, type, number)
        expect([status, body]).toEqual([200, { message_id: expect.any(String) }])
      }
    }

    expect(await auth.codesTo(phone)).toHaveLength(before)
  })

  it.each([
    ['sms', { email: 'a@example.com' }, 'Type provided requires a phone number'],
    [
      'nonsense',
      { email: 'a@example.com' },
      'Missing one of these types: signup, email_change, sms, phone_change',
    ],
    ['signup', { phone: '491701234567' }, 'Type provided requires an email address'],
  ])('of type %s with %j is refused', async (type, rest, message) => {
    const { status, body } = await (await start()).call('POST', '/resend', { body: { type, ...rest } })

    expect([status, body.message]).toEqual([400, message])
  })
})
