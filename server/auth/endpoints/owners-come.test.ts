import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { adminToken, jwtSecret } from '../../testing/admin.ts'
import {
  logIn,
  type MailParts,
  newAccount,
  newEmail,
  password,
  startAuth,
  type TestAuth,
  unlimited,
} from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { fragmentOf, signInThere, startOpenIdProvider } from '../../testing/openid-provider.ts'

const { pool, asOwner } = await createTestDatabase()

const owners = 'the password of the owner'

const signUp = (auth: TestAuth, email: string, secret: string, name = 'Mallory') =>
  auth.call('POST', '/signup', { body: { email, password: secret, data: { full_name: name } } })

/** Signs up with an address, first as an attacker and then as its owner; resolves with the mail that the owner gets. */
async function squatted(auth: TestAuth, email = newEmail()): Promise<{ email: string; mail: MailParts }> {
  await signUp(auth, email, password)
  await signUp(auth, email, owners, 'Ana')
  return { email, mail: await auth.mailTo(email) }
}

/** Redeems a mailed link as our page does, with the `type` that the link itself names. */
const follow = (auth: TestAuth, { tokenHash, type }: MailParts) =>
  auth.call('POST', '/verify', { body: { type, token_hash: tokenHash } })

const statusOf = async (auth: TestAuth, email: string, secret: string) =>
  (await auth.call('POST', '/token?grant_type=password', { body: { email, password: secret } })).status

const profileName = async (id: string): Promise<unknown> =>
  (await asOwner('select full_name from public.profiles where id = $1', [id])).rows[0]?.full_name

describe('an address that two have signed up with, each with a password of their own', () => {
  it('is opened by neither password once its mail was answered, and its owner is in to choose one', async () => {
    const auth = await startAuth(pool)
    const { email, mail } = await squatted(auth)

    const { body } = await follow(auth, mail)

    expect(body.user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
    expect(body.user.user_metadata.full_name).toBeUndefined()
    expect(await profileName(body.user.id)).toBe('')
    expect([await statusOf(auth, email, password), await statusOf(auth, email, owners)]).toEqual([400, 400])
    const chosen = await auth.call('PUT', '/user', { token: body.access_token, body: { password: owners } })
    expect([chosen.status, await statusOf(auth, email, owners)]).toEqual([200, 200])
    expect([body.user.has_password, chosen.body.has_password]).toEqual([false, true])
    expect((await auth.call('GET', '/user', { token: body.access_token })).body.has_password).toBe(true)
  })

  it('says so in the mail, whose link is for that', async () => {
    const auth = await startAuth(pool)

    const { mail } = await squatted(auth)

    expect(mail.type).toBe('email')
    expect(mail.text).toContain('more than once, with different passwords')
  })

  it('stays so when the mail is sent again', async () => {
    const auth = await startAuth(pool)
    const { email } = await squatted(auth)
    await auth.call('POST', '/resend', { body: { type: 'signup', email } })

    expect((await follow(auth, await auth.mailTo(email))).status).toBe(200)

    expect(await statusOf(auth, email, password)).toBe(400)
  })

  it('stays so however often the first one comes again', async () => {
    const auth = await startAuth(pool)
    const { email } = await squatted(auth)
    await signUp(auth, email, password)

    expect((await follow(auth, await auth.mailTo(email))).status).toBe(200)

    expect(await statusOf(auth, email, password)).toBe(400)
  })

  it('is so, too, where the owner was told to wait for another mail and follows the first, as our page does', async () => {
    const auth = await startAuth(pool, { rateLimits: { ...unlimited, mailGapSeconds: 60 } })
    const email = newEmail()
    await signUp(auth, email, password)
    const waits = await signUp(auth, email, owners, 'Ana')

    const [mail] = await auth.mailsTo(email)
    const proven = await auth.call('POST', '/verify', {
      body: { type: 'email', token_hash: mail?.tokenHash },
    })

    expect([waits.status, waits.body.code]).toEqual([429, 'over_email_send_rate_limit'])
    expect(proven.status).toBe(200)
    // By this our page sees that it has to ask for a password: the mail's link had the type of an ordinary sign-up.
    expect([mail?.type, proven.body.user.has_password]).toEqual(['signup', false])
    expect(await statusOf(auth, email, password)).toBe(400)
  })

  it('is so, too, when they come at the same moment', async () => {
    const auth = await startAuth(pool)
    const email = newEmail()
    await Promise.all([signUp(auth, email, password), signUp(auth, email, owners)])

    expect((await follow(auth, await auth.mailTo(email))).status).toBe(200)

    expect([await statusOf(auth, email, password), await statusOf(auth, email, owners)]).toEqual([400, 400])
  })

  it('keeps a password that was the same both times: somebody only lost the first mail', async () => {
    const auth = await startAuth(pool)
    const email = newEmail()
    await signUp(auth, email, owners, 'Ana')
    await signUp(auth, email, owners, 'Ana')

    const mail = await auth.mailTo(email)
    const { body } = await follow(auth, { ...mail, type: 'email' })

    expect(mail.type).toBe('signup')
    expect(body.user).toMatchObject({ user_metadata: { full_name: 'Ana' }, has_password: true })
    expect(await statusOf(auth, email, owners)).toBe(200)
  })

  it('keeps the name that its owner has given their profile, whatever an app writes into the account later', async () => {
    const auth = await startAuth(pool)
    const { mail } = await squatted(auth)
    const { body } = await follow(auth, mail)
    await asOwner(`update public.profiles set full_name = 'Ana Petrova' where id = $1`, [body.user.id])

    await auth.call('PUT', '/user', { token: body.access_token, body: { data: { full_name: 'A. P.' } } })

    expect(await profileName(body.user.id)).toBe('Ana Petrova')
  })

  it('loses the way in of whoever opened the account through a provider that proves nothing', async () => {
    const google = await startOpenIdProvider()
    const auth = await startAuth(pool, { providers: { google: google.settings } })
    const email = newEmail()
    const subject = google.addPerson({ email, email_verified: false })
    await signInThere(auth, google, subject)
    await signUp(auth, email, owners, 'Ana')
    // The attacker's next sign-in causes a confirmation mail to the owner, like any other request.
    await signInThere(auth, google, subject)

    expect((await follow(auth, await auth.mailTo(email))).status).toBe(200)

    const again = fragmentOf(await signInThere(auth, google, subject))
    expect(again.error_code).toBe('provider_email_needs_verification')
  })
})

describe('whoever opened the account', () => {
  it('cannot fill it with so much that no token of its owner fits into a request', async () => {
    const auth = await startAuth(pool)
    const email = newEmail()
    const data = { filler: 'x'.repeat(limits.accountDataBytes) }

    for (const path of ['/signup', '/otp']) {
      const refused = await auth.call('POST', path, { body: { email, password, data } })
      expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed'])
    }
    expect(await auth.mailsTo(email)).toHaveLength(0)
  })

  it.each([
    ['/recover', 'recovery'],
    ['/otp', 'magiclink'],
  ])('leaves the owner who comes by %s no name', async (path, type) => {
    const auth = await startAuth(pool)
    const email = newEmail()
    await signUp(auth, email, password)
    await auth.call('POST', path, { body: { email } })
    const mail = await auth.mailTo(email)

    const { body } = await follow(auth, mail)

    expect(mail.type).toBe(type)
    expect(body.user.user_metadata).toEqual({
      sub: body.user.id,
      email,
      email_verified: true,
      phone_verified: false,
    })
  })

  it('leaves nobody a name whom the operator invites', async () => {
    const auth = await startAuth(pool, { jwtSecret })
    const email = newEmail()
    await signUp(auth, email, password)

    const token = await adminToken()
    const invited = await auth.call('POST', '/invite', { token, body: { email, data: { branch: 'Porto' } } })

    expect(invited.body.user_metadata).toMatchObject({ branch: 'Porto' })
    expect(invited.body.user_metadata.full_name).toBeUndefined()
  })

  it('has no password in it that the operator gave another one', async () => {
    const auth = await startAuth(pool, { jwtSecret })
    const email = newEmail()
    await signUp(auth, email, password)
    const token = await adminToken()
    const link = await auth.call('POST', '/admin/generate_link', {
      token,
      body: { type: 'signup', email, password: owners, data: { full_name: 'Ana' } },
    })

    const body = { type: 'signup', token_hash: link.body.hashed_token }
    const { user } = (await auth.call('POST', '/verify', { body })).body

    expect(user.user_metadata.full_name).toBe('Ana')
    expect([await statusOf(auth, email, password), await statusOf(auth, email, owners)]).toEqual([400, 200])
  })

  it('cannot move an account of theirs to the address once its owner has one', async () => {
    const auth = await startAuth(pool)
    const open = await startAuth(pool, { autoconfirm: true, secureEmailChange: false })
    const email = newEmail()
    const other = await newAccount(open)
    await open.call('PUT', '/user', { token: other.token, body: { email } })
    const asked = await open.mailTo(email)

    await signUp(auth, email, owners, 'Ana')
    await follow(auth, await auth.mailTo(email))

    expect((await follow(open, asked)).body.code).toBe('email_exists')
    expect((await logIn(auth, email, owners)).token).toBeTruthy()
  })
})
