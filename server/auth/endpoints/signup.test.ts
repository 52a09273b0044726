import { describe, expect, it } from 'vitest'
import { newAccount, newEmail, password, startAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()
const startAutoconfirm = () => startAuth(pool, { autoconfirm: true })

describe('sign-up with immediate confirmation', () => {
  it('answers a session whose user has confirmed', async () => {
    const auth = await startAutoconfirm()
    const email = newEmail()

    const { status, body, headers } = await auth.call('POST', '/signup', {
      body: { email: `  ${email.toUpperCase()} `, password, data: { full_name: 'Ana Petrova' } },
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      user: {
        aud: 'authenticated',
        role: 'authenticated',
        email,
        phone: '',
        email_confirmed_at: expect.any(String),
        confirmed_at: expect.any(String),
        last_sign_in_at: expect.any(String),
        app_metadata: { provider: 'email', providers: ['email'] },
        is_anonymous: false,
      },
    })
    expect(body.expires_at - Math.floor(Date.now() / 1000)).toBeGreaterThan(3500)
    expect(body.user.user_metadata).toEqual({
      full_name: 'Ana Petrova',
      sub: body.user.id,
      email,
      email_verified: true,
      phone_verified: false,
    })
    expect(body.user.identities).toEqual([
      expect.objectContaining({ id: body.user.id, provider: 'email', user_id: body.user.id, email }),
    ])
    expect(body.user.identities[0].identity_id).not.toBe(body.user.id)
    expect(headers.get('sb-auth-user-id')).toBe(body.user.id)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('is not for an address that more hangs on: it is proven by mail', async () => {
    const email = newEmail()
    const auth = await startAuth(pool, { autoconfirm: true, confirmAlways: [email] })

    const { status, body } = await auth.call('POST', '/signup', {
      body: { email: email.toUpperCase(), password },
    })

    expect(status).toBe(200)
    expect(body.access_token).toBeUndefined()
    expect(await auth.mailsTo(email)).toHaveLength(1)
    const guess = await auth.call('POST', '/token?grant_type=password', { body: { email, password } })
    expect(guess.body).toMatchObject({ code: 'email_not_confirmed' })
    expect((await newAccount(auth)).token).toBeTruthy()
  })

  it('says that an address is taken, and keeps the account as it was', async () => {
    const auth = await startAutoconfirm()
    const { email, token } = await newAccount(auth)

    const again = await auth.call('POST', '/signup', {
      body: { email, password: 'quite another password', data: { full_name: 'Mallory' } },
    })

    expect(again.status).toBe(422)
    expect(again.body).toMatchObject({ code: 'user_already_exists', message: 'User already registered' })
    const user = await auth.call('GET', '/user', { token })
    expect(user.body.user_metadata.full_name).toBeUndefined()
    const intruder = await auth.call('POST', '/token?grant_type=password', {
      body: { email, password: 'quite another password' },
    })
    expect(intruder.status).toBe(400)
  })

  it('makes one account of two sign-ups at the same moment', async () => {
    const auth = await startAutoconfirm()
    const email = newEmail()

    const answers = await Promise.all(
      [1, 2, 3].map(() => auth.call('POST', '/signup', { body: { email, password } })),
    )

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  })

  it('does not hand an unconfirmed account to whoever signs up again after confirmation was switched off', async () => {
    const email = newEmail()
    const strict = await startAuth(pool)
    await strict.call('POST', '/signup', { body: { email, password } })

    const again = await (await startAutoconfirm()).call('POST', '/signup', {
      body: { email, password: 'quite another password' },
    })

    expect(again.body.code).toBe('user_already_exists')
  })
})

describe('sign-up with a confirmation mail', () => {
  it('answers two who bring one unproven address at the same moment alike, makes one account of it, and mails it a link that works', async () => {
    const auth = await startAuth(pool)
    const email = newEmail()

    const answers = await Promise.all(
      [1, 2, 3].map((one) =>
        auth.call('POST', '/signup', {
          body: { email, password: `${password} ${one}`, data: { full_name: `Ana ${one}` } },
        }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const [first, ...others] = answers.map(({ body }) => Object.keys(body).toSorted())
    for (const other of others) expect(other).toEqual(first)
    expect(await asSuperuser(superuser, 'select from auth.users where email = $1', [email])).toHaveLength(1)
    const { tokenHash } = await auth.mailTo(email)
    const proved = await auth.call('POST', '/verify', { body: { type: 'signup', token_hash: tokenHash } })
    expect(proved.body.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
  })

  it('answers the bare user without a session and sends one mail', async () => {
    const auth = await startAuth(pool)
    const email = newEmail()

    const { status, body } = await auth.call('POST', '/signup', {
      body: { email, password, data: { full_name: 'Ana' } },
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({ email, aud: 'authenticated', confirmation_sent_at: expect.any(String) })
    expect(body).not.toHaveProperty('access_token')
    expect(body).not.toHaveProperty('email_confirmed_at')
    expect(body.user_metadata).toEqual({
      full_name: 'Ana',
      sub: body.id,
      email,
      email_verified: false,
      phone_verified: false,
    })
    expect(await auth.mailsTo(email)).toHaveLength(1)
  })

  it('gives the account the id that it answered', async () => {
    const auth = await startAuth(pool)
    const email = newEmail()
    const { body } = await auth.call('POST', '/signup', { body: { email, password } })

    const mail = await auth.mailTo(email)
    const verified = await auth.call('POST', '/verify', {
      body: { type: 'signup', token_hash: mail.tokenHash },
    })

    expect(verified.body.user.id).toBe(body.id)
  })

  it('answers a new, an unconfirmed and a confirmed address alike', async () => {
    const open = await startAutoconfirm()
    const confirmed = await newAccount(open)
    const auth = await startAuth(pool)
    const unconfirmed = newEmail()
    await auth.call('POST', '/signup', { body: { email: unconfirmed, password } })

    const shapes = []
    const ids = new Set([confirmed.id])
    for (const email of [newEmail(), unconfirmed, confirmed.email]) {
      const { status, body, headers } = await auth.call('POST', '/signup', {
        body: { email, password, data: { zeta: 1, a: 2 } },
      })
      ids.add(body.id)
      shapes.push({
        status,
        headers: [...headers.keys()].sort(),
        text: JSON.stringify(body)
          .replaceAll(body.id, 'ID')
          .replaceAll(email, 'EMAIL')
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'),
      })
    }

    expect(shapes[1]).toEqual(shapes[0])
    expect(shapes[2]).toEqual(shapes[0])
    expect(ids.size).toBe(4)
  })

  it('takes as long for a taken address as for a new one', async () => {
    const open = await startAutoconfirm()
    const { email: taken } = await newAccount(open)
    const auth = await startAuth(pool)
    await auth.settled()

    const times: Record<string, number[]> = { fresh: [], taken: [] }
    for (let round = 0; round < 5; round++) {
      for (const [kind, email] of [['fresh', newEmail()] as const, ['taken', taken] as const]) {
        const start = performance.now()
        await auth.call('POST', '/signup', { body: { email, password } })
        times[kind]?.push(performance.now() - start)
      }
    }

    for (const time of Object.values(times).flat()) expect(time).toBeGreaterThan(245)
  })

  it('tells the owner of a confirmed account by mail, without a link that signs in', async () => {
    const { email } = await newAccount(await startAutoconfirm())
    const auth = await startAuth(pool)

    await auth.call('POST', '/signup', { body: { email, password: 'quite another password' } })

    const mail = await auth.mailTo(email)
    expect(mail.subject).toBe('You already have an account with site.test')
    expect(mail.text).toContain('https://site.test/login')
    expect(mail.text).not.toContain('token_hash')
  })

  it('changes neither password nor data of an unconfirmed account when somebody signs up again', async () => {
    const auth = await startAuth(pool)
    const email = newEmail()
    await auth.call('POST', '/signup', { body: { email, password, data: { full_name: 'First' } } })

    await auth.call('POST', '/signup', {
      body: { email, password: 'the second password', data: { full_name: 'Second' } },
    })

    const { tokenHash } = await auth.mailTo(email)
    const { body } = await auth.call('POST', '/verify', { body: { type: 'signup', token_hash: tokenHash } })
    expect(body.user.user_metadata.full_name).toBe('First')
    const second = await auth.call('POST', '/token?grant_type=password', {
      body: { email, password: 'the second password' },
    })
    expect(second.body.code).toBe('invalid_credentials')
    const first = await auth.call('POST', '/token?grant_type=password', { body: { email, password } })
    expect(first.status).toBe(200)
  })

  it('does not let anybody in before the address is confirmed, and says so only to who knows the password', async () => {
    const auth = await startAuth(pool)
    const email = newEmail()
    await auth.call('POST', '/signup', { body: { email, password } })

    const right = await auth.call('POST', '/token?grant_type=password', { body: { email, password } })
    const wrong = await auth.call('POST', '/token?grant_type=password', {
      body: { email, password: 'not the password' },
    })

    expect(right.status).toBe(400)
    expect(right.body).toMatchObject({ code: 'email_not_confirmed', message: 'Email not confirmed' })
    expect(wrong.body).toMatchObject({ code: 'invalid_credentials', message: 'Invalid login credentials' })
  })

  it('makes no account whose mail could not be queued, and makes it at the next try', async () => {
    let queueIsDown = true
    const auth = await startAuth(
      pool,
      {},
      {
        deliver: async () => {
          if (queueIsDown) throw new Error('the queue is down')
        },
      },
    )

    const email = newEmail()

    const failed = await auth.call('POST', '/signup', { body: { email, password } })
    expect(failed.status).toBe(500)
    expect(auth.logged.join()).toContain('the queue is down')
    expect(await asSuperuser(superuser, 'select 1 from auth.users where email = $1', [email])).toEqual([])

    queueIsDown = false
    const again = await auth.call('POST', '/signup', { body: { email, password } })
    expect(again.status).toBe(200)
    expect((await auth.mailTo(email)).type).toBe('signup')
  })
})

describe('sign-up refuses', () => {
  const refusals: [string, object, number, object][] = [
    [
      'no address',
      { password },
      422,
      { code: 'anonymous_provider_disabled', message: 'Anonymous sign-ins are disabled' },
    ],
    [
      'no password',
      { email: 'a@example.com' },
      400,
      { code: 'validation_failed', message: 'Signup requires a valid password' },
    ],
    ['a null password', { email: 'a@example.com', password: null }, 400, { code: 'validation_failed' }],
    [
      'five characters',
      { email: 'a@example.com', password: '12345' },
      422,
      {
        code: 'weak_password',
        message: 'Password should be at least 6 characters.',
        weak_password: { reasons: ['length'] },
      },
    ],
    [
      '73 bytes',
      { email: 'a@example.com', password: 'é'.repeat(37) },
      400,
      { code: 'validation_failed', message: 'Password cannot be longer than 72 characters' },
    ],
    [
      'what is no address',
      { email: 'nobody', password },
      400,
      { code: 'validation_failed', message: 'Unable to validate email address: invalid format' },
    ],
    [
      'an address of 300 characters',
      { email: `${'a'.repeat(290)}@example.com`, password },
      400,
      { code: 'validation_failed' },
    ],
    ['a phone number', { phone: '15551234567', password }, 400, { code: 'phone_provider_disabled' }],
    ['both', { email: 'a@example.com', phone: '15551234567', password }, 400, { code: 'validation_failed' }],
    [
      'half of PKCE',
      { email: 'a@example.com', password, code_challenge: 'x'.repeat(43) },
      400,
      {
        code: 'validation_failed',
        message: 'PKCE flow requires code_challenge_method and code_challenge',
      },
    ],
    [
      'a short challenge',
      { email: 'a@example.com', password, code_challenge: 'x', code_challenge_method: 's256' },
      400,
      { code: 'validation_failed' },
    ],
    ['a number for an address', { email: 7, password }, 400, { code: 'bad_json' }],
    [
      'text that no database can hold',
      { email: 'a@example.com', password, data: { name: 'a\0b' } },
      400,
      { code: 'bad_json' },
    ],
  ]

  it.each(refusals)('%s', async (_what, body, status, error) => {
    const auth = await startAuth(pool)

    const answer = await auth.call('POST', '/signup', { body })

    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject(error)
  })

  it('nobody for half a sign in what is told of them, which is kept as the sign for unreadable ones', async () => {
    const auth = await startAuth(pool)

    const { status, body } = await auth.call('POST', '/signup', {
      body: { email: newEmail(), password, data: { full_name: 'Ana \ud83d', 'a\udfff': ['\ud800'] } },
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      user_metadata: { full_name: 'Ana \ufffd', 'a\ufffd': ['\ufffd'] },
    })
  })

  it('everybody when sign-up is closed', async () => {
    const auth = await startAuth(pool, { disableSignup: true })

    const { status, body } = await auth.call('POST', '/signup', { body: { email: newEmail(), password } })

    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'signup_disabled', message: 'Signups not allowed for this instance' })
  })

  it('everybody when accounts by e-mail are closed', async () => {
    const auth = await startAuth(pool, { emailEnabled: false })

    const signUp = await auth.call('POST', '/signup', { body: { email: newEmail(), password } })
    const logIn = await auth.call('POST', '/token?grant_type=password', {
      body: { email: newEmail(), password },
    })

    expect([signUp.status, signUp.body.code]).toEqual([400, 'email_provider_disabled'])
    expect([logIn.status, logIn.body.code]).toEqual([422, 'email_provider_disabled'])
  })
})

it('accepts null for what is absent', async () => {
  const auth = await startAutoconfirm()

  const { status } = await auth.call('POST', '/signup', {
    body: { email: newEmail(), password, data: null, code_challenge: null, code_challenge_method: null },
  })

  expect(status).toBe(200)
})
