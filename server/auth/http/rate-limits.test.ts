import { describe, expect, it } from 'vitest'
import { newAccount, newEmail, password, startAuth, type TestAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { newPhone } from '../../testing/phones.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()
const wide = { points: 1_000_000, seconds: 60 }
const few = { points: 3, seconds: 300 }

/** Starts a service with the given limits and no others; X-Forwarded-For gives the client address. */
const start = (limits: object, settings = {}) =>
  startAuth(pool, {
    autoconfirm: true,
    trustedProxyHops: 1,
    rateLimits: {
      otp: wide,
      token: wide,
      verify: wide,
      factor: wide,
      accountFailures: wide,
      codeFailures: wide,
      mails: wide,
      mailGapSeconds: 0,
      ...limits,
    },
    ...settings,
  })

const newAddress = () => `2001:db8:${hex()}:${hex()}::1`
const hex = () => Math.floor(Math.random() * 0xffff).toString(16)
const from = (address: string) => ({ 'x-forwarded-for': address })

const tryPassword = (auth: TestAuth, email: string, address: string, secret = 'not the password') =>
  auth.call('POST', '/token?grant_type=password', {
    body: { email, password: secret },
    headers: from(address),
  })

describe('for each client address', () => {
  it('log-ins are limited, with or without an account', async () => {
    const auth = await start({ token: few })
    const address = newAddress()

    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++) {
      statuses.push((await tryPassword(auth, newEmail(), address)).status)
    }

    expect(statuses).toEqual([400, 400, 400, 429])
    const { body } = await tryPassword(auth, newEmail(), address)
    expect(body).toMatchObject({ code: 'over_request_rate_limit', message: 'Request rate limit reached' })
    expect((await tryPassword(auth, newEmail(), newAddress())).status).toBe(400)
  })

  it.each([
    ['/signup', { email: 'nobody', password }],
    ['/recover', { email: 'nobody' }],
    ['/resend', { type: 'signup', email: 'nobody' }],
    ['/verify', { type: 'signup', token_hash: 'x' }],
  ])('%s is limited, by a counter of its own', async (path, body) => {
    const auth = await start({ otp: few, verify: few })
    const address = newAddress()
    const call = () => auth.call('POST', path, { body, headers: from(address) })

    for (let attempt = 0; attempt < 3; attempt++) expect((await call()).status).not.toBe(429)
    expect((await call()).status).toBe(429)

    const others = ['/signup', '/recover', '/resend', '/verify'].filter((other) => other !== path)
    for (const other of others) {
      const answer = await auth.call('POST', other, { body, headers: from(address) })
      expect(answer.status).not.toBe(429)
    }
  })

  it('log-ins by mail or phone are limited, by a counter of their own', async () => {
    const auth = await start({ otp: few }, { phoneEnabled: true })
    const address = newAddress()
    const call = (path: string) =>
      auth.call('POST', path, { body: { email: newEmail() }, headers: from(address) })

    for (let attempt = 0; attempt < 3; attempt++) expect((await call('/otp')).status).toBe(200)

    expect((await call('/otp')).body.code).toBe('over_request_rate_limit')
    expect((await call('/recover')).status).toBe(200)
  })

  it('challenges of second factors, and answers to them, are limited, each by a counter of its own', async () => {
    const auth = await start({ factor: few })
    const { token } = await newAccount(auth)
    const address = newAddress()
    const factor = '/factors/018f0000-0000-7000-8000-000000000000'
    const call = (path: string) =>
      auth.call('POST', path, { token, body: { code: '123456' }, headers: from(address) })

    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await call(`${factor}/challenge`)).status).toBe(404)
    }
    expect((await call(`${factor}/challenge`)).status).toBe(429)

    for (let attempt = 0; attempt < 2; attempt++) {
      expect((await call(`${factor}/verify`)).status).not.toBe(429)
    }
    expect((await call('/factors/recovery-codes/verify')).status).toBe(422)
    expect((await call(`${factor}/verify`)).status).toBe(429)
  })

  it('changes of the user are limited', async () => {
    const auth = await start({ otp: few })
    const { token } = await newAccount(auth)
    const address = newAddress()
    const call = () => auth.call('PUT', '/user', { token, body: { data: {} }, headers: from(address) })

    for (let attempt = 0; attempt < 3; attempt++) expect((await call()).status).toBe(200)
    expect((await call()).status).toBe(429)
  })

  it('valid refreshes are never limited, and failed ones are', async () => {
    const auth = await start({ token: few })
    const address = newAddress()
    const refresh = (refreshToken: string) =>
      auth.call('POST', '/token?grant_type=refresh_token', {
        body: { refresh_token: refreshToken },
        headers: from(address),
      })
    let { refreshToken } = await newAccount(auth)

    const failures = []
    for (let attempt = 0; attempt < 4; attempt++) failures.push((await refresh('nonsense')).status)
    for (let turn = 0; turn < 8; turn++) {
      const { status, body } = await refresh(refreshToken)
      expect(status).toBe(200)
      refreshToken = body.refresh_token
    }

    expect(failures).toEqual([400, 400, 400, 429])
  })

  it('an IPv6 household counts as one', async () => {
    const auth = await start({ token: few })
    const [a, b] = [hex(), hex()]
    const household = ['1', '2:3:4', 'dead:beef', 'ffff:0:1'].map((host) => `2001:db8:${a}:${b}::${host}`)

    const statuses = []
    for (const address of household) statuses.push((await tryPassword(auth, newEmail(), address)).status)

    expect(statuses.at(-1)).toBe(429)
  })

  it('several instances count together', async () => {
    const [one, two] = [await start({ token: few }), await start({ token: few })]
    const address = newAddress()

    for (const auth of [one, two, one]) await tryPassword(auth, newEmail(), address)

    expect((await tryPassword(two, newEmail(), address)).status).toBe(429)
  })

  it("what a client writes before our own proxy's entry changes nothing", async () => {
    const auth = await start({ token: few })
    const address = newAddress()

    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++) {
      const spoofed = `10.0.0.${attempt}, ${newAddress()}, ${address}`
      statuses.push((await tryPassword(auth, newEmail(), spoofed)).status)
    }

    expect(statuses).toEqual([400, 400, 400, 429])
  })

  it.each([
    ['fewer entries than proxies', '203.0.113.1'],
    ['an entry that is no address', 'nonsense, unknown'],
    ['nothing', ''],
  ])('a header with %s is not believed', async (_, header) => {
    const auth = await start({ token: few }, { trustedProxyHops: 2 })
    await asSuperuser(superuser, `delete from auth.rate_limits where key = 'token:127.0.0.1'`)

    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++) {
      statuses.push((await tryPassword(auth, newEmail(), header)).status)
    }

    expect(statuses).toEqual([400, 400, 400, 429])
  })

  it('with two proxies of ours the entry before the last counts', async () => {
    const auth = await start({ token: few }, { trustedProxyHops: 2 })
    const address = newAddress()

    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++) {
      statuses.push(
        (await tryPassword(auth, newEmail(), `${newAddress()}, ${address}, ${newAddress()}`)).status,
      )
    }

    expect(statuses).toEqual([400, 400, 400, 429])
  })

  it('the header is not believed at all when no proxy is ours', async () => {
    const auth = await start({ token: { points: 3, seconds: 300 } }, { trustedProxyHops: 0 })
    await asSuperuser(superuser, `delete from auth.rate_limits where key = 'token:127.0.0.1'`)

    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++) {
      statuses.push((await tryPassword(auth, newEmail(), newAddress())).status)
    }

    expect(statuses).toEqual([400, 400, 400, 429])
  })
})

describe('for each account', () => {
  it('wrong passwords are limited wherever they come from, and then also the right one is not looked at', async () => {
    const auth = await start({ accountFailures: few })
    const { email } = await newAccount(auth)

    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await tryPassword(auth, email, newAddress())).status).toBe(400)
    }

    expect((await tryPassword(auth, email.toUpperCase(), newAddress(), password)).status).toBe(429)
  })

  it('nobody is kept out by others who guess, where they have logged in from before', async () => {
    const auth = await start({ accountFailures: few })
    const { email } = await newAccount(auth)
    const [home, away] = [newAddress(), newAddress()]
    expect((await tryPassword(auth, email, home, password)).status).toBe(200)

    for (let attempt = 0; attempt < 3; attempt++) await tryPassword(auth, email, newAddress())

    expect((await tryPassword(auth, email, away, password)).status).toBe(429)
    expect((await tryPassword(auth, email, home, password)).status).toBe(200)
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await tryPassword(auth, email, home)).status).toBe(400)
    }
    expect((await tryPassword(auth, email, home, password)).status).toBe(429)
  })

  it('a household of version 6 counts as one there, too, and asking for a mail is no log-in', async () => {
    const auth = await start({ accountFailures: few })
    const { email } = await newAccount(auth)
    const mallory = newAddress()
    const [here, there] = ['2001:db8:77:1::5', '2001:db8:77:1:a::9']
    expect((await tryPassword(auth, email, here, password)).status).toBe(200)
    await auth.call('POST', '/recover', { body: { email }, headers: from(mallory) })
    await auth.mailTo(email)

    for (let attempt = 0; attempt < 3; attempt++) await tryPassword(auth, email, newAddress())

    expect((await tryPassword(auth, email, mallory, password)).status).toBe(429)
    expect((await tryPassword(auth, email, '2001:db8:77:2::5', password)).status).toBe(429)
    expect((await tryPassword(auth, email, there, password)).status).toBe(200)
  })

  it('the limit is the same for an address that nobody has', async () => {
    const auth = await start({ accountFailures: few })
    const nobody = newEmail()

    const statuses = []
    for (let attempt = 0; attempt < 4; attempt++) {
      statuses.push((await tryPassword(auth, nobody, newAddress())).status)
    }

    expect(statuses).toEqual([400, 400, 400, 429])
  })

  it('right passwords do not count', async () => {
    const auth = await start({ accountFailures: few })
    const { email } = await newAccount(auth)

    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await tryPassword(auth, email, newAddress(), password)).status).toBe(200)
    }
  })

  it('wrong codes are limited over all codes that were sent', async () => {
    const auth = await start({ codeFailures: few }, { autoconfirm: false })
    const email = newEmail()
    await auth.call('POST', '/signup', { body: { email, password } })
    const guess = (token: string) => auth.call('POST', '/verify', { body: { type: 'signup', email, token } })

    for (let attempt = 0; attempt < 3; attempt++) expect((await guess('nocode')).status).toBe(403)
    await auth.call('POST', '/resend', { body: { type: 'signup', email } })
    const { code, tokenHash } = await auth.mailTo(email)

    expect((await guess(code)).status).toBe(429)
    const link = await auth.call('POST', '/verify', { body: { type: 'signup', token_hash: tokenHash } })
    expect(link.status).toBe(200)
  })
})

describe('mails', () => {
  it.each(['/recover', '/resend', '/signup'])(
    '%s asked twice is refused alike for every address',
    async (path) => {
      const open = await start({})
      const auth = await start({ mailGapSeconds: 60 }, { autoconfirm: false })
      const { email: known } = await newAccount(open)

      for (const email of [known, newEmail()]) {
        const body = { email, password, type: 'signup' }
        const first = await auth.call('POST', path, { body })
        const second = await auth.call('POST', path, { body })

        expect([first.status, second.status]).toEqual([200, 429])
        expect(second.body.code).toBe('over_email_send_rate_limit')
        expect(second.body.message).toMatch(
          /^For security purposes, you can only request this after (59|60) seconds\.$/,
        )
      }
    },
  )

  it('a refused request sends nothing', async () => {
    const auth = await start({ mailGapSeconds: 60 })
    const { email } = await newAccount(auth)

    for (let attempt = 0; attempt < 3; attempt++) await auth.call('POST', '/recover', { body: { email } })

    expect(await auth.mailsTo(email)).toHaveLength(1)
  })

  it('a change of address has a gap for each person', async () => {
    const auth = await start({ mailGapSeconds: 60 })
    const { token } = await newAccount(auth)
    const change = () => auth.call('PUT', '/user', { token, body: { email: newEmail() } })

    expect((await change()).status).toBe(200)
    expect((await change()).body.code).toBe('over_email_send_rate_limit')
  })

  it('are limited for the whole instance, whether or not one would be sent', async () => {
    const auth = await start({ mails: { points: 2, seconds: 300 } })
    await asSuperuser(superuser, `delete from auth.rate_limits where key = 'mails:instance'`)
    const recover = () => auth.call('POST', '/recover', { body: { email: newEmail() } })

    const answers = [await recover(), await recover(), await recover()]

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[2]?.body.message).toBe('email rate limit exceeded')
    await asSuperuser(superuser, `delete from auth.rate_limits where key = 'mails:instance'`)
  })
})

it('a number that an account wishes to have gets no second message by the number that it has', async () => {
  const auth = await start({ smsGapSeconds: 60, sms: wide }, { phoneEnabled: true })
  const { token, id } = await newAccount(auth)
  const [current, wanted] = [newPhone(), newPhone()]
  await asSuperuser(superuser, 'update auth.users set phone = $2, phone_confirmed_at = now() where id = $1', [
    id,
    current,
  ])
  await auth.call('PUT', '/user', { token, body: { phone: wanted } })

  const { status } = await auth.call('POST', '/resend', { body: { type: 'phone_change', phone: current } })

  expect(status).toBe(200)
  expect(await auth.codesTo(wanted)).toHaveLength(1)
})

it('keeps no phone readable among the counters', async () => {
  const auth = await start({}, { phoneEnabled: true })
  const phone = newPhone()
  await auth.call('POST', '/otp', { body: { phone, create_user: false } })
  await auth.call('POST', '/verify', { body: { type: 'sms', phone, token: 'wrong' } })

  const rows = await asSuperuser(superuser, `select key from auth.rate_limits`)

  expect(JSON.stringify(rows)).not.toContain(phone)
})

it('limits are on without anybody asking for them', async () => {
  const auth = await startAuth(pool, { autoconfirm: true, rateLimits: undefined, trustedProxyHops: 1 })
  const address = newAddress()
  const call = () =>
    auth.call('POST', '/verify', { body: { type: 'signup', token_hash: 'x' }, headers: from(address) })

  for (let attempt = 0; attempt < 30; attempt++) expect((await call()).status).toBe(403)
  expect((await call()).status).toBe(429)
})

it('keeps no mail address readable among the counters', async () => {
  const auth = await start({})
  const email = newEmail()
  await tryPassword(auth, email, newAddress())

  const rows = await asSuperuser(superuser, 'select key from auth.rate_limits')

  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(email)
})
