import { describe, expect, it } from 'vitest'
import { logIn, newAccount, password, refresh, startAuth, type TestAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { newPhone } from '../../testing/phones.ts'
import { protectedPerson } from '../../testing/second-factors.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()
const sql = (text: string, values: unknown[] = []) => asSuperuser(superuser, text, values)
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, trustedProxyHops: 1, ...settings })

const sessionIdOf = async (auth: TestAuth, token: string) => (await auth.verifyAccessToken(token)).session_id

/** Logs in from a device with the given user agent and network address. */
const logInFrom = async (auth: TestAuth, email: string, userAgent: string, address: string) =>
  (
    await auth.call('POST', '/token?grant_type=password', {
      body: { email, password },
      headers: { 'user-agent': userAgent, 'x-forwarded-for': address },
    })
  ).body.access_token as string

describe('the devices that somebody is signed in on', () => {
  it('are told with what they are, where from and how they got in, this one first', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const tablet = await logInFrom(auth, email, 'Tablet/1.0', '2001:db8::7')
    await logInFrom(auth, email, 'Phone/2.0', '192.0.2.9')

    const { status, body } = await auth.call('GET', '/user/sessions', { token: tablet })

    expect(status).toBe(200)
    expect(body.sessions).toHaveLength(3)
    expect(body.sessions[0]).toEqual({
      id: await sessionIdOf(auth, tablet),
      is_current: true,
      created_at: expect.any(String),
      last_active_at: expect.any(String),
      user_agent: 'Tablet/1.0',
      ip: '2001:db8::7',
      aal: 'aal1',
      methods: ['password'],
    })
    expect(body.sessions[1]).toMatchObject({ user_agent: 'Phone/2.0', ip: '192.0.2.9', is_current: false })
    expect(body.sessions[2].id).toBe(await sessionIdOf(auth, token))
  })

  it("are nobody else's", async () => {
    const auth = await start()
    const [ana, ben] = [await newAccount(auth), await newAccount(auth)]

    const { body } = await auth.call('GET', '/user/sessions', { token: ben.token })
    const ended = await auth.call('DELETE', `/user/sessions/${await sessionIdOf(auth, ana.token)}`, {
      token: ben.token,
    })

    expect(body.sessions).toHaveLength(1)
    expect([ended.status, ended.body.code]).toEqual([404, 'not_found'])
    expect((await auth.call('GET', '/user', { token: ana.token })).status).toBe(200)
  })

  it('can be signed out one by one', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const [lost, kept] = [await logIn(auth, email), await logIn(auth, email)]
    const path = `/user/sessions/${await sessionIdOf(auth, lost.token)}`

    expect((await auth.call('DELETE', path, { token })).status).toBe(204)

    expect((await auth.call('GET', '/user', { token: lost.token })).body.code).toBe('session_not_found')
    expect((await auth.call('GET', '/user', { token: kept.token })).status).toBe(200)
    expect((await auth.call('DELETE', path, { token })).status).toBe(404)
  })

  it.each(['nonsense', '018f0000-0000-7000-8000-000000000000'])('do not include "%s"', async (id) => {
    const auth = await start()
    const { token } = await newAccount(auth)

    expect((await auth.call('DELETE', `/user/sessions/${id}`, { token })).status).toBe(404)
  })

  it('do not include those that have ended by their age', async () => {
    const auth = await start({ sessionTimeboxSeconds: 3600, sessionInactivitySeconds: 600 })
    const { email, id } = await newAccount(auth)
    await sql(`update auth.sessions set created_at = now() - interval '3601 s' where user_id = $1`, [id])
    await logIn(auth, email)
    await sql(
      `update auth.sessions set created_at = now() - interval '601 s'
       where user_id = $1 and created_at > now() - interval '1 min'`,
      [id],
    )
    const { token } = await logIn(auth, email)

    const { body } = await auth.call('GET', '/user/sessions', { token })

    expect(body.sessions).toHaveLength(1)
  })
})

describe('what happened to an account', () => {
  it('is told newest first, with where it came from, and without what devices do by themselves', async () => {
    const auth = await start()
    const { email, token, refreshToken } = await newAccount(auth)
    await refresh(auth, refreshToken)
    const phone = await logInFrom(auth, email, 'Phone/2.0', '192.0.2.9')
    await auth.call('PUT', '/user', { token, body: { password: 'a new long password' } })

    const { status, body } = await auth.call('GET', '/user/activity', { token })

    expect(status).toBe(200)
    const actions = body.entries.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(['user_modified', 'user_updated_password', 'login', 'user_signedup'])
    expect(body.entries[2]).toEqual({
      id: expect.any(String),
      action: 'login',
      created_at: expect.any(String),
      ip_address: '192.0.2.9',
      user_agent: 'Phone/2.0',
      traits: { provider: 'email' },
    })
    expect(body.next).toBeNull()
    expect(phone).not.toBe('')
  })

  it('tells which way a message to get in came, and what for', async () => {
    const auth = await start({ phoneEnabled: true, phoneAutoconfirm: true })
    const { email, token } = await newAccount(auth)
    const phone = newPhone()
    const { body: byPhone } = await auth.call('POST', '/signup', { body: { phone, password } })
    const messagesOf = async (bearer: string) => {
      await auth.settled()
      const { body } = await auth.call('GET', '/user/activity', { token: bearer })
      return body.entries
        .filter(({ action }: { action: string }) => action.endsWith('_requested'))
        .map(({ traits }: { traits: object }) => traits)
    }

    await auth.call('POST', '/recover', { body: { email } })
    await auth.settled()
    await auth.call('POST', '/otp', { body: { email } })
    await auth.settled()
    await auth.call('GET', '/reauthenticate', { token })
    await auth.call('POST', '/otp', { body: { phone } })
    await auth.settled()
    await auth.call('GET', '/reauthenticate', { token: byPhone.access_token })

    expect(await messagesOf(token)).toEqual([
      { provider: 'email' },
      { provider: 'email', purpose: 'log-in' },
      { provider: 'email', purpose: 'password' },
    ])
    expect(await messagesOf(byPhone.access_token)).toEqual([
      { provider: 'phone' },
      { provider: 'phone', purpose: 'log-in' },
    ])
  })

  it('is told page by page', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    for (let turn = 0; turn < 4; turn++) await logIn(auth, email)
    const page = async (query: string) => (await auth.call('GET', `/user/activity?${query}`, { token })).body

    const first = await page('limit=3')
    const second = await page(`limit=3&before=${first.next}`)

    expect([first.entries.length, second.entries.length, second.next]).toEqual([3, 2, null])
    const ids = [...first.entries, ...second.entries].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(5)
    expect(ids).toEqual(ids.toSorted().reverse())
  })

  it("is nobody else's", async () => {
    const auth = await start()
    const [ana, ben] = [await newAccount(auth), await newAccount(auth)]
    const [entry] = (await auth.call('GET', '/user/activity', { token: ana.token })).body.entries

    const { body } = await auth.call('GET', '/user/activity', { token: ben.token })

    expect(JSON.stringify(body)).not.toContain(entry.id)
    expect(body.entries).toHaveLength(1)
  })

  it.each(['limit=0', 'limit=101', 'limit=x', 'before=x'])('asked with %s is refused', async (query) => {
    const auth = await start()
    const { token } = await newAccount(auth)

    const { status, body } = await auth.call('GET', `/user/activity?${query}`, { token })

    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })
})

it.each([
  ['GET', '/user/sessions'],
  ['DELETE', '/user/sessions/018f0000-0000-7000-8000-000000000000'],
  ['GET', '/user/activity'],
])('%s %s is for its owner, with the second factor where there is one', async (method, path) => {
  const auth = await start()
  const { aal1 } = await protectedPerson(auth)

  const low = await auth.call(method, path, { token: aal1 })

  expect([low.status, low.body.code]).toEqual([401, 'insufficient_aal'])
  expect((await auth.call(method, path)).status).toBe(401)
})
