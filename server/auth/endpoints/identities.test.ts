import { createHash } from 'node:crypto'
import { AuthClient, type SupportedStorage } from '@supabase/auth-js'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  issuer,
  logIn,
  newAccount,
  newEmail,
  refresh,
  siteUrl,
  startAuth,
  type TestAuth,
} from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { comeBack, fragmentOf, signInThere, startOpenIdProvider } from '../../testing/openid-provider.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { addTotp } from '../../testing/second-factors.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const database = await createTestDatabase()
const { pool, superuser } = database

async function start(settings = {}) {
  const provider = await startOpenIdProvider()
  const auth = await startAuth(pool, {
    providers: { google: provider.settings },
    autoconfirm: true,
    manualLinking: true,
    ...settings,
  })
  return { auth, provider }
}
const newPerson = () => ({ email: newEmail(), email_verified: true })

/** Adds an identity of the provider to the account of `token`. */
async function link(
  { auth, provider }: Awaited<ReturnType<typeof start>>,
  token: string,
  subject: string,
): Promise<Record<string, string>> {
  const path = '/user/identities/authorize?provider=google&skip_http_redirect=true'
  const { body } = await auth.call('GET', path, { token })
  return fragmentOf(await comeBack(auth, await provider.logIn(body.url, subject)))
}

const verifier = 'a verifier that only the browser knows which began the way'
type World = Awaited<ReturnType<typeof start>>

/** Links an identity with PKCE up to the final redirect, and resolves with its target. */
async function wayToLink(
  { auth, provider }: World,
  { token }: { token: string },
  subject: string,
): Promise<URL> {
  const query = new URLSearchParams({
    provider: 'google',
    skip_http_redirect: 'true',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 's256',
  })
  const { body } = await auth.call('GET', `/user/identities/authorize?${query}`, { token })
  return comeBack(auth, await provider.logIn(body.url, subject))
}

const codeToLink = async (...way: Parameters<typeof wayToLink>) =>
  (await wayToLink(...way)).searchParams.get('code') ?? ''

const exchange = (auth: TestAuth, code: string) =>
  auth.call('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } })

const identitiesOf = async (auth: TestAuth, token: string) =>
  (await auth.call('GET', '/user', { token })).body.identities

describe('linking an identity', () => {
  it('adds a way in to the account one is signed in to', async () => {
    const world = await start()
    const account = await newAccount(world.auth)
    const subject = world.provider.addPerson(newPerson())

    const fields = await link(world, account.token, subject)

    expect((await world.auth.verifyAccessToken(fields.access_token ?? '')).sub).toBe(account.id)
    const again = fragmentOf(await signInThere(world.auth, world.provider, subject))
    expect((await world.auth.verifyAccessToken(again.access_token ?? '')).sub).toBe(account.id)
    const { body } = await world.auth.call('GET', '/user', { token: account.token })
    expect(body.email).toBe(account.email)
    expect(body.app_metadata.providers).toEqual(['email', 'google'])
  })

  it('redirects when it is not asked for the address', async () => {
    const { auth } = await start()
    const { token } = await newAccount(auth)

    const { status, headers } = await auth.call('GET', '/user/identities/authorize?provider=google', {
      token,
    })

    expect(status).toBe(302)
    expect(headers.get('location')).toContain('response_type=code')
  })

  it('is refused for one that is linked already, to this or to another account', async () => {
    const world = await start()
    const [one, two] = [await newAccount(world.auth), await newAccount(world.auth)]
    const subject = world.provider.addPerson(newPerson())
    await link(world, one.token, subject)

    const same = await link(world, one.token, subject)
    const other = await link(world, two.token, subject)

    expect(same).toMatchObject({
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked',
    })
    expect(other.error_description).toBe('Identity is already linked to another user')
    expect(await identitiesOf(world.auth, two.token)).toHaveLength(1)
  })

  it('gives an anonymous person an account to come back to', async () => {
    const world = await start()
    const account = await newAccount(world.auth)
    await asSuperuser(
      superuser,
      `update auth.users set is_anonymous = true, email = null, email_confirmed_at = null where id = '${account.id}';
       delete from auth.identities where user_id = '${account.id}'`,
    )
    const person = newPerson()

    await link(world, account.token, world.provider.addPerson(person))

    const { body } = await world.auth.call('GET', '/user', { token: account.token })
    expect(body).toMatchObject({ is_anonymous: false, email: person.email, id: account.id })
    expect(body.email_confirmed_at).toBeDefined()
  })

  it('gives an anonymous person no address that a provider only claims: it may be anybody’s', async () => {
    const world = await start({ anonymousEnabled: true })
    const { body } = await world.auth.call('POST', '/signup', { body: {} })
    const subject = world.provider.addPerson({ email: newEmail(), email_verified: false })

    const fields = await link(world, body.access_token, subject)

    const { body: user } = await world.auth.call('GET', '/user', { token: fields.access_token ?? '' })
    expect(user.identities).toHaveLength(1)
    expect(user.email ?? '').toBe('')
    expect(user).not.toHaveProperty('email_confirmed_at')
  })

  it('does not take an address from another account', async () => {
    const world = await start()
    const [anonymous, owner] = [await newAccount(world.auth), await newAccount(world.auth)]
    await asSuperuser(superuser, `update auth.users set email = null where id = '${anonymous.id}'`)
    const subject = world.provider.addPerson({ email: owner.email, email_verified: true })

    expect((await link(world, anonymous.token, subject)).error_code).toBe('email_exists')
  })

  it('needs somebody who is signed in, an operator who allows it, and a provider', async () => {
    const { auth } = await start()
    const closed = await start({ manualLinking: false })
    const path = '/user/identities/authorize?provider=google'

    const nobody = await auth.call('GET', path)
    const refused = await closed.auth.call('GET', path, { token: (await newAccount(closed.auth)).token })
    const unknown = await auth.call('GET', '/user/identities/authorize?provider=x', {
      token: (await newAccount(auth)).token,
    })

    expect(nobody.status).toBe(401)
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      404,
      'manual_linking_disabled',
      'Manual linking is disabled',
    ])
    expect([unknown.status, unknown.body.code]).toEqual([400, 'validation_failed'])
  })

  it('ends with the session it was begun in, also while its person is at the provider’s page', async () => {
    const { auth, provider } = await start()
    const owner = await newAccount(auth)
    const lost = await logIn(auth, owner.email)
    const path = '/user/identities/authorize?provider=google&skip_http_redirect=true'
    const { body } = await auth.call('GET', path, { token: lost.token })
    const way = await provider.logIn(body.url, provider.addPerson(newPerson()))

    await auth.call('POST', '/logout?scope=others', { token: owner.token })

    const fields = fragmentOf(await comeBack(auth, way))
    expect([fields.error_code, fields.access_token]).toEqual(['bad_oauth_state', undefined])
    expect(await identitiesOf(auth, owner.token)).toHaveLength(1)
  })

  it('ends with it at the last moment, too', async () => {
    const { auth, provider } = await start()
    const owner = await newAccount(auth)
    const lost = await logIn(auth, owner.email)
    const path = '/user/identities/authorize?provider=google&skip_http_redirect=true'
    const { body } = await auth.call('GET', path, { token: lost.token })
    const way = await provider.logIn(body.url, provider.addPerson(newPerson()))
    const other = await otherTransaction(database)
    await other.query('select from auth.users where id = $1 for update', [owner.id])

    const coming = comeBack(auth, way)
    await somebodyWaits(database)
    const { session_id: ended } = await auth.verifyAccessToken(lost.token)
    await database.asOwner('delete from auth.sessions where id = $1', [ended])
    await other.query('rollback')

    expect(fragmentOf(await coming).error_code).toBe('bad_oauth_state')
    expect(await identitiesOf(auth, owner.token)).toHaveLength(1)
  })

  it('adds nothing for whoever followed another’s way: only the browser that began it can complete it', async () => {
    const { auth, provider } = await start()
    const mallory = await newAccount(auth)
    const person = newPerson()
    const subject = provider.addPerson(person)

    const end = await wayToLink({ auth, provider }, mallory, subject)

    expect(end.searchParams.get('code')).toBeTruthy()
    expect(await identitiesOf(auth, mallory.token)).toHaveLength(1)
    const own = fragmentOf(await signInThere(auth, provider, subject))
    const { email } = await auth.verifyAccessToken(own.access_token ?? '')
    expect(email).toBe(person.email)
  })

  it('is completed by the code, once, and says so where the identity was added otherwise meanwhile', async () => {
    const { auth, provider } = await start()
    const [ana, other] = [await newAccount(auth), await newAccount(auth)]
    const subject = provider.addPerson(newPerson())
    const [first, second] = [
      await codeToLink({ auth, provider }, ana, subject),
      await codeToLink({ auth, provider }, other, subject),
    ]

    const added = await exchange(auth, first)
    const refused = await exchange(auth, second)

    expect(added.body.user.id).toBe(ana.id)
    expect(added.body.user.app_metadata.providers).toEqual(['email', 'google'])
    expect([refused.status, refused.body.code]).toEqual([422, 'identity_already_exists'])
    expect((await exchange(auth, first)).status).toBe(404)
    expect((await exchange(auth, second)).status).toBe(404)
    expect(await identitiesOf(auth, other.token)).toHaveLength(1)
  })

  it('goes on in the session it was begun in, and opens no other', async () => {
    const world = await start()
    const ana = await newAccount(world.auth)
    const code = await codeToLink(world, ana, world.provider.addPerson(newPerson()))

    const { body } = await exchange(world.auth, code)

    const [before, after] = await Promise.all(
      [ana.token, body.access_token].map((token) => world.auth.verifyAccessToken(token)),
    )
    expect(after?.session_id).toBe(before?.session_id)
    expect(body.provider_token).toBeTruthy()
    expect((await world.auth.call('GET', '/user/sessions', { token: ana.token })).body.sessions).toHaveLength(
      1,
    )
    for (const token of [ana.refreshToken, body.refresh_token]) {
      expect((await refresh(world.auth, token)).status).toBe(200)
    }
  })

  it('asks nobody for the second factor again', async () => {
    const world = await start()
    const { token } = await addTotp(world.auth, (await newAccount(world.auth)).token)
    const code = await codeToLink(world, { token }, world.provider.addPerson(newPerson()))

    const { body } = await exchange(world.auth, code)

    const { aal, amr } = await world.auth.verifyAccessToken(body.access_token)
    expect([aal, amr.map(({ method }) => method)]).toEqual(['aal2', ['totp', 'password']])
  })

  it('says before the code is given that an identity is linked already', async () => {
    const { auth, provider } = await start()
    const subject = provider.addPerson(newPerson())
    await signInThere(auth, provider, subject)
    const ana = await newAccount(auth)

    const end = await wayToLink({ auth, provider }, ana, subject)

    expect(end.searchParams.get('error_code')).toBe('identity_already_exists')
  })

  it('completed by a code ends with the session it was begun in', async () => {
    const { auth, provider } = await start()
    const owner = await newAccount(auth)
    const lost = await logIn(auth, owner.email)
    const code = await codeToLink({ auth, provider }, lost, provider.addPerson(newPerson()))

    await auth.call('POST', '/logout?scope=others', { token: owner.token })

    expect((await exchange(auth, code)).status).toBe(404)
    expect(await identitiesOf(auth, owner.token)).toHaveLength(1)
  })

  it('without a code is for the browser that asked for it, where its site can tell', async () => {
    const { auth, provider } = await start({ siteUrl: new URL(issuer).origin })
    const mallory = await newAccount(auth)
    const path = '/user/identities/authorize?provider=google&skip_http_redirect=true'
    const begin = () => auth.call('GET', path, { token: mallory.token })
    const asBrowser = async (url: string, cookie?: string) => {
      const way = await provider.logIn(url, provider.addPerson(newPerson()))
      const headers = { 'sec-fetch-dest': 'document', ...(cookie === undefined ? {} : { cookie }) }
      const back = await auth.call('GET', `/callback${way.search}`, { headers })
      return fragmentOf(new URL(back.headers.get('location') ?? ''))
    }

    const [theirs, another] = [await begin(), await begin()]
    const cookieOf = ({ headers }: typeof theirs) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const victim = await asBrowser(theirs.body.url)
    const late = await asBrowser(another.body.url, cookieOf(theirs))
    const third = await begin()
    const own = await asBrowser(third.body.url, cookieOf(third))

    expect(third.headers.getSetCookie()[0]).toMatch(
      /; Path=\/auth\/v1\/callback; HttpOnly; Secure; SameSite=None$/,
    )
    expect([victim.error_code, late.error_code]).toEqual(['bad_oauth_state', 'bad_oauth_state'])
    expect((await auth.verifyAccessToken(own.access_token ?? '')).sub).toBe(mallory.id)
    expect(await identitiesOf(auth, mallory.token)).toHaveLength(2)
  })

  it('needs the second factor of whoever has one', async () => {
    const { auth } = await start()
    const account = await newAccount(auth)
    await asSuperuser(
      superuser,
      `insert into auth.mfa_factors (id, user_id, factor_type, status)
       values (gen_random_uuid(), '${account.id}', 'totp', 'verified')`,
    )

    const path = '/user/identities/authorize?provider=google'
    const { status, body } = await auth.call('GET', path, { token: account.token })

    expect([status, body.code]).toEqual([403, 'insufficient_aal'])
  })
})

describe('unlinking an identity', () => {
  it('takes the way in, and leaves the others', async () => {
    const world = await start()
    const account = await newAccount(world.auth)
    const subject = world.provider.addPerson(newPerson())
    await link(world, account.token, subject)
    const identities = await identitiesOf(world.auth, account.token)
    const google = identities.find(({ provider }: { provider: string }) => provider === 'google')

    const { status, body } = await world.auth.call('DELETE', `/user/identities/${google.identity_id}`, {
      token: account.token,
    })

    expect([status, body]).toEqual([200, {}])
    const end = fragmentOf(await signInThere(world.auth, world.provider, subject))
    expect((await world.auth.verifyAccessToken(end.access_token ?? '')).sub).not.toBe(account.id)
    expect((await logIn(world.auth, account.email)).token).toBeDefined()
    expect(await identitiesOf(world.auth, account.token)).toHaveLength(1)
  })

  it('of the address takes the password with it, and moves to the address that is left', async () => {
    const world = await start()
    const account = await newAccount(world.auth)
    const person = newPerson()
    await link(world, account.token, world.provider.addPerson(person))
    const [email] = await identitiesOf(world.auth, account.token)

    await world.auth.call('DELETE', `/user/identities/${email.identity_id}`, { token: account.token })

    const { body } = await world.auth.call('GET', '/user', { token: account.token })
    expect(body).toMatchObject({
      email: person.email,
      app_metadata: { provider: 'google', providers: ['google'] },
    })
    for (const address of [account.email, person.email]) {
      expect((await logIn(world.auth, address)).token).toBeUndefined()
    }
  })

  it('leaves no address that a provider only claims: whom an operator is, and whom things are shared with, goes by it', async () => {
    const world = await start()
    const account = await newAccount(world.auth)
    const claimed = newEmail()
    await link(world, account.token, world.provider.addPerson({ email: claimed, email_verified: false }))
    const [email] = await identitiesOf(world.auth, account.token)

    await world.auth.call('DELETE', `/user/identities/${email.identity_id}`, { token: account.token })

    const { body } = await world.auth.call('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: account.refreshToken },
    })
    expect((await world.auth.verifyAccessToken(body.access_token)).email).toBe('')
    expect((await logIn(world.auth, (await newAccount(world.auth, claimed)).email)).token).toBeDefined()
  })

  it('is refused when another account has the address that would be left', async () => {
    const world = await start()
    const [account, other] = [await newAccount(world.auth), newEmail()]
    await link(world, account.token, world.provider.addPerson({ email: other, email_verified: true }))
    await newAccount(world.auth, other)
    const [email] = await identitiesOf(world.auth, account.token)

    const { status, body } = await world.auth.call('DELETE', `/user/identities/${email.identity_id}`, {
      token: account.token,
    })

    expect([status, body.code]).toEqual([422, 'email_conflict_identity_not_deletable'])
    expect(await identitiesOf(world.auth, account.token)).toHaveLength(2)
  })

  it('is refused for the last one', async () => {
    const { auth } = await start()
    const { token } = await newAccount(auth)
    const [only] = await identitiesOf(auth, token)

    const { status, body } = await auth.call('DELETE', `/user/identities/${only.identity_id}`, { token })

    expect([status, body.code]).toEqual([422, 'single_identity_not_deletable'])
    expect(body.message).toBe('User must have at least 1 identity after unlinking')
  })

  it("is refused for another person's", async () => {
    const world = await start()
    const [mine, theirs] = [await newAccount(world.auth), await newAccount(world.auth)]
    await link(world, mine.token, world.provider.addPerson(newPerson()))
    const [other] = await identitiesOf(world.auth, theirs.token)

    const { status, body } = await world.auth.call('DELETE', `/user/identities/${other.identity_id}`, {
      token: mine.token,
    })

    expect([status, body.code]).toEqual([422, 'identity_not_found'])
    expect(await identitiesOf(world.auth, theirs.token)).toHaveLength(1)
  })

  it('is refused for what is no id, for nobody, and where the operator does not allow it', async () => {
    const { auth } = await start()
    const closed = await start({ manualLinking: false })
    const { token } = await newAccount(auth)
    const path = `/user/identities/${crypto.randomUUID()}`

    const noId = await auth.call('DELETE', '/user/identities/abc', { token })
    const nobody = await auth.call('DELETE', path)
    const refused = await closed.auth.call('DELETE', path, { token: (await newAccount(closed.auth)).token })

    expect([noId.status, noId.body.code]).toEqual([404, 'validation_failed'])
    expect(nobody.status).toBe(401)
    expect([refused.status, refused.body.code]).toEqual([404, 'manual_linking_disabled'])
  })
})

describe('the stock client', () => {
  function newClient(auth: TestAuth) {
    const kept = new Map<string, string>()
    const storage: SupportedStorage = {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    }
    const client = new AuthClient({
      url: auth.url,
      storage,
      flowType: 'pkce',
      autoRefreshToken: false,
      detectSessionInUrl: false,
    })
    onTestFinished(() => client.dispose())
    return client
  }

  /** Follows an address that the client made as a browser does: from us to the provider and back to us. */
  async function visit(auth: TestAuth, url: string, logIn: (way: string) => Promise<URL>): Promise<URL> {
    const own = url.startsWith(auth.url)
    const way = own ? ((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '') : url
    return comeBack(auth, await logIn(way))
  }

  it('signs in through a provider with PKCE', async () => {
    const { auth, provider } = await start()
    const client = newClient(auth)
    const person = newPerson()
    const subject = provider.addPerson(person)
    const { data: way } = await client.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: `${siteUrl}/app`, skipBrowserRedirect: true },
    })

    const end = await visit(auth, way.url ?? '', (url) => provider.logIn(url, subject))
    const { data, error } = await client.exchangeCodeForSession(end.searchParams.get('code') ?? '')

    expect(error).toBeNull()
    expect(end.origin + end.pathname).toBe(`${siteUrl}/app`)
    expect(data.user?.email).toBe(person.email)
    expect(data.session?.provider_token).toBeTruthy()
    expect((await client.getUser()).data.user?.app_metadata.provider).toBe('google')
  })

  it('links and unlinks an identity', async () => {
    const { auth, provider } = await start()
    const client = newClient(auth)
    await client.signUp({ email: newEmail(), password: 'a long enough password' })
    const subject = provider.addPerson(newPerson())

    const { data: way, error } = await client.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    })
    expect(error).toBeNull()
    const end = await visit(auth, way.url ?? '', (url) => provider.logIn(url, subject))
    expect((await client.exchangeCodeForSession(end.searchParams.get('code') ?? '')).error).toBeNull()

    const { data } = await client.getUserIdentities()
    const google = data?.identities.find((identity) => identity.provider === 'google')
    if (google === undefined) throw new Error('not linked')
    expect((await client.unlinkIdentity(google)).error).toBeNull()
    expect((await client.getUserIdentities()).data?.identities).toHaveLength(1)
  })

  it('signs in with an ID token', async () => {
    const { auth, provider } = await start()
    const token = await provider.idToken({ sub: crypto.randomUUID(), ...newPerson() })

    const { data, error } = await newClient(auth).signInWithIdToken({ provider: 'google', token })

    expect(error).toBeNull()
    expect(data.session).not.toBeNull()
  })

  it('is told that single sign-on is not offered', async () => {
    const { auth } = await start()

    const { error } = await newClient(auth).signInWithSSO({ domain: 'example.com' })

    expect(error).toMatchObject({
      status: 404,
      code: 'saml_provider_disabled',
      message: 'SAML 2.0 is disabled',
    })
  })
})
