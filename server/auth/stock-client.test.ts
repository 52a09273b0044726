import { AuthClient, type SupportedStorage } from '@supabase/auth-js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newEmail, password, startAuth, type TestAuth } from '../testing/auth-service.ts'
import { createTestDatabase } from '../testing/database.ts'

const { pool } = await createTestDatabase()
const startConfirming = () => startAuth(pool)
const startAtOnce = () => startAuth(pool, { autoconfirm: true })

/** A browser's local storage; two clients that share it act as two tabs. */
function newBrowser(): SupportedStorage & { kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

/** The stock client, created as an application would. */
function newClient(auth: TestAuth, storage: SupportedStorage = newBrowser()) {
  const client = new AuthClient({
    url: auth.url,
    storage,
    storageKey: 'session',
    persistSession: true,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  })
  onTestFinished(() => client.dispose())
  return client
}

type Client = InstanceType<typeof AuthClient>

function eventsOf(client: Client): string[] {
  const events: string[] = []
  client.onAuthStateChange((event) => void events.push(event))
  return events
}

describe('the stock client', () => {
  it('signs up, confirms by the mailed link and is signed in', async () => {
    const auth = await startConfirming()
    const client = newClient(auth)
    const events = eventsOf(client)
    const email = newEmail()

    const signUp = await client.signUp({
      email,
      password,
      options: { data: { full_name: 'Ana' }, emailRedirectTo: 'https://site.test/app' },
    })
    expect(signUp.error).toBeNull()
    expect(signUp.data.session).toBeNull()
    expect(signUp.data.user?.email).toBe(email)

    const { tokenHash } = await auth.mailTo(email)
    const verified = await client.verifyOtp({ token_hash: tokenHash, type: 'signup' })
    expect(verified.error).toBeNull()

    const { data } = await client.getUser()
    expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Ana', email_verified: true } })
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN'])
  })

  it('confirms by the typed code', async () => {
    const auth = await startConfirming()
    const client = newClient(auth)
    const email = newEmail()
    await client.signUp({ email, password })
    const { code } = await auth.mailTo(email)

    const { data, error } = await client.verifyOtp({ email, token: code, type: 'email' })

    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
  })

  it('asks for the confirmation again', async () => {
    const auth = await startConfirming()
    const client = newClient(auth)
    const email = newEmail()
    await client.signUp({ email, password })

    const { error } = await client.resend({ type: 'signup', email })

    expect(error).toBeNull()
    expect(await auth.mailsTo(email)).toHaveLength(2)
  })

  it('signs up without a mail where that is allowed', async () => {
    const { data, error } = await newClient(await startAtOnce()).signUp({ email: newEmail(), password })

    expect(error).toBeNull()
    expect(data.session?.access_token).toBeDefined()
  })

  it('reads the codes of errors', async () => {
    const auth = await startAtOnce()
    const client = newClient(auth)
    const email = newEmail()
    await client.signUp({ email, password })

    const wrong = await client.signInWithPassword({ email, password: 'not the password' })
    const taken = await client.signUp({ email, password })
    const weak = await client.signUp({ email: newEmail(), password: '12345' })

    expect(wrong.error).toMatchObject({
      code: 'invalid_credentials',
      status: 400,
      message: 'Invalid login credentials',
    })
    expect(taken.error).toMatchObject({ code: 'user_already_exists', message: 'User already registered' })
    expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] })
  })

  it('verifies its token locally with the published keys', async () => {
    const auth = await startAtOnce()
    const client = newClient(auth)
    const { data: signedUp } = await client.signUp({ email: newEmail(), password })

    const { data, error } = await client.getClaims()

    expect(error).toBeNull()
    expect(data?.claims.sub).toBe(signedUp.user?.id)
    expect(data?.header.alg).toBe('ES256')
  })

  it("does not accept another service's token locally", async () => {
    const [one, two] = [await startAtOnce(), await startAtOnce()]
    const { data: elsewhere } = await newClient(two).signUp({ email: newEmail(), password })

    const { data, error } = await newClient(one).getClaims(elsewhere.session?.access_token ?? '')

    expect(data).toBeNull()
    expect(error).not.toBeNull()
  })

  it('refreshes in two tabs at once, and both go on', async () => {
    const auth = await startAtOnce()
    const email = newEmail()
    const [one, two] = [newClient(auth), newClient(auth)]
    const { data } = await one.signUp({ email, password })
    const session = data.session
    if (session === null) throw new Error('no session')
    await two.setSession(session)

    const [first, second] = await Promise.all([one.refreshSession(), two.refreshSession()])

    expect([first.error, second.error]).toEqual([null, null])
    expect(second.data.session?.refresh_token).toBe(first.data.session?.refresh_token)
    expect((await one.refreshSession()).error).toBeNull()
    expect((await two.refreshSession()).error).toBeNull()
    expect((await one.refreshSession()).error).toBeNull()
  })

  it('starts again from what the browser kept', async () => {
    const auth = await startAtOnce()
    const browser = newBrowser()
    const email = newEmail()
    await newClient(auth, browser).signUp({ email, password })

    const { data } = await newClient(auth, browser).getSession()

    expect(data.session?.user.email).toBe(email)
  })

  it('recovers a forgotten password', async () => {
    const auth = await startAtOnce()
    const email = newEmail()
    await newClient(auth).signUp({ email, password })
    const client = newClient(auth)
    const events = eventsOf(client)

    expect((await client.resetPasswordForEmail(email)).error).toBeNull()
    const { tokenHash } = await auth.mailTo(email)
    expect((await client.verifyOtp({ token_hash: tokenHash, type: 'recovery' })).error).toBeNull()
    expect((await client.updateUser({ password: 'a new long password' })).error).toBeNull()

    expect(events).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY', 'USER_UPDATED'])
    const logIn = await newClient(auth).signInWithPassword({ email, password: 'a new long password' })
    expect(logIn.error).toBeNull()
  })

  it('changes the password, which signs out the other devices', async () => {
    const auth = await startAtOnce()
    const email = newEmail()
    const [one, two] = [newClient(auth), newClient(auth)]
    await one.signUp({ email, password })
    await two.signInWithPassword({ email, password })

    expect((await one.updateUser({ password: 'a new long password' })).error).toBeNull()

    expect((await two.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await one.getUser()).error).toBeNull()
  })

  it('changes the address after both have confirmed', async () => {
    const auth = await startAtOnce()
    const [email, wanted] = [newEmail(), newEmail()]
    const client = newClient(auth)
    await client.signUp({ email, password })

    const asked = await client.updateUser({ email: wanted })
    expect(asked.data.user?.new_email).toBe(wanted)
    const links = [await auth.mailTo(email), await auth.mailTo(wanted)]
    for (const { tokenHash } of links) {
      const { error } = await client.verifyOtp({ token_hash: tokenHash, type: 'email_change' })
      expect(error).toBeNull()
    }

    expect((await client.getUser()).data.user?.email).toBe(wanted)
  })

  it.each([
    ['global', [false, false]],
    ['local', [false, true]],
    ['others', [true, false]],
  ] as const)('signs out with scope %s', async (scope, stillIn) => {
    const auth = await startAtOnce()
    const email = newEmail()
    const [one, two] = [newClient(auth), newClient(auth)]
    await one.signUp({ email, password })
    await two.signInWithPassword({ email, password })

    const { error } = await one.signOut({ scope })

    expect(error).toBeNull()
    const isIn = async (client: Client) => (await client.getUser()).error === null
    expect([await isIn(one), await isIn(two)]).toEqual(stillIn)
  })

  it('forgets a session that was ended elsewhere', async () => {
    const auth = await startAtOnce()
    const email = newEmail()
    const browser = newBrowser()
    const [one, two] = [newClient(auth, browser), newClient(auth)]
    await one.signUp({ email, password })
    await two.signInWithPassword({ email, password })
    const events = eventsOf(one)

    await two.signOut({ scope: 'global' })
    const { error } = await one.getUser()

    expect(error?.name).toBe('AuthSessionMissingError')
    expect(events).toContain('SIGNED_OUT')
    expect(browser.kept.has('session')).toBe(false)
  })
})
