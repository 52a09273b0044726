import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import {
  type Account,
  logIn,
  newAccount,
  newEmail,
  password,
  refresh,
  startAuth,
  type TestAuth,
  unlimited,
} from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { addTotp } from '../../testing/second-factors.ts'

const database = await createTestDatabase()
const { pool } = database
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, ...settings })
const newPassword = 'another long password'

/** Comes by a recovery mail, and sets a new password there. @returns the status of the answer to that */
async function setAfterRecovery(auth: TestAuth, email: string): Promise<number> {
  await auth.call('POST', '/recover', { body: { email } })
  const { tokenHash } = await auth.mailTo(email)
  const { body } = await auth.call('POST', '/verify', { body: { type: 'recovery', token_hash: tokenHash } })
  const token = body.access_token
  return (await auth.call('PUT', '/user', { token, body: { password: newPassword } })).status
}

describe("the user's data", () => {
  it('merges by key, and null removes one', async () => {
    const auth = await start()
    const { token, email } = await newAccount(auth)
    await auth.call('PUT', '/user', { token, body: { data: { full_name: 'Ana', town: 'Sofia' } } })

    const { status, body } = await auth.call('PUT', '/user', {
      token,
      body: { data: { town: null, full_name: 'Ana Petrova' } },
    })

    expect(status).toBe(200)
    expect(body.user_metadata).toMatchObject({ full_name: 'Ana Petrova', email })
    expect(body.user_metadata).not.toHaveProperty('town')
    expect((await auth.call('GET', '/user', { token })).body).toEqual(body)
  })

  it('has room for what a token carries in a request, and no more, also bit by bit', async () => {
    const auth = await startAuth(pool, { autoconfirm: true })
    const { token, refreshToken } = await newAccount(auth)
    const most = limits.accountDataBytes
    const put = (data: object) => auth.call('PUT', '/user', { token, body: { data } })

    const first = await put({ story: 'é'.repeat(most / 2 - 200) })
    const further = await put({ more: 'x'.repeat(1_000) })

    expect(first.status).toBe(200)
    expect([further.status, further.body.code]).toEqual([400, 'validation_failed'])
    const { body } = await refresh(auth, refreshToken)
    expect((await auth.call('GET', '/user', { token: body.access_token })).status).toBe(200)
  })

  it('of the application cannot be changed by the person', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)

    const { status, body } = await auth.call('PUT', '/user', {
      token,
      body: { app_metadata: { role: 'admin' } },
    })

    expect([status, body.code]).toEqual([403, 'not_admin'])
    expect((await auth.call('GET', '/user', { token })).body.app_metadata).toEqual({
      provider: 'email',
      providers: ['email'],
    })
  })

  it('has no way to the role', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)

    const { body } = await auth.call('PUT', '/user', {
      token,
      body: { role: 'service_role', aud: 'x', data: { role: 'service_role' } },
    })

    expect([body.role, body.aud]).toEqual(['authenticated', 'authenticated'])
  })
})

describe('a new password', () => {
  it('works at once, ends all other sessions and keeps this one', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const other = await logIn(auth, email)

    const { status } = await auth.call('PUT', '/user', { token, body: { password: newPassword } })

    expect(status).toBe(200)
    const logInWith = (secret: string) =>
      auth.call('POST', '/token?grant_type=password', { body: { email, password: secret } })
    expect((await logInWith(newPassword)).status).toBe(200)
    expect((await logInWith(password)).body.code).toBe('invalid_credentials')
    expect((await auth.call('GET', '/user', { token })).status).toBe(200)
    expect((await auth.call('GET', '/user', { token: other.token })).body.code).toBe('session_not_found')
  })

  /** Asks for a new password, and lets `meanwhile` happen between its checks and its being written. */
  async function interrupted(
    auth: TestAuth,
    owner: Account,
    token: string,
    meanwhile: () => Promise<unknown>,
  ) {
    const other = await otherTransaction(database)
    await other.query('select from auth.users where id = $1 for update', [owner.id])
    const asked = auth.call('PUT', '/user', { token, body: { password: newPassword } })
    await somebodyWaits(database)
    await meanwhile()
    await other.query('commit')
    return asked
  }

  it('is not set by a session that ends at the last moment', async () => {
    const auth = await start()
    const owner = await newAccount(auth)
    const lost = await logIn(auth, owner.email)
    const { session_id: ended } = await auth.verifyAccessToken(lost.token)

    const { status, body } = await interrupted(auth, owner, lost.token, () =>
      database.asOwner('delete from auth.sessions where id = $1', [ended]),
    )

    expect([status, body.code]).toEqual([403, 'session_not_found'])
    expect((await auth.call('GET', '/user', { token: owner.token })).status).toBe(200)
    expect((await logIn(auth, owner.email)).token).toBeDefined()
  })

  it('is not set by a session that loses its second factor at the last moment', async () => {
    const auth = await start()
    const owner = await newAccount(auth)
    const { token } = await addTotp(auth, owner.token)
    const { session_id: lowered } = await auth.verifyAccessToken(token)

    const { status, body } = await interrupted(auth, owner, token, () =>
      database.asOwner(`update auth.sessions set aal = 'aal1' where id = $1`, [lowered]),
    )

    expect([status, body.code]).toEqual([401, 'insufficient_aal'])
    expect((await logIn(auth, owner.email)).token).toBeDefined()
  })

  it('is not set where another one has replaced the password that was checked', async () => {
    const auth = await start()
    const owner = await newAccount(auth)
    const thirdPassword = 'a third long password'
    const other = await otherTransaction(database)
    await other.query('select from auth.users where id = $1 for update', [owner.id])

    const change = (secret: string) =>
      auth.call('PUT', '/user', {
        token: owner.token,
        body: { password: secret, current_password: password },
      })
    const answers = [change(newPassword), change(thirdPassword)]
    await somebodyWaits(database, 2)
    await other.query('commit')

    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    const kept = statuses[0] === 200 ? newPassword : thirdPassword
    expect((await logIn(auth, owner.email, kept)).token).toBeDefined()
  })

  it('makes links that were mailed before useless', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    await auth.call('POST', '/recover', { body: { email } })
    const { tokenHash, code } = await auth.mailTo(email)

    await auth.call('PUT', '/user', { token, body: { password: newPassword } })

    const byLink = await auth.call('POST', '/verify', { body: { type: 'recovery', token_hash: tokenHash } })
    const byCode = await auth.call('POST', '/verify', { body: { type: 'recovery', email, token: code } })
    expect([byLink.body.code, byCode.body.code]).toEqual(['otp_expired', 'otp_expired'])
  })

  it('has to differ from the old one', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)

    const { status, body } = await auth.call('PUT', '/user', { token, body: { password } })

    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'same_password',
      message: 'New password should be different from the old password.',
    })
  })

  it('has to be long enough', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)

    const { status, body } = await auth.call('PUT', '/user', { token, body: { password: '12345' } })

    expect([status, body.code]).toEqual([422, 'weak_password'])
    expect(body.weak_password.reasons).toEqual(['length'])
  })

  it('needs the right current one where the operator asks for it', async () => {
    const auth = await start({ requireCurrentPassword: true })
    const { token } = await newAccount(auth)
    const change = (current_password?: string) =>
      auth.call('PUT', '/user', { token, body: { password: newPassword, current_password } })

    expect((await change()).body.code).toBe('current_password_required')
    expect((await change('not the password')).body.code).toBe('current_password_invalid')
    expect((await change(password)).status).toBe(200)
  })

  it('needs no current one from those who came by a recovery mail', async () => {
    const auth = await start({ requireCurrentPassword: true })
    const { email } = await newAccount(auth)

    expect(await setAfterRecovery(auth, email)).toBe(200)
  })

  it('is said to be set already when it is asked for again, because the answer was lost', async () => {
    const auth = await start({ requireCurrentPassword: true })
    const { email, token } = await newAccount(auth)
    const change = () =>
      auth.call('PUT', '/user', { token, body: { password: newPassword, current_password: password } })
    await change()

    const { status, body } = await change()

    expect([status, body.code]).toEqual([422, 'same_password'])
    expect((await logIn(auth, email, newPassword)).token).toBeDefined()
  })

  it('does not tell without end which password it is that somebody has', async () => {
    const few = { points: 2, seconds: 300 }
    const auth = await start({
      requireCurrentPassword: true,
      rateLimits: { ...unlimited, accountFailures: few },
    })
    const { token } = await newAccount(auth)
    const guess = async (secret: string) =>
      (await auth.call('PUT', '/user', { token, body: { password: secret, current_password: 'no idea' } }))
        .body.code

    expect(await guess('the first of the guesses')).toBe('current_password_invalid')
    expect(await guess('the second of the guesses')).toBe('current_password_invalid')

    expect(await guess(password)).toBe('over_request_rate_limit')
  })

  it('is set by whoever comes by a recovery mail, however often another session has guessed', async () => {
    const few = { points: 1, seconds: 300 }
    const auth = await start({
      requireCurrentPassword: true,
      rateLimits: { ...unlimited, accountFailures: few },
    })
    const { email, token } = await newAccount(auth)
    const guess = { password: 'the first of the guesses', current_password: 'no idea' }
    for (const code of ['current_password_invalid', 'over_request_rate_limit']) {
      expect((await auth.call('PUT', '/user', { token, body: guess })).body.code).toBe(code)
    }

    expect(await setAfterRecovery(auth, email)).toBe(200)
  })

  it('does not tell it for want of a code either', async () => {
    const few = { points: 1, seconds: 300 }
    const rateLimits = { ...unlimited, accountFailures: few }
    const auth = await start({ reauthenticateForPassword: true, rateLimits })
    const { id, token } = await newAccount(auth)
    await database.asOwner(
      `update auth.sessions set created_at = now() - interval '2 days' where user_id = $1`,
      [id],
    )
    const guess = async (secret: string) =>
      (await auth.call('PUT', '/user', { token, body: { password: secret } })).body.code

    expect(await guess('the first of the guesses')).toBe('reauthentication_needed')

    expect(await guess(password)).toBe('over_request_rate_limit')
  })

  it('may be changed as often as one likes by whoever knows it', async () => {
    const few = { points: 2, seconds: 300 }
    const auth = await start({
      requireCurrentPassword: true,
      rateLimits: { ...unlimited, accountFailures: few },
    })
    const { token } = await newAccount(auth)

    for (let turn = 0; turn < 4; turn++) {
      const [current_password, next] = turn % 2 === 0 ? [password, newPassword] : [newPassword, password]
      const { status } = await auth.call('PUT', '/user', {
        token,
        body: { password: next, current_password },
      })
      expect(status).toBe(200)
    }
  })

  it('compares a current one that is sent although nobody asked', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)

    const { body } = await auth.call('PUT', '/user', {
      token,
      body: { password: newPassword, current_password: 'not the password' },
    })

    expect(body.code).toBe('current_password_invalid')
  })
})

describe('a new address', () => {
  it('counts only when both addresses have confirmed', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const wanted = newEmail()

    const asked = await auth.call('PUT', '/user', { token, body: { email: wanted.toUpperCase() } })
    expect(asked.body).toMatchObject({ email, new_email: wanted, email_change_sent_at: expect.any(String) })
    const atNew = await auth.mailTo(wanted)
    const atCurrent = await auth.mailTo(email)

    const first = await auth.call('POST', '/verify', {
      body: { type: 'email_change', token_hash: atNew.tokenHash },
    })
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      code: '200',
    })
    expect((await auth.call('GET', '/user', { token })).body.email).toBe(email)

    const second = await auth.call('POST', '/verify', {
      body: { type: 'email_change', token_hash: atCurrent.tokenHash },
    })
    expect(second.body.user).toMatchObject({
      email: wanted,
      user_metadata: { email: wanted, email_verified: true },
    })
    expect(second.body.user).not.toHaveProperty('new_email')
    expect(second.body.user.identities[0]).toMatchObject({ email: wanted, identity_data: { email: wanted } })
    expect((await logIn(auth, wanted)).token).toBeDefined()
  })

  it('waits on when other devices are signed out: the present address has to agree anyway', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const wanted = newEmail()
    await auth.call('PUT', '/user', { token, body: { email: wanted } })

    await auth.call('POST', '/logout?scope=others', { token })

    for (const address of [email, wanted]) {
      const { tokenHash, type } = await auth.mailTo(address)
      expect((await auth.call('POST', '/verify', { body: { type, token_hash: tokenHash } })).status).toBe(200)
    }
    expect((await auth.call('GET', '/user', { token })).body.email).toBe(wanted)
  })

  it('counts when both addresses confirm at the same moment', async () => {
    const auth = await start()
    for (const _ of Array(5)) {
      const { email, token } = await newAccount(auth)
      const wanted = newEmail()
      await auth.call('PUT', '/user', { token, body: { email: wanted } })
      const letters = [await auth.mailTo(email), await auth.mailTo(wanted)]

      await Promise.all(
        letters.map(({ type, tokenHash }) =>
          auth.call('POST', '/verify', { body: { type, token_hash: tokenHash } }),
        ),
      )

      expect((await auth.call('GET', '/user', { token })).body.email).toBe(wanted)
    }
  })

  it('does not count when one address confirms twice', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const wanted = newEmail()
    await auth.call('PUT', '/user', { token, body: { email: wanted } })
    const { tokenHash } = await auth.mailTo(wanted)

    await auth.call('POST', '/verify', { body: { type: 'email_change', token_hash: tokenHash } })
    const again = await auth.call('POST', '/verify', {
      body: { type: 'email_change', token_hash: tokenHash },
    })

    expect(again.body.code).toBe('otp_expired')
    expect((await auth.call('GET', '/user', { token })).body.email).toBe(email)
  })

  it('can be confirmed by typing both codes', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const wanted = newEmail()
    await auth.call('PUT', '/user', { token, body: { email: wanted } })
    const atNew = await auth.mailTo(wanted)
    const atCurrent = await auth.mailTo(email)
    const type = 'email_change'

    await auth.call('POST', '/verify', { body: { type, email: wanted, token: atNew.code } })
    const { body } = await auth.call('POST', '/verify', { body: { type, email, token: atCurrent.code } })

    expect(body.user.email).toBe(wanted)
  })

  it('needs only the new address where the operator says so', async () => {
    const auth = await start({ secureEmailChange: false })
    const { email, token } = await newAccount(auth)
    const wanted = newEmail()
    await auth.call('PUT', '/user', { token, body: { email: wanted } })

    const { tokenHash } = await auth.mailTo(wanted)
    const { body } = await auth.call('POST', '/verify', {
      body: { type: 'email_change', token_hash: tokenHash },
    })

    expect(body.user.email).toBe(wanted)
    expect((await auth.mailsTo(email)).map(({ tokenHash }) => tokenHash)).toEqual([''])
  })

  it('starts over when another one is asked for', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const [abandoned, wanted] = [newEmail(), newEmail()]
    await auth.call('PUT', '/user', { token, body: { email: abandoned } })
    const old = await auth.mailTo(abandoned)
    await auth.call('PUT', '/user', { token, body: { email: wanted } })
    const atCurrent = await auth.mailTo(email)
    const type = 'email_change'

    const stale = await auth.call('POST', '/verify', { body: { type, token_hash: old.tokenHash } })
    await auth.call('POST', '/verify', { body: { type, token_hash: atCurrent.tokenHash } })

    expect(stale.body.code).toBe('otp_expired')
    expect((await auth.call('GET', '/user', { token })).body.email).toBe(email)
  })

  it('is taken back by asking for the present one', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const mistyped = newEmail()
    await auth.call('PUT', '/user', { token, body: { email: mistyped } })
    const links = [await auth.mailTo(mistyped), await auth.mailTo(email)]

    const { body } = await auth.call('PUT', '/user', { token, body: { email: email.toUpperCase() } })

    expect(body.email).toBe(email)
    expect(body).not.toHaveProperty('new_email')
    for (const { tokenHash } of links) {
      const late = await auth.call('POST', '/verify', {
        body: { type: 'email_change', token_hash: tokenHash },
      })
      expect(late.body.code).toBe('otp_expired')
    }
    expect((await auth.call('GET', '/user', { token })).body.email).toBe(email)
  })

  it('is refused when it belongs to somebody, also when they came in between', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)
    const taken = await newAccount(auth)
    const wanted = newEmail()

    const direct = await auth.call('PUT', '/user', { token, body: { email: taken.email } })
    expect([direct.status, direct.body.code]).toEqual([422, 'email_exists'])

    await auth.call('PUT', '/user', { token, body: { email: wanted } })
    const atNew = await auth.mailTo(wanted)
    const atCurrent = await auth.mailTo(email)
    await newAccount(auth, wanted)
    await auth.call('POST', '/verify', { body: { type: 'email_change', token_hash: atCurrent.tokenHash } })
    const late = await auth.call('POST', '/verify', {
      body: { type: 'email_change', token_hash: atNew.tokenHash },
    })
    expect([late.status, late.body.code]).toEqual([422, 'email_exists'])
  })

  it('needs no mail when it is the present one', async () => {
    const auth = await start()
    const { email, token } = await newAccount(auth)

    const { status } = await auth.call('PUT', '/user', { token, body: { email } })

    expect(status).toBe(200)
    expect(await auth.mailsTo(email)).toEqual([])
  })
})

it('refuses a phone number', async () => {
  const auth = await start()
  const { token } = await newAccount(auth)

  const { body } = await auth.call('PUT', '/user', { token, body: { phone: '15551234567' } })

  expect(body.code).toBe('phone_provider_disabled')
})
