import { hash as argon2 } from '@node-rs/argon2'
import { AuthClient } from '@supabase/auth-js'
import { hash as bcrypt } from 'bcryptjs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { adminToken, jwtSecret } from '../../testing/admin.ts'
import {
  logIn,
  newAccount,
  newEmail,
  password,
  refresh,
  startAuth,
  type TestAuth,
} from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { newPhone } from '../../testing/phones.ts'
import { protectedPerson } from '../../testing/second-factors.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()
const token = await adminToken()
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, jwtSecret, ...settings })

/** The library's value for argon2i; its enum exists only at compile time. */
const argon2i = 1

const create = (auth: TestAuth, body: object) => auth.call('POST', '/admin/users', { token, body })
const change = (auth: TestAuth, id: string, body: object) =>
  auth.call('PUT', `/admin/users/${id}`, { token, body })
const get = (auth: TestAuth, id: string) => auth.call('GET', `/admin/users/${id}`, { token })
const tryPassword = (auth: TestAuth, email: string, secret = password) =>
  auth.call('POST', '/token?grant_type=password', { body: { email, password: secret } })
const storedHash = async (id: string) => {
  const [row] = await asSuperuser(superuser, `select encrypted_password from auth.users where id = '${id}'`)
  return row.encrypted_password
}

const calls: [string, string][] = [
  ['GET', '/admin/users'],
  ['POST', '/admin/users'],
  ['GET', '/admin/users/018f0000-0000-7000-8000-000000000000'],
  ['PUT', '/admin/users/018f0000-0000-7000-8000-000000000000'],
  ['DELETE', '/admin/users/018f0000-0000-7000-8000-000000000000'],
  ['GET', '/admin/users/018f0000-0000-7000-8000-000000000000/factors'],
  [
    'DELETE',
    '/admin/users/018f0000-0000-7000-8000-000000000000/factors/018f0000-0000-7000-8000-000000000000',
  ],
  ['GET', '/admin/users/018f0000-0000-7000-8000-000000000000/passkeys'],
  [
    'DELETE',
    '/admin/users/018f0000-0000-7000-8000-000000000000/passkeys/018f0000-0000-7000-8000-000000000000',
  ],
  ['POST', '/admin/generate_link'],
  ['POST', '/invite'],
  ['GET', '/admin/oauth/clients'],
  ['POST', '/admin/oauth/clients'],
]

describe.each(calls)('%s %s', (method, path) => {
  it('is for operators only', async () => {
    const auth = await start()
    const person = await newAccount(auth)
    const ask = async (bearer?: string) => {
      const { status, body } = await auth.call(method, path, bearer === undefined ? {} : { token: bearer })
      return [status, body.code]
    }

    expect(await ask()).toEqual([401, 'no_authorization'])
    expect(await ask('nonsense')).toEqual([403, 'bad_jwt'])
    expect(await ask(person.token)).toEqual([403, 'not_admin'])
    expect((await auth.call(method, path, { token: person.token })).body.message).toBe('User not allowed')
    expect(await ask(await adminToken({ role: 'anon' }))).toEqual([403, 'not_admin'])
    expect(await ask(await adminToken({ role: undefined }))).toEqual([403, 'not_admin'])
    expect(await ask(await adminToken({}, 'another secret that is long enough'))).toEqual([403, 'bad_jwt'])
    expect(await ask(await adminToken({ exp: 1 }))).toEqual([403, 'bad_jwt'])
  })
})

describe("an operator's token", () => {
  it('may belong to a session, which has to be open', async () => {
    const auth = await start()
    const person = await newAccount(auth)
    const claims = await auth.verifyAccessToken(person.token)
    const bound = await adminToken({ role: 'supabase_admin', sub: person.id, session_id: claims.session_id })

    const open = await auth.call('GET', '/admin/users', { token: bound })
    await auth.call('POST', '/logout', { token: person.token })
    const closed = await auth.call('GET', '/admin/users', { token: bound })
    const odd = await auth.call('GET', '/admin/users', { token: await adminToken({ session_id: 'x' }) })

    expect(open.status).toBe(200)
    for (const { status, body } of [closed, odd])
      expect([status, body.code]).toEqual([403, 'session_not_found'])
  })

  it('of somebody who has a second factor administers nothing before that was used', async () => {
    const auth = await start()
    const person = await protectedPerson(auth)
    await change(auth, person.id, { role: 'service_role' })
    const list = (bearer: string) => auth.call('GET', '/admin/users', { token: bearer })

    const low = await list((await tryPassword(auth, person.email)).body.access_token)
    const raised = await list((await refresh(auth, person.refreshToken)).body.access_token)

    expect([low.status, low.body.code]).toEqual([403, 'insufficient_aal'])
    expect(raised.status).toBe(200)
  })

  it('is one whose role the operator named', async () => {
    const auth = await start({ adminRoles: ['keeper'] })

    expect((await auth.call('GET', '/admin/users', { token })).status).toBe(403)
    const keeper = await adminToken({ role: 'keeper' })
    expect((await auth.call('GET', '/admin/users', { token: keeper })).status).toBe(200)
  })

  it('is nobody where there is no secret', async () => {
    const auth = await startAuth(pool)

    expect((await auth.call('GET', '/admin/users', { token })).body.code).toBe('bad_jwt')
  })

  it('opens no account', async () => {
    const auth = await start()

    expect((await auth.call('GET', '/user', { token })).status).toBe(403)
  })
})

describe('making an account', () => {
  it('keeps exactly what was sent, and mails nothing', async () => {
    const auth = await startAuth(pool, { jwtSecret })
    const email = newEmail()

    const { status, body } = await create(auth, {
      email,
      password,
      email_confirm: true,
      user_metadata: { full_name: 'Ana' },
      app_metadata: { plan: 'family' },
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      email,
      role: 'authenticated',
      email_confirmed_at: expect.any(String),
      user_metadata: { full_name: 'Ana' },
      app_metadata: { plan: 'family', provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', email }],
    })
    expect(Object.keys(body.user_metadata)).toEqual(['full_name'])
    expect(await auth.mailsTo(email)).toEqual([])
    expect((await tryPassword(auth, email)).status).toBe(200)
  })

  it('does not confirm the address unless told to', async () => {
    const auth = await start()
    const email = newEmail()

    await create(auth, { email, password })

    expect((await tryPassword(auth, email)).body.code).toBe('email_not_confirmed')
  })

  it('takes a phone, an id, a role and a ban', async () => {
    const auth = await start()
    const [id, phone] = [crypto.randomUUID(), newPhone()]

    const { body } = await create(auth, {
      id,
      phone: `+${phone}`,
      phone_confirm: true,
      role: 'keeper',
      ban_duration: '24h',
    })

    expect(body).toMatchObject({ id, phone, role: 'keeper', phone_confirmed_at: expect.any(String) })
    expect(new Date(body.banned_until).getTime()).toBeGreaterThan(Date.now() + 23.9 * 3_600_000)
  })

  it.each([
    [{}, 'Cannot create a user without either an email or phone'],
    [{ email: 'a@example.com', id: 'abc' }, 'ID must conform to the uuid v4 format'],
    [{ email: 'a@example.com', id: '00000000-0000-0000-0000-000000000000' }, 'ID cannot be a nil uuid'],
    [{ email: 'a@example.com', ban_duration: 'soon' }, 'invalid format for ban duration: soon'],
    [{ email: 'a@example.com', ban_duration: '-1h' }, 'invalid format for ban duration: -1h'],
    [
      { email: 'a@example.com', password, password_hash: '$2a$10$x' },
      'Only a password or a password hash should be provided',
    ],
    [{ email: 'nobody' }, 'Unable to validate email address: invalid format'],
  ])('is refused: %j', async (body, message) => {
    const answer = await create(await start(), body)

    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      400,
      'validation_failed',
      message,
    ])
  })

  it('is refused for an address or a phone that is taken', async () => {
    const auth = await start()
    const { email } = await newAccount(auth)
    const phone = newPhone()
    await create(auth, { phone })

    const mail = await create(auth, { email })
    const number = await create(auth, { phone })

    expect([mail.status, mail.body.code]).toEqual([422, 'email_exists'])
    expect(mail.body.message).toBe('A user with this email address has already been registered')
    expect([number.status, number.body.code]).toEqual([422, 'phone_exists'])
  })

  it('is refused with a weak password', async () => {
    const { status, body } = await create(await start(), { email: newEmail(), password: '12345' })

    expect([status, body.code]).toEqual([422, 'weak_password'])
  })
})

describe('an imported password', () => {
  const hashes: [string, () => Promise<string>][] = [
    ['bcrypt', () => bcrypt(password, 5)],
    ['bcrypt, as PHP writes it', async () => (await bcrypt(password, 5)).replace('$2b$', '$2y$')],
    ['argon2id of another cost', () => argon2(password, { memoryCost: 4096, timeCost: 3, parallelism: 1 })],
    [
      'argon2i',
      () => argon2(password, { algorithm: argon2i, memoryCost: 4096, timeCost: 3, parallelism: 1 }),
    ],
  ]

  it.each(hashes)('works as %s, and is ours from the first log-in on', async (_what, make) => {
    const auth = await start()
    const email = newEmail()
    const imported = await make()
    const { body } = await create(auth, { email, email_confirm: true, password_hash: imported })

    const wrong = await tryPassword(auth, email, 'not the password')
    expect([wrong.status, await storedHash(body.id)]).toEqual([400, imported])
    const right = await tryPassword(auth, email)

    expect(right.status).toBe(200)
    const now = await storedHash(body.id)
    expect(now).toMatch(/^\$argon2id\$v=19\$m=256,t=1,p=1\$/)
    expect((await tryPassword(auth, email)).status).toBe(200)
    expect(await storedHash(body.id)).toBe(now)
  })

  it.each([
    'secret',
    '$2b$13$abcdefghijklmnopqrstuuQ5Nf6hQ6yGf0kQYkYk3rTgq9eZ8sQ1K',
    '$2b$03$abcdefghijklmnopqrstuuQ5Nf6hQ6yGf0kQYkYk3rTgq9eZ8sQ1K',
    '$argon2d$v=19$m=4096,t=3,p=1$c29tZXNhbHRzb21l$2Kx0JmTQBmz0Ykq3yAHmVfwOVjsDvH2HqX4D5Q3Yb5o',
    '$argon2id$v=19$m=4194304,t=3,p=1$c29tZXNhbHRzb21l$2Kx0JmTQBmz0Ykq3yAHmVfwOVjsDvH2HqX4D5Q3Yb5o',
    '$argon2id$v=19$m=4096,t=100,p=1$c29tZXNhbHRzb21l$2Kx0JmTQBmz0Ykq3yAHmVfwOVjsDvH2HqX4D5Q3Yb5o',
    '$argon2id$v=19$m=4096,t=3,p=64$c29tZXNhbHRzb21l$2Kx0JmTQBmz0Ykq3yAHmVfwOVjsDvH2HqX4D5Q3Yb5o',
    '$argon2id$v=19$m=8,t=0,p=1$c29tZXNhbHRzb21l$2Kx0JmTQBmz0Ykq3yAHmVfwOVjsDvH2HqX4D5Q3Yb5o',
    '$1$abc$def',
  ])('is refused as %s', async (imported) => {
    const { status, body } = await create(await start(), { email: newEmail(), password_hash: imported })

    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })
})

describe('changing an account', () => {
  it('merges metadata, and removes what is null', async () => {
    const auth = await start()
    const { body } = await create(auth, { email: newEmail(), user_metadata: { a: 1, b: 2 } })

    const changed = await change(auth, body.id, {
      user_metadata: { b: null, c: 3 },
      app_metadata: { plan: 'family' },
    })

    expect(changed.body.user_metadata).toEqual({ a: 1, c: 3 })
    expect(changed.body.app_metadata).toEqual({ provider: 'email', providers: ['email'], plan: 'family' })
  })

  it('moves the address at once, in the identity too', async () => {
    const auth = await start()
    const account = await newAccount(auth)
    const wanted = newEmail()

    const { body } = await change(auth, account.id, { email: wanted })

    expect(body.email).toBe(wanted)
    expect(body.identities[0].email).toBe(wanted)
    expect((await logIn(auth, wanted)).token).toBeDefined()
  })

  it('of the address ends a change to another one that somebody in the account had asked for', async () => {
    const auth = await start({ secureEmailChange: false })
    const account = await newAccount(auth)
    const [asked, given] = [newEmail(), newEmail()]
    await auth.call('PUT', '/user', { token: account.token, body: { email: asked } })

    const { body } = await change(auth, account.id, { email: given })
    await auth.call('POST', '/resend', { body: { type: 'email_change', email: given } })

    expect(body.new_email).toBeUndefined()
    expect(await auth.mailsTo(asked)).toHaveLength(1)
  })

  it('of the phone ends a change to another one, and what was texted to the one before', async () => {
    const auth = await start({ phoneEnabled: true })
    const account = await newAccount(auth)
    const [first, asked, given] = [newPhone(), newPhone(), newPhone()]
    await change(auth, account.id, { phone: first, phone_confirm: true })
    await auth.call('PUT', '/user', { token: account.token, body: { phone: asked } })
    await auth.call('POST', '/otp', { body: { phone: first } })
    const redeem = (type: string, phone: string, token = '') =>
      auth.call('POST', '/verify', { body: { type, phone, token } })

    const { body } = await change(auth, account.id, { phone: given })
    await auth.call('POST', '/resend', { body: { type: 'phone_change', phone: given } })

    expect(body.new_phone).toBeUndefined()
    const [askedCodes, firstCodes] = [await auth.codesTo(asked), await auth.codesTo(first)]
    expect([askedCodes.length, firstCodes.length]).toEqual([1, 1])
    expect((await redeem('phone_change', asked, askedCodes[0])).status).toBe(403)
    expect((await redeem('sms', first, firstCodes[0])).status).toBe(403)
  })

  it('of the password signs its owner out everywhere', async () => {
    const auth = await start()
    const account = await newAccount(auth)

    await change(auth, account.id, { password: 'another long password' })

    expect((await auth.call('GET', '/user', { token: account.token })).body.code).toBe('session_not_found')
    expect((await logIn(auth, account.email)).token).toBeUndefined()
    expect((await logIn(auth, account.email, 'another long password')).token).toBeDefined()
  })

  it('bans, and lets in again', async () => {
    const auth = await start()
    const account = await newAccount(auth)

    await change(auth, account.id, { ban_duration: '1h30m' })
    const banned = [
      (await auth.call('GET', '/user', { token: account.token })).body.code,
      (await tryPassword(auth, account.email)).body.code,
      (await refresh(auth, account.refreshToken)).body.code,
    ]
    await change(auth, account.id, { ban_duration: 'none' })

    expect(banned).toEqual(['user_banned', 'user_banned', 'user_banned'])
    expect((await auth.call('GET', '/user', { token: account.token })).status).toBe(200)
  })

  it('confirms the address', async () => {
    const auth = await startAuth(pool, { jwtSecret })
    const email = newEmail()
    const { body } = await create(auth, { email, password })

    await change(auth, body.id, { email_confirm: true })

    expect((await tryPassword(auth, email)).status).toBe(200)
  })

  it('is refused for an address of somebody else, or nobody', async () => {
    const auth = await start()
    const [one, two] = [await newAccount(auth), await newAccount(auth)]

    const taken = await change(auth, one.id, { email: two.email })
    const nobody = await change(auth, crypto.randomUUID(), {})
    const noId = await change(auth, 'abc', {})

    expect([taken.status, taken.body.code]).toEqual([422, 'email_exists'])
    expect([nobody.status, nobody.body.code, nobody.body.message]).toEqual([
      404,
      'user_not_found',
      'User not found',
    ])
    expect([noId.status, noId.body.code, noId.body.message]).toEqual([
      404,
      'validation_failed',
      'user_id must be an UUID',
    ])
  })
})

describe('deleting an account', () => {
  it('leaves nothing of it but the audit log', async () => {
    const auth = await start()
    const account = await newAccount(auth)

    const { status, body } = await auth.call('DELETE', `/admin/users/${account.id}`, { token })

    expect([status, body]).toEqual([200, {}])
    expect((await get(auth, account.id)).status).toBe(404)
    expect((await auth.call('GET', '/user', { token: account.token })).body.code).toBe('user_not_found')
    const [entry] = await asSuperuser(
      superuser,
      `select payload from auth.audit_log_entries where user_id = '${account.id}' order by created_at desc limit 1`,
    )
    expect(entry.payload).toMatchObject({ action: 'user_deleted', traits: { by: 'admin' } })
  })

  it('softly keeps a row that tells nothing', async () => {
    const auth = await start()
    const account = await newAccount(auth)

    await auth.call('DELETE', `/admin/users/${account.id}`, { token, body: { should_soft_delete: true } })

    const { body } = await get(auth, account.id)
    expect(body.deleted_at).toBeDefined()
    expect(JSON.stringify(body)).not.toContain(account.email)
    expect(body.user_metadata).toEqual({})
    expect((await auth.call('GET', '/user', { token: account.token })).body.code).toBe('user_not_found')
    expect((await logIn(auth, account.email)).token).toBeUndefined()
    expect((await change(auth, account.id, {})).status).toBe(404)
    // The address can be used for a new account.
    await newAccount(auth, account.email)
  })

  it('can follow a soft one', async () => {
    const auth = await start()
    const { id } = await newAccount(auth)
    await auth.call('DELETE', `/admin/users/${id}`, { token, body: { should_soft_delete: true } })

    await auth.call('DELETE', `/admin/users/${id}`, { token })

    expect((await get(auth, id)).status).toBe(404)
  })
})

describe('the list of accounts', () => {
  it('comes in pages, newest first', async () => {
    const database = await createTestDatabase()
    const auth = await startAuth(database.pool, { jwtSecret, autoconfirm: true })
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.unshift((await newAccount(auth)).id)
    const page = (query: string) => auth.call('GET', `/admin/users${query}`, { token })

    const first = await page('?page=1&per_page=2')
    const last = await page('?page=3&per_page=2')
    const all = await page('?page=&per_page=')

    expect(first.body.users.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
    expect(first.body.aud).toBe('authenticated')
    expect(first.headers.get('x-total-count')).toBe('5')
    expect(first.headers.get('link')).toBe(
      '</admin/users?page=2&per_page=2>; rel="next", </admin/users?page=3&per_page=2>; rel="last"',
    )
    expect(last.body.users).toHaveLength(1)
    expect(last.headers.get('link')).toBe('</admin/users?page=3&per_page=2>; rel="last"')
    expect(all.body.users).toHaveLength(5)
  })

  it.each(['?page=-1', '?page=0', '?page=x', '?per_page=-1'])('has no page %s', async (query) => {
    const { status, body } = await (await start()).call('GET', `/admin/users${query}`, { token })

    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })
})

describe('what the service does not do', () => {
  it.each([
    ['GET', '/admin/users/018f0000-0000-7000-8000-000000000000/passkeys', 'passkey_disabled'],
    ['POST', '/admin/oauth/clients', 'feature_disabled'],
    ['POST', '/admin/oauth/clients/x/regenerate_secret', 'feature_disabled'],
  ])('%s %s answers so', async (method, path, code) => {
    const { status, body } = await (await start()).call(method, path, { token })

    expect([status, body.code]).toEqual([404, code])
  })
})

it('the stock client administers', async () => {
  const auth = await start()
  const client = new AuthClient({
    url: auth.url,
    headers: { Authorization: `Bearer ${token}` },
    persistSession: false,
    autoRefreshToken: false,
  })
  onTestFinished(() => client.dispose())
  const { admin } = client
  const email = newEmail()

  const made = await admin.createUser({ email, password, email_confirm: true })
  const id = made.data.user?.id ?? ''
  expect(made.error).toBeNull()
  expect((await admin.getUserById(id)).data.user?.email).toBe(email)
  expect((await admin.updateUserById(id, { ban_duration: '1h' })).error).toBeNull()
  expect((await admin.listUsers({ page: 1, perPage: 1 })).data).toMatchObject({
    aud: 'authenticated',
    nextPage: 2,
  })
  expect((await admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([])
  expect((await admin.deleteUser(id)).error).toBeNull()
  expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })

  const person = await newAccount(auth)
  expect((await admin.signOut(person.token, 'global')).error).toBeNull()
  expect((await auth.call('GET', '/user', { token: person.token })).body.code).toBe('session_not_found')
})
