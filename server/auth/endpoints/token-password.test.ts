import { expect, it } from 'vitest'
import { newAccount, newEmail, password, startAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { asSuperuser } from '../../testing/superuser.ts'
import { fullCost } from '../accounts/passwords.ts'

const { pool, superuser } = await createTestDatabase()
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, ...settings })
const sql = (text: string, values: unknown[]) => asSuperuser(superuser, text, values)

const path = '/token?grant_type=password'

it('opens a session for the right password, whatever the spelling of the address', async () => {
  const auth = await start()
  const { email, id } = await newAccount(auth)

  const { status, body, headers } = await auth.call('POST', path, {
    body: { email: ` ${email.toUpperCase()}`, password },
  })

  expect(status).toBe(200)
  expect(body.user.id).toBe(id)
  expect(headers.get('sb-auth-session-id')).toMatch(/^[0-9a-f-]{36}$/)
  const user = await auth.call('GET', '/user', { token: body.access_token })
  expect(user.body.id).toBe(id)
})

it('puts the claims of Supabase into the access token', async () => {
  const auth = await start()
  const { email, id } = await newAccount(auth)
  const { body } = await auth.call('POST', path, { body: { email, password } })

  const claims = await auth.verifyAccessToken(body.access_token)

  expect(claims).toMatchObject({
    iss: 'https://site.test/auth/v1',
    sub: id,
    aud: 'authenticated',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    session_id: expect.any(String),
    is_anonymous: false,
  })
  expect(claims.exp - claims.iat).toBe(3600)
})

it('answers an unknown address, a wrong password, an account without one and an unconfirmed one alike', async () => {
  const auth = await start()
  const { email } = await newAccount(auth)
  const passwordless = await newAccount(auth)
  await sql('update auth.users set encrypted_password = null where id = $1', [passwordless.id])

  const unconfirmed = await newAccount(auth)
  await sql('update auth.users set email_confirmed_at = null where id = $1', [unconfirmed.id])

  const answers = await Promise.all(
    [newEmail(), email, passwordless.email, unconfirmed.email].map((address) =>
      auth.call('POST', path, { body: { email: address, password: 'not the password' } }),
    ),
  )

  for (const { status, body } of answers) {
    expect(status).toBe(400)
    expect(body).toEqual({
      code: 'invalid_credentials',
      error_code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
  }
})

it('does the work of a password comparison for an address that nobody has', async () => {
  // A cost high enough to outweigh all other work of a request. Processor time is compared instead of elapsed time, because
  // other programs on the machine do not count towards it.
  const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
  const auth = await startAuth(pool, { autoconfirm: true }, { passwordCost })
  const { email } = await newAccount(auth)
  await auth.settled()

  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < 15; round++) {
    for (const [index, address] of [email, newEmail()].entries()) {
      const begun = process.cpuUsage()
      await auth.call('POST', path, { body: { email: address, password: 'not the password' } })
      const { user, system } = process.cpuUsage(begun)
      times[index]?.push(user + system)
    }
  }

  const [known = 0, unknown = 0] = times.map((all) => all.sort((a, b) => a - b)[7])
  expect(unknown / known).toBeGreaterThan(0.6)
})

it('tells a banned person so, and only who knows the password', async () => {
  const auth = await start()
  const { email, id, token, refreshToken } = await newAccount(auth)
  await sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [id])

  const right = await auth.call('POST', path, { body: { email, password } })
  const wrong = await auth.call('POST', path, { body: { email, password: 'not the password' } })

  expect(right.body.code).toBe('user_banned')
  expect(wrong.body.code).toBe('invalid_credentials')
  expect((await auth.call('GET', '/user', { token })).body.code).toBe('user_banned')
  const refresh = await auth.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: refreshToken },
  })
  expect(refresh.body).toMatchObject({ code: 'user_banned', message: 'Invalid Refresh Token: User Banned' })
})

it('lets somebody with a password that is too short by now in, and tells them', async () => {
  const { email } = await newAccount(await start())
  const stricter = await start({ passwordMinLength: 40 })

  const { status, body } = await stricter.call('POST', path, { body: { email, password } })

  expect(status).toBe(200)
  expect(body.weak_password).toEqual({
    message: 'Password should be at least 40 characters.',
    reasons: ['length'],
  })
})

it.each([
  [{ password }, 'validation_failed', 400],
  [{ email: 'a@example.com', phone: '1', password }, 'validation_failed', 400],
  [{ phone: '15551234567', password }, 'phone_provider_disabled', 422],
])('refuses %j', async (body, code, status) => {
  const auth = await start()

  const answer = await auth.call('POST', path, { body })

  expect([answer.status, answer.body.code]).toEqual([status, code])
})

it('keeps passwords only as argon2id', async () => {
  const auth = await startAuth(pool, { autoconfirm: true }, { passwordCost: fullCost })
  const { id } = await newAccount(auth)

  const [row] = await sql('select encrypted_password from auth.users where id = $1', [id])

  expect(row.encrypted_password).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
})

it('writes who logged in from where into the audit log', async () => {
  const auth = await start({ trustedProxyHops: 1 })
  const { email, id } = await newAccount(auth)

  await auth.call('POST', path, {
    body: { email, password },
    headers: { 'x-forwarded-for': '203.0.113.9' },
  })

  const rows = await sql(
    'select payload, ip_address from auth.audit_log_entries where user_id = $1 order by created_at',
    [id],
  )
  expect(rows.map(({ payload }) => payload.action)).toEqual(['user_signedup', 'login'])
  expect(rows[1]).toMatchObject({
    ip_address: '203.0.113.9',
    payload: { actor_id: id, actor_username: email, traits: { provider: 'email' } },
  })
})
