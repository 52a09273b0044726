import { describe, expect, it } from 'vitest'
import { adminToken, jwtSecret } from '../../testing/admin.ts'
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
const token = await adminToken()
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, jwtSecret, ...settings })

const generate = (auth: TestAuth, body: object, query = '') =>
  auth.call('POST', `/admin/generate_link${query}`, { token, body })
const verify = (auth: TestAuth, body: object) => auth.call('POST', '/verify', { body })

describe('a link for operators who send their own mails', () => {
  it.each(['magiclink', 'recovery'])('signs the owner of an account in: %s', async (type) => {
    const auth = await start()
    const { email, id } = await newAccount(auth)

    const { status, body } = await generate(auth, { type, email })

    expect(status).toBe(200)
    expect(body).toMatchObject({ id, email, verification_type: type, redirect_to: siteUrl })
    expect(body.email_otp).toMatch(/^\d{6}$/)
    const link = new URL(body.action_link)
    expect(link.pathname).toBe('/auth/v1/verify')
    expect(link.searchParams.get('token')).toBe(body.hashed_token)
    expect(await auth.mailsTo(email)).toEqual([])
    const session = await verify(auth, { type, token_hash: body.hashed_token })
    expect(session.body.user.id).toBe(id)
  })

  it('works by its code too', async () => {
    const auth = await start()
    const { email } = await newAccount(auth)
    const { body } = await generate(auth, { type: 'magiclink', email })

    expect((await verify(auth, { type: 'email', email, token: body.email_otp })).status).toBe(200)
  })

  it.each([
    ['magiclink', {}, 'signup'],
    ['invite', {}, 'invite'],
    ['signup', { password }, 'signup'],
  ])('makes the account for a new address: %s', async (type, more, verification) => {
    const auth = await start()
    const email = newEmail()

    const { body } = await generate(auth, { type, email, data: { full_name: 'Ana' }, ...more })

    expect(body).toMatchObject({
      email,
      verification_type: verification,
      user_metadata: { full_name: 'Ana' },
    })
    expect(body.email_confirmed_at).toBeUndefined()
    const session = await verify(auth, { type: verification, token_hash: body.hashed_token })
    expect(session.body.user.email_confirmed_at).toBeDefined()
  })

  it('changes an address when both have agreed', async () => {
    const auth = await start()
    const { email, id } = await newAccount(auth)
    const wanted = newEmail()
    const both = []
    for (const type of ['email_change_current', 'email_change_new']) {
      const { body } = await generate(auth, { type, email, new_email: wanted })
      expect(body.verification_type).toBe(type)
      both.push(body.hashed_token)
    }

    for (const hash of both) await verify(auth, { type: 'email_change', token_hash: hash })

    const { body } = await auth.call('GET', `/admin/users/${id}`, { token })
    expect(body.email).toBe(wanted)
  })

  it.each(['email_change_current', 'email_change_new'])(
    'keeps the address while only one of the two has agreed: %s',
    async (type) => {
      const auth = await start()
      const { email, id } = await newAccount(auth)
      const { body: link } = await generate(auth, { type, email, new_email: newEmail() })

      const { body: half } = await verify(auth, { type: 'email_change', token_hash: link.hashed_token })

      expect(half.msg).toContain('Please proceed to confirm link sent to the other email')
      const { body } = await auth.call('GET', `/admin/users/${id}`, { token })
      expect(body.email).toBe(email)
    },
  )

  it('changes to no address by what was given for an earlier one', async () => {
    const auth = await start()
    const { email, id } = await newAccount(auth)
    const linkOf = async (type: string, wanted: string) =>
      (await generate(auth, { type, email, new_email: wanted })).body.hashed_token
    const early = await linkOf('email_change_new', newEmail())
    const current = await linkOf('email_change_current', newEmail())

    for (const hash of [early, current]) await verify(auth, { type: 'email_change', token_hash: hash })

    const { body } = await auth.call('GET', `/admin/users/${id}`, { token })
    expect(body.email).toBe(email)
  })

  it('keeps the address when the older of two links has run out unused', async () => {
    const auth = await start({ otpExpirySeconds: 3600 })
    const { email, id } = await newAccount(auth)
    const wanted = newEmail()
    const linkOf = async (type: string) =>
      (await generate(auth, { type, email, new_email: wanted })).body.hashed_token
    const mostOfAnHourPasses = () =>
      asSuperuser(
        superuser,
        `update auth.one_time_tokens set created_at = created_at - interval '50 minutes' where user_id = $1`,
        [id],
      )
    await linkOf('email_change_current')
    await mostOfAnHourPasses()
    const next = await linkOf('email_change_new')
    await mostOfAnHourPasses()
    await auth.sweep()

    await verify(auth, { type: 'email_change', token_hash: next })

    const { body } = await auth.call('GET', `/admin/users/${id}`, { token })
    expect(body.email).toBe(email)
  })

  it('does not revive a link that had run out before the other was made', async () => {
    const auth = await start({ otpExpirySeconds: 3600 })
    const { email, id } = await newAccount(auth)
    const wanted = newEmail()
    const linkOf = async (type: string) =>
      (await generate(auth, { type, email, new_email: wanted })).body.hashed_token
    const old = await linkOf('email_change_current')
    await asSuperuser(
      superuser,
      `update auth.one_time_tokens set created_at = created_at - interval '2 hours' where user_id = $1`,
      [id],
    )
    await linkOf('email_change_new')

    expect((await verify(auth, { type: 'email_change', token_hash: old })).status).toBe(403)
  })

  it('leads only where the operator allows', async () => {
    const auth = await start()
    const { email } = await newAccount(auth)

    const asked = await generate(auth, { type: 'magiclink', email }, `?redirect_to=${siteUrl}/app`)
    const inBody = await generate(auth, { type: 'magiclink', email, redirect_to: `${siteUrl}/app` })
    const evil = await generate(auth, { type: 'magiclink', email }, '?redirect_to=https://evil.test/')

    const evilBody = await generate(auth, { type: 'magiclink', email, redirect_to: 'https://evil.test/' })

    expect([asked, inBody, evil, evilBody].map(({ body }) => body.redirect_to)).toEqual([
      `${siteUrl}/app`,
      `${siteUrl}/app`,
      siteUrl,
      siteUrl,
    ])
  })

  it('is refused', async () => {
    const auth = await start()
    const [one, two] = [await newAccount(auth), await newAccount(auth)]
    const lax = await start({ secureEmailChange: false })
    const answers = [
      await generate(auth, { type: 'recovery', email: newEmail() }),
      await generate(auth, { type: 'signup', email: one.email, password }),
      await generate(auth, { type: 'invite', email: one.email }),
      await generate(auth, { type: 'signup', email: newEmail() }),
      await generate(auth, { type: 'email_change_new', email: one.email, new_email: two.email }),
      await generate(lax, { type: 'email_change_current', email: one.email, new_email: newEmail() }),
      await generate(auth, { type: 'wish', email: one.email }),
      await generate(auth, { type: 'magiclink', email: 'nobody' }),
    ]

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'user_not_found'],
      [422, 'email_exists'],
      [422, 'email_exists'],
      [400, 'validation_failed'],
      [422, 'email_exists'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
    ])
  })
})

describe('an invitation', () => {
  const invite = (auth: TestAuth, body: object, query = '') =>
    auth.call('POST', `/invite${query}`, { token, body })

  it('makes an account that its owner confirms by mail', async () => {
    const auth = await start()
    const email = newEmail()

    const { status, body } = await invite(
      auth,
      { email, data: { full_name: 'Ana' } },
      `?redirect_to=${siteUrl}/app`,
    )

    expect(status).toBe(200)
    expect(body).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { full_name: 'Ana' } })
    const mail = await auth.mailTo(email)
    expect([mail.type, mail.link.searchParams.get('redirect_to')]).toEqual(['invite', `${siteUrl}/app`])
    const session = await verify(auth, { type: 'invite', token_hash: mail.tokenHash })
    expect(session.body.user.id).toBe(body.id)
  })

  it('can be sent again, but not to somebody who is here already', async () => {
    const auth = await start()
    const [email, here] = [newEmail(), await newAccount(auth)]
    const first = await invite(auth, { email })

    const again = await invite(auth, { email })
    const refused = await invite(auth, { email: here.email })

    expect(again.body.id).toBe(first.body.id)
    expect([refused.status, refused.body.code]).toEqual([422, 'email_exists'])
    const [entry] = await asSuperuser(
      superuser,
      `select payload from auth.audit_log_entries where user_id = '${first.body.id}' limit 1`,
    )
    expect(entry.payload.action).toBe('user_invited')
  })

  it('takes the account from whoever opened it with the address before', async () => {
    const auth = await start({ autoconfirm: false })
    const email = newEmail()
    await auth.call('POST', '/signup', { body: { email, password } })

    await invite(auth, { email })
    const { tokenHash } = await auth.mailTo(email)
    expect((await verify(auth, { type: 'invite', token_hash: tokenHash })).status).toBe(200)

    const squatter = await auth.call('POST', '/token?grant_type=password', { body: { email, password } })
    expect(squatter.body.code).toBe('invalid_credentials')
  })

  it('works where sign-ups are closed', async () => {
    const auth = await start({ disableSignup: true })

    expect((await invite(auth, { email: newEmail() })).status).toBe(200)
  })
})

describe('the factors of an account', () => {
  it('are listed without their secrets, and removed', async () => {
    const auth = await start()
    const account = await newAccount(auth)
    const enrolled = await auth.call('POST', '/factors', {
      token: account.token,
      body: { factor_type: 'totp', friendly_name: 'Phone' },
    })
    const path = `/admin/users/${account.id}/factors`

    const listed = await auth.call('GET', path, { token })
    const removed = await auth.call('DELETE', `${path}/${enrolled.body.id}`, { token })
    const gone = await auth.call('DELETE', `${path}/${enrolled.body.id}`, { token })

    expect(listed.body).toMatchObject([
      { id: enrolled.body.id, friendly_name: 'Phone', status: 'unverified' },
    ])
    expect(JSON.stringify(listed.body)).not.toContain('secret')
    expect([removed.status, removed.body.id]).toEqual([200, enrolled.body.id])
    expect([gone.status, gone.body.code]).toEqual([404, 'mfa_factor_not_found'])
    expect((await auth.call('GET', path, { token })).body).toEqual([])
  })

  it('are those of the account in the path', async () => {
    const auth = await start()
    const [one, two] = [await newAccount(auth), await newAccount(auth)]
    const { body } = await auth.call('POST', '/factors', {
      token: one.token,
      body: { factor_type: 'totp', friendly_name: 'Phone' },
    })

    const { status } = await auth.call('DELETE', `/admin/users/${two.id}/factors/${body.id}`, { token })

    expect(status).toBe(404)
  })
})
