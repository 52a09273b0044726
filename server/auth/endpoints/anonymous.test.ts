import { expect, it } from 'vitest'
import { newEmail, password, startAuth, type TestAuth, unlimited } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'

const { pool } = await createTestDatabase()
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, anonymousEnabled: true, ...settings })
const enter = (auth: TestAuth, body: object = {}) => auth.call('POST', '/signup', { body })

it('is an account at once, with its data, and nothing else', async () => {
  const auth = await start()

  const { status, body } = await enter(auth, { data: { locale: 'de' } })

  expect(status).toBe(200)
  expect(body.user).toMatchObject({
    is_anonymous: true,
    email: '',
    phone: '',
    app_metadata: {},
    user_metadata: { locale: 'de' },
    identities: [],
  })
  const claims = await auth.verifyAccessToken(body.access_token)
  expect(claims).toMatchObject({ is_anonymous: true, aal: 'aal1', amr: [{ method: 'anonymous' }] })
})

it('is refused unless the operator wants it', async () => {
  const { status, body } = await enter(await start({ anonymousEnabled: false }))

  expect([status, body.code, body.message]).toEqual([
    422,
    'anonymous_provider_disabled',
    'Anonymous sign-ins are disabled',
  ])
})

it('is refused where sign-ups are closed', async () => {
  const { status, body } = await enter(await start({ disableSignup: true }))

  expect([status, body.code]).toEqual([422, 'signup_disabled'])
})

it('is limited for each address', async () => {
  const auth = await start({
    trustedProxyHops: 1,
    rateLimits: { ...unlimited, anonymous: { points: 2, seconds: 300 } },
  })
  const headers = { 'x-forwarded-for': '2001:db8:77:78::1' }
  const statuses = []
  for (let turn = 0; turn < 3; turn++) {
    statuses.push((await auth.call('POST', '/signup', { body: {}, headers })).status)
  }

  expect(statuses).toEqual([200, 200, 429])
})

it('becomes a lasting account once an address is proven, and keeps its id', async () => {
  const auth = await start()
  const { body: guest } = await enter(auth)
  const email = newEmail()
  await auth.call('PUT', '/user', { token: guest.access_token, body: { email } })
  const { tokenHash, type } = await auth.mailTo(email)

  const { body } = await auth.call('POST', '/verify', { body: { type, token_hash: tokenHash } })
  const withPassword = await auth.call('PUT', '/user', { token: body.access_token, body: { password } })

  expect(body.user).toMatchObject({ id: guest.user.id, is_anonymous: false, email })
  expect(body.user.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
  expect(body.user.identities).toMatchObject([{ provider: 'email' }])
  expect(withPassword.status).toBe(200)
})

it('has no password, no second factor and nothing to prove again', async () => {
  const auth = await start()
  const { access_token: token } = (await enter(auth)).body

  const answers = [
    await auth.call('PUT', '/user', { token, body: { password } }),
    await auth.call('POST', '/factors', { token, body: { factor_type: 'totp' } }),
    await auth.call('GET', '/reauthenticate', { token }),
  ]

  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [422, 'validation_failed'],
    [403, 'no_authorization'],
    [403, 'no_authorization'],
  ])
})
