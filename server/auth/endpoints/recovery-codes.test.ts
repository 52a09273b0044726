import { describe, expect, it, onTestFinished } from 'vitest'
import { startingAs } from '../../db/connections.ts'
import { createPool } from '../../db/pool.ts'
import {
  logIn,
  newAccount,
  refresh,
  startAuth,
  type TestAuth,
  unlimited,
} from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { addTotp, beginTotp, protectedPerson } from '../../testing/second-factors.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser, connection } = await createTestDatabase()
const sql = (text: string, values: unknown[] = []) => asSuperuser(superuser, text, values)
const start = (settings = {}) => startAuth(pool, { autoconfirm: true, ...settings })
const path = '/factors/recovery-codes'

const verify = (auth: TestAuth, token: string, code: string) =>
  auth.call('POST', `${path}/verify`, { token, body: { code } })

/** A person with a TOTP factor and a set of recovery codes; their session `aal1` has used only the password. */
async function preparedPerson(auth: TestAuth) {
  const person = await protectedPerson(auth)
  const { body } = await auth.call('POST', path, { token: person.token })
  return { ...person, codes: body.codes as string[], id: body.id as string }
}

describe('recovery codes', () => {
  it('are ten, shown once and kept unreadable', async () => {
    const auth = await start()
    const { token } = await protectedPerson(auth)

    const { status, body } = await auth.call('POST', path, { token })

    expect(status).toBe(200)
    expect(body).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 })
    expect(new Set(body.codes).size).toBe(10)
    for (const code of body.codes) expect(code).toMatch(/^[2-9a-hj-km-np-z]{16}$/)
    const rows = await sql('select code_hash from auth.mfa_recovery_codes')
    const stored = rows.map(({ code_hash }) => code_hash.toString('latin1')).join()
    const shown = JSON.stringify([
      (await auth.call('GET', path, { token })).body,
      (await auth.call('GET', '/user', { token })).body,
    ])
    for (const code of body.codes) {
      expect(stored).not.toContain(code)
      expect(shown).not.toContain(code)
      expect(auth.logged.join()).not.toContain(code)
    }
  })

  it('are made also where an app or a key has their name already', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    const person = await addTotp(auth, token, 'Recovery codes')

    const { status, body } = await auth.call('POST', path, { token: person.token })

    expect([status, body.friendly_name, body.total]).toEqual([200, 'Recovery codes (2)', 10])
  })

  it('stand in for the second factor, once each, however they are typed', async () => {
    const auth = await start()
    const { email, aal1, codes } = await preparedPerson(auth)
    const [code = ''] = codes
    const typed = ` ${code.slice(0, 4).toUpperCase()}-${code.slice(4, 8)} ${code.slice(8)}`

    const { status, body } = await verify(auth, aal1, typed)
    const again = await verify(auth, (await logIn(auth, email)).token, code)

    expect(status).toBe(200)
    const claims = await auth.verifyAccessToken(body.access_token)
    expect([claims.aal, claims.amr[0]?.method]).toEqual(['aal2', 'mfa/recovery_code'])
    expect([again.status, again.body.code]).toEqual([422, 'mfa_verification_failed'])
    const left = await auth.call('GET', path, { token: body.access_token })
    expect(left.body).toMatchObject({ type: 'recovery_code', total: 10, remaining: 9 })
  })

  it('let one of two in who bring the same code at once', async () => {
    const auth = await start()
    const { email, aal1, codes } = await preparedPerson(auth)
    const other = await logIn(auth, email)

    const answers = await Promise.all([aal1, other.token].map((token) => verify(auth, token, codes[0] ?? '')))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it("of one person are no good for another's account", async () => {
    const auth = await start()
    const [one, two] = [await preparedPerson(auth), await preparedPerson(auth)]

    expect((await verify(auth, two.aal1, one.codes[0] ?? '')).status).toBe(422)
  })

  it('are refused for a time after too many wrong ones, also the right one', async () => {
    const auth = await start({ rateLimits: { ...unlimited, codeFailures: { points: 3, seconds: 300 } } })
    const { aal1, token, codes } = await preparedPerson(auth)
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await verify(auth, aal1, 'wrong')).body.code).toBe('mfa_verification_failed')
    }

    const locked = await verify(auth, aal1, codes[0] ?? '')
    const { body } = await auth.call('POST', `${path}/regenerate`, { token })

    expect([locked.status, locked.body.code]).toEqual([429, 'mfa_recovery_codes_locked'])
    expect((await verify(auth, aal1, body.codes[0])).status).toBe(200)
  })

  it('are replaced as a set', async () => {
    const auth = await start()
    const { token, aal1, codes, id } = await preparedPerson(auth)

    const { status, body } = await auth.call('POST', `${path}/regenerate`, { token })

    expect([status, body.id, body.total]).toEqual([200, id, 10])
    expect((await verify(auth, aal1, codes[0] ?? '')).status).toBe(422)
    expect((await verify(auth, aal1, body.codes[0])).status).toBe(200)
  })

  it('are replaced where the database lends a single connection', async () => {
    const single = createPool(startingAs(connection, 'kinora_server'), { max: 1, onError: () => undefined })
    onTestFinished(() => single.end())
    const auth = await startAuth(single, { autoconfirm: true })
    const { token, id } = await preparedPerson(auth)

    const { status, body } = await auth.call('POST', `${path}/regenerate`, { token })

    expect([status, body.id, body.total]).toEqual([200, id, 10])
  })

  it('are never the only factor', async () => {
    const auth = await start()
    const { token } = await newAccount(auth)
    await beginTotp(auth, token)

    const { status, body } = await auth.call('POST', path, { token })

    expect([status, body.code]).toEqual([422, 'mfa_recovery_codes_sole_factor'])
  })

  it('go with the last factor that they stand in for, and so does what they proved', async () => {
    const auth = await start()
    const { token, aal1, codes, factorId } = await preparedPerson(auth)
    const { body: raised } = await verify(auth, aal1, codes[0] ?? '')
    const begun = await beginTotp(auth, token)

    await auth.call('DELETE', `/factors/${factorId}`, { token })

    const user = await auth.call('GET', '/user', { token })
    expect(user.body.factors).toMatchObject([{ id: begun.factorId, status: 'unverified' }])
    const refreshed = await refresh(auth, raised.refresh_token)
    expect((await auth.verifyAccessToken(refreshed.body.access_token)).aal).toBe('aal1')
  })

  it('are a set of which there is one', async () => {
    const auth = await start()
    const { token } = await preparedPerson(auth)

    const { status, body } = await auth.call('POST', path, { token, body: { friendly_name: 'More' } })

    expect([status, body.code]).toEqual([422, 'mfa_verified_factor_exists'])
  })

  it('cannot be challenged or removed as other factors are', async () => {
    const auth = await start()
    const { token, id } = await preparedPerson(auth)

    expect((await auth.call('POST', `/factors/${id}/challenge`, { token })).status).toBe(404)
    expect((await auth.call('DELETE', `/factors/${id}`, { token })).status).toBe(404)
  })

  it.each([
    ['POST', path],
    ['POST', `${path}/regenerate`],
    ['DELETE', path],
  ])('%s %s needs aal2', async (method, route) => {
    const auth = await start()
    const { aal1 } = await preparedPerson(auth)

    const { status, body } = await auth.call(method, route, { token: aal1 })

    expect([status, body.code]).toEqual([403, 'insufficient_aal'])
  })

  it('are told about and removed', async () => {
    const auth = await start()
    const { token, aal1, id } = await preparedPerson(auth)

    expect((await auth.call('GET', path, { token: aal1 })).body).toMatchObject({ id, remaining: 10 })
    expect((await auth.call('DELETE', path, { token })).body).toEqual({ id })
    expect((await auth.call('GET', path, { token })).body.code).toBe('mfa_factor_not_found')
    expect((await auth.call('POST', `${path}/regenerate`, { token })).status).toBe(404)
  })

  it('can be switched off', async () => {
    const on = await start()
    const { email, token, codes } = await preparedPerson(on)
    const auth = await start({ mfa: { recoveryCodes: { enrol: false, verify: false } } })
    const low = await logIn(auth, email)

    expect((await auth.call('POST', path, { token: low.token })).body.code).toBe(
      'mfa_recovery_codes_enroll_not_enabled',
    )
    expect((await verify(auth, low.token, codes[0] ?? '')).body.code).toBe(
      'mfa_recovery_codes_verify_not_enabled',
    )
    expect((await on.call('GET', path, { token })).status).toBe(200)
  })
})
