import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newEmail, siteUrl, startAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { startOAuthServer } from '../../testing/oauth-server.ts'
import { comeBack, fragmentOf, signInThere, startOpenIdProvider } from '../../testing/openid-provider.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()

async function start(settings = {}) {
  const provider = await startOpenIdProvider()
  const auth = await startAuth(pool, { providers: { google: provider.settings }, ...settings })
  return { auth, provider }
}
const newPerson = () => ({ email: newEmail(), email_verified: true, name: 'Ana Petrova' })

/** A client's PKCE verifier, and the query parameters of its challenge. */
function newPkce() {
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, query: { code_challenge, code_challenge_method: 's256' } }
}

async function wayOf(auth: Awaited<ReturnType<typeof startAuth>>, query: string) {
  const { status, headers } = await auth.call('GET', `/authorize?provider=google&${query}`)
  expect(status).toBe(302)
  return new URL(headers.get('location') ?? '')
}

describe('the way to a provider', () => {
  it('carries a state of ours, PKCE and a nonce', async () => {
    const { auth, provider } = await start()

    const way = await wayOf(auth, '')

    expect(way.origin).toBe(provider.issuer)
    const query = Object.fromEntries(way.searchParams)
    expect(query).toMatchObject({
      client_id: 'kinora',
      redirect_uri: 'https://site.test/auth/v1/callback',
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    })
    expect(query.state).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(query.code_challenge).toHaveLength(43)
    expect(query.nonce).toBeTruthy()
  })

  it('asks for the scopes that the request names, and passes on what is meant for the provider', async () => {
    const { auth } = await start()

    const way = await wayOf(auth, 'scopes=calendar%20photos&prompt=consent&login_hint=ana')

    expect(way.searchParams.get('scope')).toBe('openid email profile calendar photos')
    expect(way.searchParams.get('prompt')).toBe('consent')
    expect(way.searchParams.get('login_hint')).toBe('ana')
  })

  it.each([
    'redirect_uri',
    'Redirect_Uri',
    'REDIRECT_URI',
    'client_id',
    'CLIENT_ID',
    'state',
    'State',
    'nonce',
    'NONCE',
    'response_type',
    'Response_Mode',
    'scope',
    'Scope',
    'request',
    'request_uri',
    'client_secret',
    '%20state',
  ])('is not bent by a parameter %s', async (name) => {
    const { auth } = await start()

    const way = await wayOf(auth, `${name}=https://evil.test/`)

    expect(way.href).not.toContain('evil.test')
    for (const given of ['client_id', 'redirect_uri', 'state', 'nonce', 'scope', 'response_type']) {
      expect(way.searchParams.getAll(given)).toHaveLength(1)
    }
  })

  it.each([
    ['nonsense', 'Unsupported provider: Provider nonsense could not be found'],
    ['', 'Unsupported provider: Provider  could not be found'],
    ['toString', 'Unsupported provider: Provider toString could not be found'],
    ['github', 'Unsupported provider: provider is not enabled'],
    ['apple', 'Unsupported provider: provider is not enabled'],
  ])('to "%s" there is none', async (name, message) => {
    const { auth } = await start()

    const { status, body } = await auth.call('GET', `/authorize?provider=${name}`)

    expect([status, body.code, body.message]).toEqual([400, 'validation_failed', message])
  })

  it.each([
    'code_challenge=abc&code_challenge_method=s256',
    `code_challenge=${'a'.repeat(43)}`,
    'code_challenge_method=s256',
    `code_challenge=${'a'.repeat(43)}&code_challenge_method=md5`,
  ])('is not begun with half of PKCE: %s', async (query) => {
    const { auth } = await start()

    const { status, body } = await auth.call('GET', `/authorize?provider=google&${query}`)

    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })

  it('is told in the settings', async () => {
    const { auth } = await start()

    const { body } = await auth.call('GET', '/settings')

    expect(body.external).toMatchObject({ google: true, apple: false, github: false, keycloak: false })
  })

  it('keeps nothing readable in the database', async () => {
    const { auth } = await start()
    const way = await wayOf(auth, '')

    const [row] = await asSuperuser(
      superuser,
      `select * from auth.flow_states where id = '${way.searchParams.get('state')}'`,
    )

    expect(JSON.stringify(row)).not.toContain(way.searchParams.get('nonce'))
  })
})

describe('the way back', () => {
  it('ends with a session in the fragment, and with the tokens of the provider', async () => {
    const { auth, provider } = await start()
    const person = newPerson()

    const end = await signInThere(auth, provider, provider.addPerson(person), {
      redirect_to: `${siteUrl}/app?tab=1`,
    })

    expect(end.origin + end.pathname + end.search).toBe(`${siteUrl}/app?tab=1`)
    const fields = fragmentOf(end)
    expect(fields).toMatchObject({ token_type: 'bearer', expires_in: '3600' })
    for (const name of ['refresh_token', 'expires_at', 'provider_token', 'provider_refresh_token']) {
      expect(fields[name]).toBeTruthy()
    }
    const { body } = await auth.call('GET', '/user', { token: fields.access_token ?? '' })
    expect(body).toMatchObject({
      email: person.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: 'Ana Petrova', name: 'Ana Petrova', email_verified: true },
      identities: [{ provider: 'google', email: person.email }],
    })
    const claims = await auth.verifyAccessToken(fields.access_token ?? '')
    expect(claims.amr).toMatchObject([{ method: 'oauth', provider: 'google' }])
  })

  it('ends with a code where the client uses PKCE, which it exchanges once', async () => {
    const { auth, provider } = await start()
    const { verifier, query } = newPkce()
    const end = await signInThere(auth, provider, provider.addPerson(newPerson()), query)
    const code = end.searchParams.get('code') ?? ''
    expect(end.hash).toBe('')

    const exchange = () =>
      auth.call('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } })
    const first = await exchange()
    const second = await exchange()

    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      access_token: expect.any(String),
      provider_token: expect.any(String),
      provider_refresh_token: expect.any(String),
    })
    expect([second.status, second.body.code]).toEqual([404, 'flow_state_not_found'])
  })

  it('exchanges a code once, however many ask at the same time', async () => {
    const { auth, provider } = await start()
    const { verifier, query } = newPkce()
    const end = await signInThere(auth, provider, provider.addPerson(newPerson()), query)
    const body = { auth_code: end.searchParams.get('code'), code_verifier: verifier }

    const answers = await Promise.all(
      [1, 2, 3].map(() => auth.call('POST', '/token?grant_type=pkce', { body })),
    )

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  it('gives no session for another verifier, and then not for the right one either', async () => {
    const { auth, provider } = await start()
    const { verifier, query } = newPkce()
    const end = await signInThere(auth, provider, provider.addPerson(newPerson()), query)
    const exchange = (code_verifier: string) =>
      auth.call('POST', '/token?grant_type=pkce', {
        body: { auth_code: end.searchParams.get('code'), code_verifier },
      })

    const wrong = await exchange(newPkce().verifier)
    const right = await exchange(verifier)

    expect([wrong.status, wrong.body.code]).toEqual([400, 'bad_code_verifier'])
    expect(right.status).toBe(404)
  })

  it('takes a plain challenge as it is', async () => {
    const { auth, provider } = await start()
    const verifier = randomBytes(32).toString('base64url')
    const end = await signInThere(auth, provider, provider.addPerson(newPerson()), {
      code_challenge: verifier,
      code_challenge_method: 'plain',
    })

    const { status } = await auth.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: end.searchParams.get('code'), code_verifier: verifier },
    })

    expect(status).toBe(200)
  })

  it('gives no session for a code older than five minutes', async () => {
    const { auth, provider } = await start()
    const { verifier, query } = newPkce()
    const end = await signInThere(auth, provider, provider.addPerson(newPerson()), query)
    await asSuperuser(superuser, `update auth.flow_states set used_at = now() - interval '301 seconds'`)

    const { status, body } = await auth.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: end.searchParams.get('code'), code_verifier: verifier },
    })

    expect([status, body.code]).toEqual([422, 'flow_state_expired'])
  })

  it('is the same person each time, brought up to date', async () => {
    const { auth, provider } = await start()
    const person = newPerson()
    const subject = provider.addPerson(person)
    const first = await signInThere(auth, provider, subject)
    provider.changePerson(subject, { ...person, name: 'Ana Ivanova' })

    const second = await signInThere(auth, provider, subject)

    const users = []
    for (const end of [first, second]) {
      users.push((await auth.call('GET', '/user', { token: fragmentOf(end).access_token ?? '' })).body)
    }
    expect(users[1].id).toBe(users[0].id)
    expect(users[1].user_metadata.full_name).toBe('Ana Ivanova')
  })

  it('is gone once with a state', async () => {
    const { auth, provider } = await start()
    const way = await wayOf(auth, '')
    const back = await provider.logIn(way.href, provider.addPerson(newPerson()))
    await comeBack(auth, back)

    const end = await comeBack(auth, back)

    expect(fragmentOf(end)).toMatchObject({ error_code: 'flow_state_already_used' })
    expect(end.searchParams.get('error_code')).toBe('flow_state_already_used')
  })

  it('is not gone with the state of another way', async () => {
    const { auth, provider } = await start()
    const mine = await wayOf(auth, '')
    const theirs = await wayOf(auth, '')
    const back = await provider.logIn(theirs.href, provider.addPerson(newPerson()))
    back.searchParams.set('state', mine.searchParams.get('state') ?? '')

    const end = await comeBack(auth, back)

    expect(fragmentOf(end)).toMatchObject({ error_code: 'bad_oauth_callback' })
    expect(fragmentOf(end).access_token).toBeUndefined()
  })

  it.each([
    ['no state', '?code=1', 'bad_oauth_callback'],
    ['a state that is no id', '?code=1&state=abc', 'bad_oauth_state'],
    ['an unknown state', `?code=1&state=${randomUUID()}`, 'bad_oauth_state'],
  ])('leads to the site with an error for %s', async (_what, search, code) => {
    const { auth } = await start()

    const end = await comeBack(auth, new URL(`https://site.test/${search}`))

    expect(end.origin).toBe(siteUrl)
    expect(fragmentOf(end).error_code).toBe(code)
    expect(end.searchParams.get('error_code')).toBe(code)
    expect(end.searchParams.get('error')).toBe('invalid_request')
  })

  it('is closed after ten minutes', async () => {
    const { auth } = await start()
    const state = (await wayOf(auth, '')).searchParams.get('state')
    await asSuperuser(
      superuser,
      `update auth.flow_states set created_at = now() - interval '601 seconds' where id = '${state}'`,
    )

    const end = await comeBack(auth, new URL(`https://site.test/?code=1&state=${state}`))

    expect(fragmentOf(end).error_code).toBe('bad_oauth_state')
  })

  it('says what the provider said', async () => {
    const { auth } = await start()
    const state = (await wayOf(auth, `redirect_to=${siteUrl}/app`)).searchParams.get('state')
    const said = { error: 'access_denied', error_description: 'She said no', state: state ?? '' }

    const end = await comeBack(auth, new URL(`https://site.test/?${new URLSearchParams(said)}`))

    expect(end.pathname).toBe('/app')
    expect(fragmentOf(end)).toMatchObject({ error: 'access_denied', error_description: 'She said no' })
    expect(end.searchParams.get('error_description')).toBe('She said no')
  })

  it('needs a code', async () => {
    const { auth } = await start()
    const state = (await wayOf(auth, '')).searchParams.get('state')

    const end = await comeBack(auth, new URL(`https://site.test/?state=${state}`))

    expect(fragmentOf(end).error_code).toBe('bad_oauth_callback')
  })

  it('does not tell what went wrong between us and the provider, but logs it', async () => {
    const { auth } = await start()
    const state = (await wayOf(auth, '')).searchParams.get('state')

    const end = await comeBack(auth, new URL(`https://site.test/?code=forged&state=${state}`))

    expect(fragmentOf(end)).toMatchObject({
      error_code: 'bad_oauth_callback',
      error_description: 'Unable to exchange external code',
    })
    expect(auth.logged.join()).toContain('a provider failed')
    expect(auth.logged.join()).not.toContain('the secret of the client')
  })

  it.each(['https://evil.test/', '//evil.test', 'https://site.test.evil.test/', 'javascript:alert(1)'])(
    'never leads to %s',
    async (target) => {
      const { auth, provider } = await start()

      const end = await signInThere(auth, provider, provider.addPerson(newPerson()), { redirect_to: target })

      expect(end.origin).toBe(siteUrl)
    },
  )

  it('leads to an application that the operator lists', async () => {
    const { auth, provider } = await start({ uriAllowList: ['kinora://callback'] })

    const end = await signInThere(auth, provider, provider.addPerson(newPerson()), {
      redirect_to: 'kinora://callback',
    })

    expect(end.protocol).toBe('kinora:')
    expect(fragmentOf(end).access_token).toBeTruthy()
  })

  it('is for nobody who is banned', async () => {
    const { auth, provider } = await start()
    const person = newPerson()
    const subject = provider.addPerson(person)
    await signInThere(auth, provider, subject)
    await asSuperuser(
      superuser,
      `update auth.users set banned_until = now() + interval '1 day' where email = '${person.email}'`,
    )

    const end = await signInThere(auth, provider, subject)

    expect(fragmentOf(end)).toMatchObject({ error_code: 'user_banned', error: 'access_denied' })
  })

  it('makes no account where sign-ups are closed', async () => {
    const { auth, provider } = await start({ disableSignup: true })

    const end = await signInThere(auth, provider, provider.addPerson(newPerson()))

    expect(fragmentOf(end).error_code).toBe('signup_disabled')
  })

  it('needs an address, unless the operator does without', async () => {
    const strict = await start()
    const lax = await start()
    const providers = { google: { ...lax.provider.settings, emailOptional: true } }
    const without = await startAuth(pool, { providers })

    const refused = await signInThere(strict.auth, strict.provider, strict.provider.addPerson({ name: 'A' }))
    const accepted = await signInThere(without, lax.provider, lax.provider.addPerson({ name: 'A' }))

    expect(fragmentOf(refused).error_description).toBe('Error getting user email from external provider')
    expect(fragmentOf(accepted).access_token).toBeTruthy()
  })

  it('makes one account when two first log-ins meet', async () => {
    const { auth, provider } = await start()
    const subject = provider.addPerson(newPerson())

    const ends = await Promise.all([1, 2, 3].map(() => signInThere(auth, provider, subject)))

    const ids = await Promise.all(
      ends.map(async (end) => (await auth.verifyAccessToken(fragmentOf(end).access_token ?? '')).sub),
    )
    expect(new Set(ids).size).toBe(1)
  })
})

describe('a provider without OpenID Connect', () => {
  const emails = (address: string, verified = true) => [
    { email: 'other@example.com', primary: false, verified: false },
    { email: address, primary: true, verified },
  ]
  const cases = (email: string): [string, Record<string, unknown>][] => [
    [
      'github',
      {
        '/login/oauth/access_token': { access_token: 'theirs', token_type: 'bearer' },
        '/api/v3/user': { id: Math.floor(Math.random() * 1e12), login: 'ana', name: 'Ana' },
        '/api/v3/user/emails': emails(email),
      },
    ],
    [
      'discord',
      {
        '/api/oauth2/token': { access_token: 'theirs', token_type: 'Bearer' },
        '/api/users/@me': { id: randomUUID(), username: 'ana', global_name: 'Ana', email, verified: true },
      },
    ],
    [
      'facebook',
      {
        '/oauth/access_token': { access_token: 'theirs', token_type: 'bearer' },
        '/me': { id: randomUUID(), name: 'Ana', email },
      },
    ],
  ]

  it.each(['github', 'discord', 'facebook'])('is asked by its own interface: %s', async (name) => {
    const email = newEmail()
    const answers = Object.fromEntries(cases(email))[name] ?? {}
    const server = await startOAuthServer(answers)
    const auth = await startAuth(pool, {
      providers: { [name]: { clientId: 'kinora', secret: 'theirs and ours', url: server.site } },
    })
    const way = new URL((await auth.call('GET', `/authorize?provider=${name}`)).headers.get('location') ?? '')
    const state = way.searchParams.get('state')

    const end = await comeBack(auth, new URL(`https://site.test/?code=abc&state=${state}`))

    const { body } = await auth.call('GET', '/user', { token: fragmentOf(end).access_token ?? '' })
    expect(body).toMatchObject({ email, app_metadata: { provider: name }, user_metadata: { name: 'Ana' } })
    const [exchange, ...rest] = server.asked
    expect(Object.fromEntries(exchange?.form ?? [])).toMatchObject({
      code: 'abc',
      client_id: 'kinora',
      client_secret: 'theirs and ours',
      code_verifier: expect.any(String),
      redirect_uri: 'https://site.test/auth/v1/callback',
    })
    expect(rest.every(({ authorization }) => /^bearer theirs$/i.test(authorization))).toBe(true)
  })

  it('that gives no profile lets nobody in', async () => {
    const server = await startOAuthServer({
      '/login/oauth/access_token': { access_token: 'theirs', token_type: 'bearer' },
    })
    const auth = await startAuth(pool, {
      providers: { github: { clientId: 'kinora', secret: 's', url: server.site } },
    })
    const way = new URL((await auth.call('GET', '/authorize?provider=github')).headers.get('location') ?? '')

    const end = await comeBack(
      auth,
      new URL(`https://site.test/?code=abc&state=${way.searchParams.get('state')}`),
    )

    expect(fragmentOf(end)).toMatchObject({
      error_description: 'Error getting user profile from external provider',
    })
  })

  it('whose primary address is not proven is not believed', async () => {
    const email = newEmail()
    const server = await startOAuthServer({
      '/login/oauth/access_token': { access_token: 'theirs', token_type: 'bearer' },
      '/api/v3/user': { id: Math.floor(Math.random() * 1e12), login: 'ana' },
      '/api/v3/user/emails': emails(email, false),
    })
    const auth = await startAuth(pool, {
      providers: { github: { clientId: 'kinora', secret: 's', url: server.site } },
    })
    const way = new URL((await auth.call('GET', '/authorize?provider=github')).headers.get('location') ?? '')

    const end = await comeBack(
      auth,
      new URL(`https://site.test/?code=abc&state=${way.searchParams.get('state')}`),
    )

    expect(fragmentOf(end).error_code).toBe('provider_email_needs_verification')
    expect(await auth.mailsTo(email)).toHaveLength(1)
  })
})

it('leaves the mailed link good when its person comes back too soon for another mail', async () => {
  const { auth, provider } = await start({ rateLimits: { mailGapSeconds: 60 } })
  const email = newEmail()
  const person = provider.addPerson({ ...newPerson(), email, email_verified: false })
  const logIn = async () =>
    fragmentOf(await comeBack(auth, await provider.logIn((await wayOf(auth, '')).href, person)))

  const codes = [(await logIn()).error_code, (await logIn()).error_code]

  expect(codes).toEqual(['provider_email_needs_verification', 'over_email_send_rate_limit'])
  expect(await auth.mailsTo(email)).toHaveLength(1)
  const { type, tokenHash } = await auth.mailTo(email)
  const { status, body } = await auth.call('POST', '/verify', { body: { type, token_hash: tokenHash } })
  expect([status, body.user?.email]).toEqual([200, email])
})

it('reads an answer that comes as a form, with the name beside it', async () => {
  const { auth, provider } = await start()
  const way = await wayOf(auth, '')
  const person = { email: newEmail(), email_verified: true }
  const back = await provider.logIn(way.href, provider.addPerson(person))
  const form = new URLSearchParams(back.search)
  form.set('user', JSON.stringify({ name: { firstName: 'Ana', lastName: 'Petrova' } }))

  const { headers } = await auth.call('POST', '/callback', {
    raw: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

  const fields = fragmentOf(new URL(headers.get('location') ?? ''))
  const { body } = await auth.call('GET', '/user', { token: fields.access_token ?? '' })
  expect(body.user_metadata.full_name).toBe('Ana Petrova')
})
