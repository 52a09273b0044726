import { createHash, randomBytes } from 'node:crypto'
import { AuthClient } from '@supabase/auth-js'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  newAccount,
  newEmail,
  password,
  siteUrl,
  startAuth,
  type TestAuth,
} from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()
const sql = (text: string, values: unknown[] = []) => asSuperuser(superuser, text, values)
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, ...settings })

/** The verifier and challenge that a client of the PKCE flow makes before it requests a mail. */
function newChallenge(method = 's256') {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  return { verifier, fields: { code_challenge: challenge, code_challenge_method: method } }
}

function newPkceClient(auth: TestAuth) {
  const options = { url: auth.url, storageKey: 'session', autoRefreshToken: false, detectSessionInUrl: false }
  const client = new AuthClient({ ...options, flowType: 'pkce' })
  onTestFinished(() => client.dispose())
  return client
}

/** Opens the mailed link as a browser does; resolves with the target of the redirect. */
async function openLink(auth: TestAuth, link: { tokenHash: string; type: string }) {
  const query = new URLSearchParams({
    token: link.tokenHash,
    type: link.type,
    redirect_to: `${siteUrl}/app?tab=1`,
  })
  const { status, headers } = await auth.call('GET', `/verify?${query}`)
  return { status, target: new URL(headers.get('location') ?? 'https://nowhere.test') }
}

const exchange = (auth: TestAuth, code: string, verifier: string) =>
  auth.call('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: verifier } })
const codeIn = (target: URL) => target.searchParams.get('code') ?? ''

describe('a mailed link for a client that will exchange a code', () => {
  it.each([
    ['/recover', 'recovery'],
    ['/otp', 'magiclink'],
  ])('asked for at %s gives a code, and the code a session, once', async (path, method) => {
    const auth = await start()
    const { email, id } = await newAccount(auth)
    const { verifier, fields } = newChallenge()
    await auth.call('POST', path, { body: { email, ...fields } })

    const { status, target } = await openLink(auth, await auth.mailTo(email))
    const session = await exchange(auth, codeIn(target), verifier)
    const again = await exchange(auth, codeIn(target), verifier)

    expect([status, target.hash, target.searchParams.get('tab')]).toEqual([303, '', '1'])
    expect([session.status, session.body.user.id]).toEqual([200, id])
    expect(session.body).not.toHaveProperty('provider_token')
    expect((await auth.verifyAccessToken(session.body.access_token)).amr).toMatchObject([{ method }])
    expect(again.body.code).toBe('flow_state_not_found')
  })

  it.each(['/recover', '/otp'])(
    'asked for at %s proves the person as the link itself does: they may choose a password',
    async (path) => {
      const auth = await start({ requireCurrentPassword: true })
      const { email } = await newAccount(auth)
      const { verifier, fields } = newChallenge()
      await auth.call('POST', path, { body: { email, ...fields } })
      const { target } = await openLink(auth, await auth.mailTo(email))
      const { body } = await exchange(auth, codeIn(target), verifier)

      const chosen = { token: body.access_token, body: { password: `another ${password}` } }
      expect((await auth.call('PUT', '/user', chosen)).status).toBe(200)
    },
  )

  it('confirms a sign-up', async () => {
    const auth = await start({ autoconfirm: false })
    const email = newEmail()
    const { verifier, fields } = newChallenge('plain')
    await auth.call('POST', '/signup', { body: { email, password, ...fields } })

    const { target } = await openLink(auth, await auth.mailTo(email))
    const { status, body } = await exchange(auth, codeIn(target), verifier)

    expect([status, body.user.email_confirmed_at]).toEqual([200, expect.any(String)])
    expect((await auth.verifyAccessToken(body.access_token)).amr).toMatchObject([{ method: 'email/signup' }])
  })

  it('changes an address once both have agreed', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const wanted = newEmail()
    const { verifier, fields } = newChallenge()
    await auth.call('PUT', '/user', { token, body: { email: wanted, ...fields } })

    const first = await openLink(auth, await auth.mailTo(email))
    const second = await openLink(auth, await auth.mailTo(wanted))
    const { body } = await exchange(auth, codeIn(second.target), verifier)

    expect(first.target.searchParams.get('message')).toContain('other email')
    expect(body.user.email).toBe(wanted)
  })

  it('gives nothing to whoever has the code and not the verifier, and the code is gone', async () => {
    const auth = await start()
    const { email } = await newAccount(auth)
    const { verifier, fields } = newChallenge()
    await auth.call('POST', '/recover', { body: { email, ...fields } })
    const { target } = await openLink(auth, await auth.mailTo(email))

    const stolen = await exchange(auth, codeIn(target), newChallenge().verifier)

    expect([stolen.status, stolen.body.code]).toEqual([400, 'bad_code_verifier'])
    expect((await exchange(auth, codeIn(target), verifier)).body.code).toBe('flow_state_not_found')
  })

  it('cannot be given another challenge', async () => {
    const auth = await start()
    const { email } = await newAccount(auth)
    const mine = newChallenge()
    await auth.call('POST', '/recover', { body: { email, ...newChallenge().fields } })
    const { tokenHash, type } = await auth.mailTo(email)

    const swapped = tokenHash.replace(/[^.]+$/, mine.fields.code_challenge)
    const { target } = await openLink(auth, { tokenHash: swapped, type })

    expect(target.searchParams.get('error_code')).toBe('otp_expired')
    expect(target.hash).toContain('error_code=otp_expired')
    expect(target.searchParams.has('code')).toBe(false)
  })

  it('leads to a code of five minutes', async () => {
    const auth = await start()
    const { email, id } = await newAccount(auth)
    const { verifier, fields } = newChallenge()
    await auth.call('POST', '/recover', { body: { email, ...fields } })
    const { target } = await openLink(auth, await auth.mailTo(email))
    await sql(`update auth.flow_states set used_at = now() - interval '301 s' where user_id = $1`, [id])

    const { status, body } = await exchange(auth, codeIn(target), verifier)

    expect([status, body.code]).toEqual([422, 'flow_state_expired'])
  })

  it('leads to a code that a new password ends, as it does the link', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const { verifier, fields } = newChallenge()
    await auth.call('POST', '/otp', { body: { email, ...fields } })
    const { target } = await openLink(auth, await auth.mailTo(email))

    await auth.call('PUT', '/user', { token, body: { password: 'a new long password' } })

    const { status, body } = await exchange(auth, codeIn(target), verifier)
    expect([status, body.code]).toEqual([404, 'flow_state_not_found'])
  })

  it('brings the stock client of the PKCE flow back in', async () => {
    const auth = await start()
    const { email } = await newAccount(auth)
    const client = newPkceClient(auth)
    const events: string[] = []
    client.onAuthStateChange((event) => void events.push(event))

    expect((await client.resetPasswordForEmail(email)).error).toBeNull()
    const { target } = await openLink(auth, await auth.mailTo(email))
    const { error } = await client.exchangeCodeForSession(codeIn(target))

    expect(error).toBeNull()
    expect(events).toContain('PASSWORD_RECOVERY')
    expect((await client.updateUser({ password: 'a new long password' })).error).toBeNull()
  })

  it('brings the stock client in by a mail that it had sent again', async () => {
    const auth = await start({ autoconfirm: false })
    const email = newEmail()
    const client = newPkceClient(auth)
    await client.signUp({ email, password })

    expect((await client.resend({ type: 'signup', email })).error).toBeNull()
    const { target } = await openLink(auth, await auth.mailTo(email))
    const { data } = await client.exchangeCodeForSession(codeIn(target))

    expect(data.user?.email).toBe(email)
  })

  it('still signs in at once where the site’s own page redeems it', async () => {
    const auth = await start()
    const { email } = await newAccount(auth)
    await auth.call('POST', '/recover', { body: { email, ...newChallenge().fields } })
    const { tokenHash, type } = await auth.mailTo(email)

    const { body } = await auth.call('POST', '/verify', { body: { type, token_hash: tokenHash } })

    expect(body.access_token).toBeDefined()
  })
})
