import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { logIn, newAccount, refresh, startAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()
const sql = (text: string, values: unknown[]) => asSuperuser(superuser, text, values)
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, ...settings })

/** Moves the person's sessions and their last refresh into the past. */
const letPass = (id: string, seconds: number) =>
  sql(
    `update auth.sessions set refreshed_at = refreshed_at - make_interval(secs => $2),
       created_at = created_at - make_interval(secs => $2) where user_id = $1`,
    [id, seconds],
  )

describe('a refresh token', () => {
  it('is exchanged for the next one and a token of the same session', async () => {
    const auth = await start()
    const { id, token, refreshToken } = await newAccount(auth)

    const { status, body, headers } = await refresh(auth, refreshToken)

    expect(status).toBe(200)
    expect(body.refresh_token).not.toBe(refreshToken)
    expect(body.user.id).toBe(id)
    expect(headers.get('sb-auth-refresh-token-counter')).toBe('1')
    const [before, after] = [
      await auth.verifyAccessToken(token),
      await auth.verifyAccessToken(body.access_token),
    ]
    expect(after.session_id).toBe(before.session_id)
    expect(after.amr).toEqual(before.amr)
  })

  it('gives the active token again to a client that lost the last answer, at any time', async () => {
    const auth = await start()
    const { id, refreshToken } = await newAccount(auth)
    const next = (await refresh(auth, refreshToken)).body.refresh_token
    await letPass(id, 86_400)

    const again = await refresh(auth, refreshToken)

    expect(again.status).toBe(200)
    expect(again.body.refresh_token).toBe(next)
    expect((await refresh(auth, next)).status).toBe(200)
  })

  it('gives the active token again to tabs that refresh within the reuse window', async () => {
    const auth = await start()
    const { refreshToken } = await newAccount(auth)
    const first = (await refresh(auth, refreshToken)).body.refresh_token
    const second = (await refresh(auth, first)).body.refresh_token
    const third = (await refresh(auth, second)).body.refresh_token

    const late = await refresh(auth, refreshToken)

    expect(late.status).toBe(200)
    expect(late.body.refresh_token).toBe(third)
  })

  it('ends the session when an old one turns up after the window, for the thief and the owner alike', async () => {
    const auth = await start()
    const { id, token, refreshToken } = await newAccount(auth)
    const first = (await refresh(auth, refreshToken)).body.refresh_token
    const active = (await refresh(auth, first)).body.refresh_token
    await letPass(id, 11)

    const stolen = await refresh(auth, refreshToken)

    expect(stolen.status).toBe(400)
    expect(stolen.body).toMatchObject({
      code: 'refresh_token_already_used',
      message: 'Invalid Refresh Token: Already Used',
    })
    expect((await refresh(auth, active)).body.code).toBe('refresh_token_not_found')
    expect((await auth.call('GET', '/user', { token })).body.code).toBe('session_not_found')
    const actions = await sql(
      `select payload ->> 'action' as action from auth.audit_log_entries where user_id = $1`,
      [id],
    )
    expect(actions.map(({ action }) => action)).toContain('token_revoked')
  })

  it("leaves the person's other sessions alone when one is ended for theft", async () => {
    const auth = await start()
    const { id, email, refreshToken } = await newAccount(auth)
    const other = await logIn(auth, email)
    const first = (await refresh(auth, refreshToken)).body.refresh_token
    await refresh(auth, first)
    await letPass(id, 11)

    await refresh(auth, refreshToken)

    expect((await refresh(auth, other.refreshToken)).status).toBe(200)
  })

  it('ends as the same active token in all of twenty tabs that refresh at once', async () => {
    const auth = await start()
    const { refreshToken } = await newAccount(auth)

    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(auth, refreshToken)))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  it('answers 409 when the session stays locked', async () => {
    const auth = await start()
    const { id, refreshToken } = await newAccount(auth)
    const holder = await pool.connect()
    await holder.query('begin; set local role kinora_auth')
    await holder.query('select 1 from auth.sessions where user_id = $1 for update', [id])

    const { status, body } = await refresh(auth, refreshToken)

    await holder.query('rollback')
    holder.release()
    expect([status, body.code]).toEqual([409, 'conflict'])
  })

  it('is found malformed without a look into the database', async () => {
    const auth = await start()
    const { refreshToken } = await newAccount(auth)

    for (const text of ['short', `${refreshToken}x`, refreshToken.slice(0, -1), ` ${refreshToken}`]) {
      const { status, body } = await refresh(auth, text)
      expect([status, body.code, body.message]).toEqual([
        400,
        'validation_failed',
        'Refresh token is not valid',
      ])
    }
  })

  it("is refused when it is signed with another session's key", async () => {
    const auth = await start()
    const mine = await newAccount(auth)
    const theirs = await newAccount(auth)

    const forged = splice(mine.refreshToken, theirs.refreshToken)

    expect((await refresh(auth, forged)).body).toMatchObject({
      code: 'refresh_token_not_found',
      message: 'Invalid Refresh Token: Refresh Token Not Found',
    })
  })

  it('is refused when it is ahead of the session', async () => {
    const auth = await start()
    const { id, refreshToken } = await newAccount(auth)
    const next = (await refresh(auth, refreshToken)).body.refresh_token
    await sql('update auth.sessions set refresh_token_counter = 0 where user_id = $1', [id])

    const { status, body } = await refresh(auth, next)

    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })
})

describe('a session', () => {
  it('ends at its timebox', async () => {
    const auth = await start({ sessionTimeboxSeconds: 3600 })
    const { id, refreshToken } = await newAccount(auth)
    await letPass(id, 3601)

    const { status, body } = await refresh(auth, refreshToken)

    expect([status, body.code]).toEqual([400, 'session_expired'])
  })

  it('ends when it was not used for long enough', async () => {
    const auth = await start({ sessionInactivitySeconds: 600 })
    const { id, refreshToken } = await newAccount(auth)
    await letPass(id, 601)

    const { body } = await refresh(auth, refreshToken)

    expect(body).toMatchObject({
      code: 'session_expired',
      message: 'Invalid Refresh Token: Session Expired (Inactivity)',
    })
  })

  it('goes on for as long as it is used, however old it is', async () => {
    const auth = await start({ sessionInactivitySeconds: 600 })
    const { id, refreshToken } = await newAccount(auth)
    const { body: used } = await refresh(auth, refreshToken)
    await sql(`update auth.sessions set created_at = now() - interval '1 day' where user_id = $1`, [id])

    expect((await refresh(auth, used.refresh_token)).status).toBe(200)
  })

  it('gives way to a newer log-in where one a person is allowed', async () => {
    const auth = await start({ singleSessionPerUser: true })
    const { email, refreshToken } = await newAccount(auth)
    const newer = await logIn(auth, email)

    const older = await refresh(auth, refreshToken)

    expect(older.body.message).toBe('Invalid Refresh Token: Session Expired (Revoked by Newer Login)')
    expect((await refresh(auth, newer.refreshToken)).status).toBe(200)
  })

  it('gives way to nobody when it is the later of two of the same millisecond', async () => {
    const auth = await start({ singleSessionPerUser: true })
    const { id, email, refreshToken } = await newAccount(auth)
    const newer = await logIn(auth, email)
    await sql(
      `update auth.sessions s set refreshed_at = null, created_at = '2026-11-20 10:00:00.1234Z'::timestamptz
         + case when exists (select 1 from auth.sessions o where o.user_id = $1 and o.created_at < s.created_at)
             then interval '50 microseconds' else interval '0' end
       where user_id = $1`,
      [id],
    )

    expect((await refresh(auth, newer.refreshToken)).status).toBe(200)
    expect((await refresh(auth, refreshToken)).body.code).toBe('session_expired')
  })

  it('keeps its key encrypted, bound to its own row', async () => {
    const auth = await start()
    const mine = await newAccount(auth)
    const theirs = await newAccount(auth)
    await sql(
      `update auth.sessions s set refresh_token_hmac_key = t.refresh_token_hmac_key
       from auth.sessions t where s.user_id = $1 and t.user_id = $2`,
      [mine.id, theirs.id],
    )

    const { status } = await refresh(auth, mine.refreshToken)

    expect(status).toBe(500)
    expect(auth.logged.join()).toContain('unable to authenticate data')
  })
})

/** Combines the session and counter of one token with the signature of another, under a valid checksum. */
function splice(content: string, signature: string): string {
  const [target, source] = [content, signature].map((text) => Buffer.from(text, 'base64url'))
  if (target === undefined || source === undefined) throw new Error('two tokens are needed')
  const signed = Buffer.concat([target.subarray(0, -20), source.subarray(-20, -4)])
  const checksum = createHash('sha256').update(signed).digest().subarray(0, 4)
  return Buffer.concat([signed, checksum]).toString('base64url')
}
