import { describe, expect, it } from 'vitest'
import {
  logIn,
  newAccount,
  newEmail,
  password,
  startAuth,
  type TestAuth,
} from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { startOAuthServer } from '../../testing/oauth-server.ts'
import {
  comeBack,
  fragmentOf,
  type OpenIdProvider,
  signInThere,
  startOpenIdProvider,
} from '../../testing/openid-provider.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()

/** Starts two providers, and a service with both configured. */
async function start(settings = {}) {
  const [google, gitlab] = [await startOpenIdProvider(), await startOpenIdProvider()]
  const providers = { google: google.settings, gitlab: gitlab.settings }
  const auth = await startAuth(pool, { providers, ...settings })
  return { auth, google, gitlab }
}

async function userBy(auth: TestAuth, provider: OpenIdProvider, subject: string, name: string) {
  const end = await signInThere(auth, provider, subject, { provider: name })
  const { body } = await auth.call('GET', '/user', { token: fragmentOf(end).access_token ?? '' })
  return { user: body, error: fragmentOf(end).error_code }
}

const signUp = (auth: TestAuth, email: string) =>
  auth.call('POST', '/signup', { body: { email, password, data: { full_name: 'Mallory' } } })

async function rowOf(email: string) {
  const [row] = await asSuperuser(
    superuser,
    `select u.*, (select count(*)::int from auth.identities i where i.user_id = u.id) as identities
     from auth.users u where email = '${email}'`,
  )
  return row
}

describe('an identity with a proven address', () => {
  it('joins the account whose confirmed address it is', async () => {
    const { auth, google } = await start({ autoconfirm: true })
    const account = await newAccount(auth)
    const subject = google.addPerson({ email: account.email, email_verified: true })

    const { user } = await userBy(auth, google, subject, 'google')

    expect(user.id).toBe(account.id)
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'google'] })
    expect((await logIn(auth, account.email)).token).toBeDefined()
  })

  it('joins an account that another provider made', async () => {
    const { auth, google, gitlab } = await start()
    const email = newEmail()
    const person = { email, email_verified: true }

    const first = await userBy(auth, google, google.addPerson(person), 'google')
    const second = await userBy(auth, gitlab, gitlab.addPerson(person), 'gitlab')

    expect(second.user.id).toBe(first.user.id)
    expect(second.user.app_metadata).toEqual({ provider: 'google', providers: ['google', 'gitlab'] })
  })

  it('joins whatever the capitals', async () => {
    const { auth, google } = await start({ autoconfirm: true })
    const account = await newAccount(auth)
    const subject = google.addPerson({ email: account.email.toUpperCase(), email_verified: true })

    expect((await userBy(auth, google, subject, 'google')).user.id).toBe(account.id)
  })

  it('never joins an account of single sign-on', async () => {
    const { auth, google } = await start({ autoconfirm: true })
    const account = await newAccount(auth)
    await asSuperuser(superuser, `update auth.users set is_sso_user = true where id = '${account.id}'`)
    const subject = google.addPerson({ email: account.email, email_verified: true })

    const { user } = await userBy(auth, google, subject, 'google')

    expect(user.id).not.toBe(account.id)
  })

  it('never joins one by an address that another identity only claims', async () => {
    const { auth, google, gitlab } = await start({ autoconfirm: true, manualLinking: true })
    const [mallory, victim] = [await newAccount(auth), newEmail()]
    await asSuperuser(
      superuser,
      `insert into auth.identities (id, provider, provider_id, user_id, identity_data) values (gen_random_uuid(),
        'gitlab', '${gitlab.addPerson({})}', '${mallory.id}', '{"email": "${victim}", "email_verified": false}')`,
    )

    const { user } = await userBy(
      auth,
      google,
      google.addPerson({ email: victim, email_verified: true }),
      'google',
    )

    expect(user.id).not.toBe(mallory.id)
    expect(user.email).toBe(victim)
  })

  it('stays with its account when its address changes', async () => {
    const { auth, google } = await start({ autoconfirm: true })
    const [subject, other] = [
      google.addPerson({ email: newEmail(), email_verified: true }),
      await newAccount(auth),
    ]
    const first = await userBy(auth, google, subject, 'google')
    google.changePerson(subject, { email: other.email, email_verified: true })

    const second = await userBy(auth, google, subject, 'google')

    expect(second.user.id).toBe(first.user.id)
    expect(second.user.email).toBe(first.user.email)
  })

  it('never joins the account that has left that address: somebody else may have it by now', async () => {
    const { auth, google, gitlab } = await start({ secureEmailChange: false })
    const [left, own] = [newEmail(), newEmail()]
    const [before, after] = [1, 2].map(() => google.addPerson({ email: left, email_verified: true }))
    const end = fragmentOf(await signInThere(auth, google, before ?? ''))
    await auth.call('PUT', '/user', { token: end.access_token ?? '', body: { email: own } })
    const { type, tokenHash } = await auth.mailTo(own)
    await auth.call('POST', '/verify', { body: { type, token_hash: tokenHash } })

    // The provider says so once more, while the address is still hers.
    const { user: ana } = await userBy(auth, google, before ?? '', 'google')
    const { user: other } = await userBy(auth, google, after ?? '', 'google')
    const joined = gitlab.addPerson({ email: own, email_verified: true })

    expect(ana.email).toBe(own)
    expect(other.id).not.toBe(ana.id)
    expect(other.email).toBe(left)
    expect((await userBy(auth, gitlab, joined, 'gitlab')).user.id).toBe(ana.id)
  })

  it('joins nobody when two accounts could be meant', async () => {
    const addresses = [newEmail(), newEmail()]
    const github = await startOAuthServer({
      '/login/oauth/access_token': { access_token: 'theirs', token_type: 'bearer' },
      '/api/v3/user': { id: Math.floor(Math.random() * 1e12), login: 'ana' },
      '/api/v3/user/emails': addresses.map((email, at) => ({ email, primary: at === 0, verified: true })),
    })
    const providers = { github: { clientId: 'kinora', secret: 's', url: github.site } }
    const auth = await startAuth(pool, { providers, autoconfirm: true })
    for (const address of addresses) await newAccount(auth, address)
    const { headers } = await auth.call('GET', '/authorize?provider=github')
    const state = new URL(headers.get('location') ?? '').searchParams.get('state')

    const end = await comeBack(auth, new URL(`https://site.test/?code=abc&state=${state}`))

    expect(fragmentOf(end).error_code).toBe('unexpected_failure')
  })
})

describe('an account that somebody opened with an address that is not theirs', () => {
  it('loses password, metadata, other identities and sessions when the owner comes', async () => {
    const { auth, google } = await start()
    const email = newEmail()
    await signUp(auth, email)
    const before = await rowOf(email)

    const { user } = await userBy(
      auth,
      google,
      google.addPerson({ email, email_verified: true, name: 'Ana' }),
      'google',
    )

    expect(user.id).toBe(before.id)
    expect(user.user_metadata).toMatchObject({ full_name: 'Ana' })
    expect(JSON.stringify(user)).not.toContain('Mallory')
    expect(user.app_metadata).toEqual({ provider: 'google', providers: ['google'] })
    expect(user.identities).toHaveLength(1)
    expect((await rowOf(email)).encrypted_password).toBeNull()
    expect((await logIn(auth, email)).token).toBeUndefined()
  })

  it('cannot be confirmed any more by what was mailed before', async () => {
    const { auth, google } = await start()
    const email = newEmail()
    await signUp(auth, email)
    const { tokenHash } = await auth.mailTo(email)
    await userBy(auth, google, google.addPerson({ email, email_verified: true }), 'google')

    const { status } = await auth.call('POST', '/verify', { body: { token_hash: tokenHash, type: 'signup' } })

    expect(status).toBe(403)
  })

  it('loses the factors and sessions it had', async () => {
    const { auth, google } = await start({ autoconfirm: true })
    const account = await newAccount(auth)
    await auth.call('POST', '/factors', { token: account.token, body: { factor_type: 'totp' } })
    await asSuperuser(superuser, `update auth.users set email_confirmed_at = null where id = '${account.id}'`)

    const subject = google.addPerson({ email: account.email, email_verified: true })
    const { user } = await userBy(auth, google, subject, 'google')

    expect(user.id).toBe(account.id)
    expect(user.factors ?? []).toEqual([])
    expect((await auth.call('GET', '/user', { token: account.token })).body.code).toBe('session_not_found')
  })
})

describe('an account that somebody opened through a provider with an address that is not theirs', () => {
  it('loses that way in when the owner of the address recovers it', async () => {
    const { auth, google } = await start()
    const email = newEmail()
    const subject = google.addPerson({ email, email_verified: false })
    await signInThere(auth, google, subject)

    await auth.call('POST', '/recover', { body: { email } })
    const { tokenHash } = await auth.mailTo(email)
    const owner = await auth.call('POST', '/verify', { body: { token_hash: tokenHash, type: 'recovery' } })

    expect(owner.status).toBe(200)
    expect(owner.body.user.identities).toEqual([])
    const again = await userBy(auth, google, subject, 'google')
    expect(again.error).toBe('provider_email_needs_verification')
  })
})

describe('an identity whose address nobody has proven', () => {
  it('lets nobody in before the mail is confirmed', async () => {
    const { auth, google } = await start()
    const email = newEmail()
    const subject = google.addPerson({ email, email_verified: false })

    const refused = await signInThere(auth, google, subject)
    expect((await userBy(auth, google, subject, 'google')).error).toBe('provider_email_needs_verification')
    const { tokenHash } = await auth.mailTo(email)
    await auth.call('POST', '/verify', { body: { token_hash: tokenHash, type: 'signup' } })
    const accepted = await userBy(auth, google, subject, 'google')

    expect(fragmentOf(refused)).toMatchObject({
      error_code: 'provider_email_needs_verification',
      error_description:
        'Unverified email with google. A confirmation email has been sent to your google email',
    })
    expect(accepted.user.email).toBe(email)
  })

  it('joins no account, and the answer does not tell that there is one', async () => {
    const { auth, google } = await start({ autoconfirm: true })
    const account = await newAccount(auth)
    const confirming = await startAuth(pool, { providers: { google: google.settings } })

    const taken = await signInThere(
      confirming,
      google,
      google.addPerson({ email: account.email, email_verified: false }),
    )
    const free = await signInThere(
      confirming,
      google,
      google.addPerson({ email: newEmail(), email_verified: false }),
    )

    expect(fragmentOf(taken)).toEqual(fragmentOf(free))
    expect((await rowOf(account.email)).identities).toBe(1)
    expect((await confirming.mailTo(account.email)).subject).toContain('already have an account')
  })

  it('does not take over an account that awaits confirmation', async () => {
    const { auth, google } = await start()
    const email = newEmail()
    await signUp(auth, email)

    await signInThere(auth, google, google.addPerson({ email, email_verified: false }))

    const row = await rowOf(email)
    expect([row.identities, row.encrypted_password === null]).toEqual([1, false])
  })

  it('lets a new person in where addresses are taken at their word', async () => {
    const { auth, google } = await start({ autoconfirm: true })
    const email = newEmail()

    const { user } = await userBy(auth, google, google.addPerson({ email, email_verified: false }), 'google')

    expect(user.email).toBe(email)
  })

  it('lets nobody into an account where addresses are taken at their word', async () => {
    const { auth, google } = await start({ autoconfirm: true })
    const account = await newAccount(auth)
    const subject = google.addPerson({ email: account.email, email_verified: false })

    const { error } = await userBy(auth, google, subject, 'google')

    expect(error).toBe('provider_email_needs_verification')
  })
})

it('writes the sign-up, then the log-in, into the audit log', async () => {
  const { auth, google } = await start()
  const subject = google.addPerson({ email: newEmail(), email_verified: true })
  const { user } = await userBy(auth, google, subject, 'google')
  await userBy(auth, google, subject, 'google')

  const rows = await asSuperuser(
    superuser,
    `select payload from auth.audit_log_entries where user_id = '${user.id}' order by created_at`,
  )

  expect(rows.map(({ payload }) => payload.action)).toEqual(['user_signedup', 'login'])
  expect(rows[0].payload.traits).toEqual({ provider: 'google' })
})
