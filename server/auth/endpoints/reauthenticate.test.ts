import { describe, expect, it } from 'vitest'
import { newAccount, startAuth, type TestAuth, unlimited } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { newPhone } from '../../testing/phones.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()
const sql = (text: string, values: unknown[] = []) => asSuperuser(superuser, text, values)
const start = (settings = {}) =>
  startAuth(pool, { autoconfirm: true, reauthenticateForPassword: true, ...settings })

const ask = (auth: TestAuth, token: string) => auth.call('GET', '/reauthenticate', { token })
const change = (auth: TestAuth, token: string, nonce?: string) =>
  auth.call('PUT', '/user', { token, body: { password: 'a new long password', nonce } })

/** A person whose session is more than a day old. */
async function longSignedIn(auth: TestAuth) {
  const account = await newAccount(auth)
  await sql(`update auth.sessions set created_at = now() - interval '25 h' where user_id = $1`, [account.id])
  return account
}

describe('a code that proves once more who is there', () => {
  it('comes by mail and lets the password change', async () => {
    const auth = await start()
    const { token, email } = await longSignedIn(auth)

    const asked = await ask(auth, token)
    const mail = await auth.mailTo(email)
    const { status } = await change(auth, token, mail.code)

    expect([asked.status, asked.body]).toEqual([200, {}])
    expect(mail.subject).toBe(`${mail.code} is your code for site.test`)
    expect(mail.tokenHash).toBe('')
    expect(status).toBe(200)
  })

  it('comes by phone where there is no mail', async () => {
    const auth = await start({ phoneEnabled: true, phoneAutoconfirm: true })
    const phone = newPhone()
    const { body } = await auth.call('POST', '/signup', { body: { phone, password: 'an old password' } })

    const asked = await ask(auth, body.access_token)
    const [code = ''] = await auth.codesTo(phone)

    expect([asked.status, asked.body]).toEqual([200, { message_id: expect.any(String) }])
    expect((await change(auth, body.access_token, code)).status).toBe(200)
  })

  it('is good by phone as briefly as every texted code', async () => {
    const auth = await start({ phoneEnabled: true, phoneAutoconfirm: true })
    const phone = newPhone()
    const { body } = await auth.call('POST', '/signup', { body: { phone, password: 'an old password' } })
    await ask(auth, body.access_token)
    const [text] = await auth.textsTo(phone)
    const [code = ''] = await auth.codesTo(phone)
    await sql(`update auth.one_time_tokens set created_at = now() - interval '61 s' where user_id = $1`, [
      body.user.id,
    ])

    const { status } = await change(auth, body.access_token, code)

    expect(status).toBe(422)
    expect(text?.goodUntil.getTime()).toBeLessThan(Date.now() + 61_000)
  })

  it('is asked for once a session is a day old', async () => {
    const auth = await start()
    const fresh = await newAccount(auth)
    const old = await longSignedIn(auth)

    const refused = await change(auth, old.token)

    expect([refused.status, refused.body.code]).toEqual([400, 'reauthentication_needed'])
    expect((await change(auth, fresh.token)).status).toBe(200)
  })

  it('is not asked for unless the operator says so', async () => {
    const auth = await start({ reauthenticateForPassword: false })
    const { token } = await longSignedIn(auth)

    expect((await change(auth, token)).status).toBe(200)
  })

  it('is refused when it is wrong, somebody else’s or used', async () => {
    const auth = await start()
    const [ana, ben] = [await longSignedIn(auth), await longSignedIn(auth)]
    await ask(auth, ana.token)
    const { code } = await auth.mailTo(ana.email)

    const answers = [await change(auth, ben.token, code), await change(auth, ana.token, 'wrong')]
    await change(auth, ana.token, code)
    answers.push(
      await auth.call('PUT', '/user', {
        token: ana.token,
        body: { password: 'yet another password', nonce: code },
      }),
    )

    for (const { status, body } of answers) {
      expect([status, body.code, body.message]).toEqual([
        422,
        'reauthentication_not_valid',
        'Nonce has expired or is invalid',
      ])
    }
  })

  it('lets one of two changes through that bring it at the same moment', async () => {
    const auth = await start()
    const { token, email } = await longSignedIn(auth)
    await ask(auth, token)
    const { code } = await auth.mailTo(email)

    const answers = await Promise.all(
      ['one long password', 'another long password'].map((secret) =>
        auth.call('PUT', '/user', { token, body: { password: secret, nonce: code } }),
      ),
    )

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('dies after five wrong guesses', async () => {
    const auth = await start()
    const { token, email } = await longSignedIn(auth)
    await ask(auth, token)
    const { code } = await auth.mailTo(email)
    for (let guess = 0; guess < 5; guess++) await change(auth, token, 'wrong')

    expect((await change(auth, token, code)).body.code).toBe('reauthentication_not_valid')
  })

  it('is not guessed over many codes, and then the right one is not looked at', async () => {
    const auth = await start({ rateLimits: { ...unlimited, codeFailures: { points: 2, seconds: 3600 } } })
    const [ana, ben] = [await longSignedIn(auth), await longSignedIn(auth)]
    await change(auth, ana.token, 'wrong')
    await change(auth, ana.token, 'wrong')
    for (const { token } of [ana, ben]) await ask(auth, token)
    const [codeOfAna, codeOfBen] = [(await auth.mailTo(ana.email)).code, (await auth.mailTo(ben.email)).code]

    expect((await change(auth, ana.token, codeOfAna)).body.code).toBe('over_request_rate_limit')
    expect((await change(auth, ben.token, codeOfBen)).status).toBe(200)
  })

  it('signs nobody in', async () => {
    const auth = await start()
    const { token, email } = await longSignedIn(auth)
    await ask(auth, token)
    const { code } = await auth.mailTo(email)

    for (const type of ['email', 'signup', 'recovery', 'magiclink', 'email_change', 'reauthentication']) {
      const answer = await auth.call('POST', '/verify', { body: { type, email, token: code } })
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
  })

  it('is sent once a minute', async () => {
    const auth = await start({ rateLimits: { ...unlimited, mailGapSeconds: 60 } })
    const { token } = await newAccount(auth)
    await ask(auth, token)

    const { status, body } = await ask(auth, token)

    expect([status, body.code]).toEqual([429, 'over_email_send_rate_limit'])
  })

  it('is not sent to an address that was never proven', async () => {
    const auth = await start()
    const { token, id } = await newAccount(auth)
    await sql('update auth.users set email_confirmed_at = null where id = $1', [id])
    const unproven = await ask(auth, token)
    await sql('update auth.users set email = null where id = $1', [id])
    const neither = await ask(auth, token)

    expect([unproven.status, unproven.body.code]).toEqual([422, 'email_not_confirmed'])
    expect([neither.status, neither.body.message]).toEqual([
      400,
      'Reauthentication requires the user to have an email or a phone number',
    ])
  })
})
