import { expect, it } from 'vitest'
import { logIn, newAccount, refresh, startAuth, type TestAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'

const { pool } = await createTestDatabase()
const start = () => startAuth(pool, { autoconfirm: true })

/** One person with three sessions, and another person. */
async function people(auth: TestAuth) {
  const { email, ...first } = await newAccount(auth)
  const sessions = [first, await logIn(auth, email), await logIn(auth, email)]
  return {
    tokens: sessions.map(({ token }) => token),
    refreshTokens: sessions.map((s) => s.refreshToken),
    other: await newAccount(auth),
  }
}

const alive = (auth: TestAuth, tokens: string[]) =>
  Promise.all(tokens.map(async (token) => (await auth.call('GET', '/user', { token })).status === 200))

it.each([
  ['?scope=global', [false, false, false]],
  ['', [false, false, false]],
  ['?scope=local', [false, true, true]],
  ['?scope=others', [true, false, false]],
])('POST /logout%s leaves of the three sessions %j', async (query, expected) => {
  const auth = await start()
  const { tokens, other } = await people(auth)

  const { status, body } = await auth.call('POST', `/logout${query}`, { token: tokens[0] ?? '' })

  expect([status, body]).toEqual([204, ''])
  expect(await alive(auth, tokens)).toEqual(expected)
  expect(await alive(auth, [other.token])).toEqual([true])
})

it('ends the refresh token with the session', async () => {
  const auth = await start()
  const { tokens, refreshTokens } = await people(auth)

  await auth.call('POST', '/logout?scope=local', { token: tokens[0] ?? '' })

  const { body } = await refresh(auth, refreshTokens[0] ?? '')
  expect(body.code).toBe('refresh_token_not_found')
})

it('refuses a scope that does not exist, and those who are not signed in', async () => {
  const auth = await start()
  const { token } = await newAccount(auth)

  const scope = await auth.call('POST', '/logout?scope=galaxy', { token })
  const nobody = await auth.call('POST', '/logout')

  expect(scope.status).toBe(400)
  expect(scope.body.message).toContain('Unsupported logout scope')
  expect([nobody.status, nobody.body.code]).toEqual([401, 'no_authorization'])
})
