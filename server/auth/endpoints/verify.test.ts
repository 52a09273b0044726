import { describe, expect, it } from 'vitest'
import { newAccount, newEmail, password, startAuth, type TestAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { protectedPerson } from '../../testing/second-factors.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()
const sql = (text: string, values: unknown[]) => asSuperuser(superuser, text, values)

const verify = (auth: TestAuth, body: object) => auth.call('POST', '/verify', { body })

/** A person who has signed up and not confirmed yet, with the mail they got. */
async function unconfirmed(auth: TestAuth) {
  const email = newEmail()
  await auth.call('POST', '/signup', { body: { email, password } })
  return { email, ...(await auth.mailTo(email)) }
}

/** A person who forgot their password, with the mail they got. */
async function forgetful(auth: TestAuth) {
  const { email, id } = await newAccount(await startAuth(pool, { autoconfirm: true }))
  await auth.call('POST', '/recover', { body: { email } })
  return { email, id, ...(await auth.mailTo(email)) }
}

describe('a confirmation mail', () => {
  it('confirms by its link, once', async () => {
    const auth = await startAuth(pool)
    const { tokenHash, type, email } = await unconfirmed(auth)
    expect(type).toBe('signup')

    const { status, body } = await verify(auth, { type, token_hash: tokenHash })

    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      user_metadata: { email_verified: true },
    })
    expect((await auth.verifyAccessToken(body.access_token)).amr).toMatchObject([{ method: 'otp' }])
    const again = await verify(auth, { type, token_hash: tokenHash })
    expect(again.status).toBe(403)
    expect(again.body).toMatchObject({
      code: 'otp_expired',
      message: 'Email link is invalid or has expired',
    })
  })

  it.each(['signup', 'email'])('confirms by its code as type %s, however it is spaced', async (type) => {
    const auth = await startAuth(pool)
    const { code, email } = await unconfirmed(auth)

    const { status } = await verify(auth, {
      type,
      email: email.toUpperCase(),
      token: `${code.slice(0, 3)} ${code.slice(3)}`,
    })

    expect(status).toBe(200)
  })

  it('ends with its first use: the code is worthless after the link', async () => {
    const auth = await startAuth(pool)
    const { code, email, tokenHash } = await unconfirmed(auth)

    await verify(auth, { type: 'signup', token_hash: tokenHash })

    expect((await verify(auth, { type: 'signup', email, token: code })).body).toMatchObject({
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    })
  })

  it('ends everything else that was mailed', async () => {
    const auth = await startAuth(pool)
    const { email, tokenHash } = await unconfirmed(auth)
    await auth.call('POST', '/recover', { body: { email } })
    const recovery = await auth.mailTo(email)

    await verify(auth, { type: 'signup', token_hash: tokenHash })

    const { status } = await verify(auth, { type: 'recovery', token_hash: recovery.tokenHash })
    expect(status).toBe(403)
  })

  it('is redeemed by one of two who come at the same moment', async () => {
    const auth = await startAuth(pool)
    const { tokenHash } = await unconfirmed(auth)

    const answers = await Promise.all(
      [1, 2, 3].map(() => verify(auth, { type: 'signup', token_hash: tokenHash })),
    )

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  })

  it('is no good for another purpose', async () => {
    const auth = await startAuth(pool)
    const { tokenHash, code, email } = await unconfirmed(auth)

    for (const type of ['recovery', 'magiclink', 'email_change']) {
      expect((await verify(auth, { type, token_hash: tokenHash })).body.code).toBe('otp_expired')
      expect((await verify(auth, { type, email, token: code })).body.code).toBe('otp_expired')
    }
  })

  it('expires', async () => {
    const auth = await startAuth(pool, { otpExpirySeconds: 600 })
    const { tokenHash, code, email } = await unconfirmed(auth)
    await sql(`update auth.one_time_tokens set created_at = now() - interval '601 s' where relates_to = $1`, [
      email,
    ])

    expect((await verify(auth, { type: 'signup', token_hash: tokenHash })).body.code).toBe('otp_expired')
    expect((await verify(auth, { type: 'signup', email, token: code })).body.code).toBe('otp_expired')
  })

  it('replaces the one before it', async () => {
    const auth = await startAuth(pool)
    const first = await unconfirmed(auth)
    await auth.call('POST', '/resend', { body: { type: 'signup', email: first.email } })
    const second = await auth.mailTo(first.email)

    expect(second.tokenHash).not.toBe(first.tokenHash)
    expect((await verify(auth, { type: 'signup', token_hash: first.tokenHash })).status).toBe(403)
    expect((await verify(auth, { type: 'signup', token_hash: second.tokenHash })).status).toBe(200)
  })
})

describe('a code', () => {
  it('is dead after five wrong guesses, while the link still works', async () => {
    const auth = await startAuth(pool)
    const { code, email, tokenHash } = await unconfirmed(auth)
    const wrong = code === '000000' ? '000001' : '000000'

    for (let guess = 0; guess < 5; guess++) await verify(auth, { type: 'signup', email, token: wrong })

    expect((await verify(auth, { type: 'signup', email, token: code })).body.code).toBe('otp_expired')
    expect((await verify(auth, { type: 'signup', token_hash: tokenHash })).status).toBe(200)
  })

  it('still works at the fifth guess', async () => {
    const auth = await startAuth(pool)
    const { code, email } = await unconfirmed(auth)
    const wrong = code === '000000' ? '000001' : '000000'

    for (let guess = 0; guess < 4; guess++) await verify(auth, { type: 'signup', email, token: wrong })

    expect((await verify(auth, { type: 'signup', email, token: code })).status).toBe(200)
  })

  it('that is sent again has five guesses and a time of its own', async () => {
    const auth = await startAuth(pool)
    const first = await unconfirmed(auth)
    const email = first.email
    const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')
    const guess = (token: string) => verify(auth, { type: 'signup', email, token })
    for (let guesses = 0; guesses < 5; guesses++) await guess(wrongFor(first.code))
    await sql(
      `update auth.one_time_tokens set created_at = now() - interval '2 days' where relates_to = $1`,
      [email],
    )

    await auth.call('POST', '/resend', { body: { type: 'signup', email } })
    const { code } = await auth.mailTo(email)

    for (let guesses = 0; guesses < 4; guesses++) await guess(wrongFor(code))
    expect((await guess(code)).status).toBe(200)
  })

  it('does not get more guesses by their coming at once', async () => {
    const auth = await startAuth(pool)
    const { code, email } = await unconfirmed(auth)
    const wrong = code === '000000' ? '000001' : '000000'
    const guesses = Array.from({ length: 20 }, () => verify(auth, { type: 'signup', email, token: wrong }))

    await Promise.all(guesses)

    const [row] = await sql('select attempts from auth.one_time_tokens where relates_to = $1', [email])
    expect(row.attempts).toBe(5)
  })

  it('belongs to one address', async () => {
    const auth = await startAuth(pool)
    const mine = await unconfirmed(auth)
    const theirs = await unconfirmed(auth)

    const { status } = await verify(auth, { type: 'signup', email: theirs.email, token: mine.code })

    expect(status).toBe(403)
  })

  it('tells nothing about the link, and neither is stored readable', async () => {
    const auth = await startAuth(pool)
    const { code, email, tokenHash } = await unconfirmed(auth)

    const [row] = await sql('select * from auth.one_time_tokens where relates_to = $1', [email])

    expect(code).toMatch(/^\d{6}$/)
    expect(Buffer.from(tokenHash, 'base64url')).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(code)
    expect(JSON.stringify(row)).not.toContain(tokenHash)
    expect(row.token_hash.equals(Buffer.from(tokenHash, 'base64url'))).toBe(false)
  })

  it('of an address that nobody has is refused like a wrong one', async () => {
    const auth = await startAuth(pool)
    const { email } = await unconfirmed(auth)

    const unknown = await verify(auth, { type: 'signup', email: newEmail(), token: '123456' })
    const wrong = await verify(auth, { type: 'signup', email, token: 'abcdef' })

    expect(unknown.status).toBe(wrong.status)
    expect(unknown.body).toEqual(wrong.body)
  })
})

describe('recovery', () => {
  it('answers the same for an address that nobody has, and sends nothing', async () => {
    const auth = await startAuth(pool)
    const { email } = await forgetful(auth)
    const nobody = newEmail()

    const known = await auth.call('POST', '/recover', { body: { email } })
    const unknown = await auth.call('POST', '/recover', { body: { email: nobody } })

    expect([known.status, known.body]).toEqual([200, {}])
    expect([unknown.status, unknown.body]).toEqual([200, {}])
    expect(await auth.mailsTo(nobody)).toEqual([])
  })

  it('signs in by its link, so that a new password can be set', async () => {
    const auth = await startAuth(pool)
    const { email, tokenHash, type } = await forgetful(auth)
    expect(type).toBe('recovery')

    const { body } = await verify(auth, { type, token_hash: tokenHash })
    await auth.call('PUT', '/user', { token: body.access_token, body: { password: 'a new long password' } })

    const logIn = await auth.call('POST', '/token?grant_type=password', {
      body: { email, password: 'a new long password' },
    })
    expect(logIn.status).toBe(200)
  })

  it('signs in by its code', async () => {
    const auth = await startAuth(pool)
    const { email, code } = await forgetful(auth)

    expect((await verify(auth, { type: 'recovery', email, token: code })).status).toBe(200)
  })

  it('confirms an account that never was, and drops the password of whoever made it', async () => {
    const auth = await startAuth(pool)
    const { email } = await unconfirmed(auth)
    await auth.call('POST', '/recover', { body: { email } })
    const { tokenHash } = await auth.mailTo(email)

    const { body } = await verify(auth, { type: 'recovery', token_hash: tokenHash })

    expect(body.user.email_confirmed_at).toBeDefined()
    const squatter = await auth.call('POST', '/token?grant_type=password', { body: { email, password } })
    expect(squatter.body.code).toBe('invalid_credentials')
  })

  it('leaves whoever made an unconfirmed account no session and no second factor in it', async () => {
    const auth = await startAuth(pool)
    const squatter = await protectedPerson(await startAuth(pool, { autoconfirm: true }))
    await sql('update auth.users set email_confirmed_at = null where id = $1', [squatter.id])
    await auth.call('POST', '/recover', { body: { email: squatter.email } })
    const { tokenHash } = await auth.mailTo(squatter.email)

    const { body } = await verify(auth, { type: 'recovery', token_hash: tokenHash })

    expect(body.user.factors ?? []).toEqual([])
    const sessions = await sql('select id from auth.sessions where user_id = $1', [squatter.id])
    expect(sessions.map(({ id }) => id)).toEqual([
      (await auth.verifyAccessToken(body.access_token)).session_id,
    ])
  })

  it('is refused for a banned person', async () => {
    const auth = await startAuth(pool)
    const { id, tokenHash } = await forgetful(auth)
    await sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [id])

    const { status, body } = await verify(auth, { type: 'recovery', token_hash: tokenHash })

    expect([status, body.code]).toEqual([403, 'user_banned'])
  })

  it.each([{}, { email: '' }, { email: 'nobody' }])('refuses %j', async (body) => {
    const auth = await startAuth(pool)

    const answer = await auth.call('POST', '/recover', { body })

    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
  })
})

describe('resend', () => {
  it('answers the same for the unknown and the confirmed, and sends them nothing', async () => {
    const auth = await startAuth(pool)
    const { email: confirmed } = await newAccount(await startAuth(pool, { autoconfirm: true }))
    const unknown = newEmail()

    for (const email of [confirmed, unknown]) {
      for (const type of ['signup', 'email_change']) {
        const answer = await auth.call('POST', '/resend', { body: { type, email } })
        expect([answer.status, answer.body]).toEqual([200, {}])
      }
      expect(await auth.mailsTo(email)).toEqual([])
    }
  })

  it('sends both mails of an e-mail change again', async () => {
    const auth = await startAuth(pool, { autoconfirm: true })
    const { email, token } = await newAccount(auth)
    const wanted = newEmail()
    await auth.call('PUT', '/user', { token, body: { email: wanted } })

    await auth.call('POST', '/resend', { body: { type: 'email_change', email } })

    await expect.poll(async () => (await auth.mailsTo(wanted)).length).toBe(2)
    expect(await auth.mailsTo(email)).toHaveLength(2)
  })

  it.each([
    [{ email: 'a@example.com' }, 'validation_failed'],
    [{ type: 'recovery', email: 'a@example.com' }, 'validation_failed'],
    [{ type: 'signup' }, 'validation_failed'],
    [{ type: 'sms' }, 'validation_failed'],
    [{ type: 'sms', phone: '1' }, 'phone_provider_disabled'],
  ])('refuses %j', async (body, code) => {
    const auth = await startAuth(pool)

    const answer = await auth.call('POST', '/resend', { body })

    expect([answer.status, answer.body.code]).toEqual([400, code])
  })
})

describe('verify refuses', () => {
  it.each([
    [{ token: '123456', email: 'a@example.com' }, 400, 'Verify requires a verification type'],
    [{ type: 'signup' }, 400, 'Verify requires either a token or a token hash'],
    [
      { type: 'signup', token: '1' },
      400,
      'Only an email address or phone number should be provided on verify',
    ],
    [
      { type: 'signup', token: '1', email: 'a@example.com', phone: '1' },
      400,
      'Only an email address or phone number should be provided on verify',
    ],
    [
      { type: 'signup', token_hash: 'x', email: 'a@example.com' },
      400,
      'Only the token_hash and type should be provided',
    ],
    [{ type: 'nonsense', token_hash: 'x' }, 400, 'Unsupported verification type'],
    [{ type: 'sms', token: '123456', phone: '15551234567' }, 403, 'Token has expired or is invalid'],
    [{ type: 'signup', token_hash: 'x' }, 403, 'Email link is invalid or has expired'],
  ])('%j', async (body, status, message) => {
    const auth = await startAuth(pool)

    const answer = await verify(auth, body)

    expect([answer.status, answer.body.message]).toEqual([status, message])
  })
})

describe("GET /verify, the link of other clients' mails", () => {
  const open = (auth: TestAuth, tokenHash: string, method = 'GET', redirectTo = 'https://site.test/app') => {
    const query = new URLSearchParams({ token: tokenHash, type: 'signup', redirect_to: redirectTo })
    return auth.call(method, `/verify?${query}`)
  }
  const fragmentOf = (location: string | null) =>
    Object.fromEntries(new URLSearchParams(new URL(location ?? '').hash.slice(1)))

  it('redirects with the session in the fragment', async () => {
    const auth = await startAuth(pool)
    const { tokenHash } = await unconfirmed(auth)

    const { status, headers } = await open(auth, tokenHash)

    const location = headers.get('location')
    expect(status).toBe(303)
    expect(location).toMatch(/^https:\/\/site\.test\/app#/)
    const fields = fragmentOf(location)
    expect(fields).toMatchObject({ token_type: 'bearer', type: 'signup', expires_in: '3600', sb: '' })
    expect((await auth.call('GET', '/user', { token: fields.access_token ?? '' })).status).toBe(200)
    expect(fields.refresh_token).toBeDefined()
    expect(Number(fields.expires_at)).toBeGreaterThan(0)
  })

  it('redirects with the error in the fragment', async () => {
    const auth = await startAuth(pool)

    const { status, headers } = await open(auth, 'nonsense')

    expect(status).toBe(303)
    expect(fragmentOf(headers.get('location'))).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    })
  })

  it('uses nothing up when only HEAD is asked', async () => {
    const auth = await startAuth(pool)
    const { tokenHash } = await unconfirmed(auth)

    await open(auth, tokenHash, 'HEAD')

    expect((await verify(auth, { type: 'signup', token_hash: tokenHash })).status).toBe(200)
  })

  it('never carries a session to an address that the operator did not allow', async () => {
    const auth = await startAuth(pool)
    const { tokenHash } = await unconfirmed(auth)

    const { headers } = await open(auth, tokenHash, 'GET', 'https://evil.test/')

    expect(headers.get('location')).toMatch(/^https:\/\/site\.test#access_token=/)
  })
})

describe('a mail', () => {
  it('has plain words and HTML, fetches nothing, and leads to our page', async () => {
    const auth = await startAuth(pool, { siteName: 'Kinora <&>' })
    const mail = await unconfirmed(auth)

    expect(mail.subject).toBe('Confirm your email address for Kinora <&>')
    expect(mail.html).toContain('Welcome to Kinora &lt;&amp;&gt;.')
    expect(mail.html).not.toMatch(/<img|src=|url\(|@import|<link|<script/i)
    expect(mail.html).toContain(`href="${mail.link.href.replaceAll('&', '&amp;')}"`)
    expect(`${mail.link.origin}${mail.link.pathname}`).toBe('https://site.test/auth/confirm')
    expect(mail.html).toContain(mail.code)
  })

  it('names an allowed target to go on to, and the site instead of any other', async () => {
    const auth = await startAuth(pool)
    const email = newEmail()
    await auth.call('POST', '/signup?redirect_to=https://site.test/app', { body: { email, password } })
    const targets = [(await auth.mailTo(email)).link.searchParams.get('redirect_to')]
    await auth.call('POST', '/signup?redirect_to=https://evil.test/app', { body: { email, password } })
    targets.push((await auth.mailTo(email)).link.searchParams.get('redirect_to'))

    expect(targets).toEqual(['https://site.test/app', 'https://site.test'])
  })
})
