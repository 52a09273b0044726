import { expect, it } from 'vitest'
import { newAccount, startAuth, type TestAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { addTotp, protectedPerson } from '../../testing/second-factors.ts'

const { pool } = await createTestDatabase()
const start = () => startAuth(pool, { autoconfirm: true })

const rename = (auth: TestAuth, token: string, factorId: string, name: unknown) =>
  auth.call('PATCH', `/factors/${factorId}`, { token, body: { friendly_name: name } })

it('gives a factor another name', async () => {
  const auth = await start()
  const { token, factorId } = await protectedPerson(auth)

  const { status, body } = await rename(auth, token, factorId, '  The blue one ')

  expect([status, body]).toEqual([200, { id: factorId, type: 'totp', friendly_name: 'The blue one' }])
  const { body: user } = await auth.call('GET', '/user', { token })
  expect(user.factors).toMatchObject([{ id: factorId, friendly_name: 'The blue one' }])
})

it('is not for whoever knows only the password, nor for anybody else', async () => {
  const auth = await start()
  const person = await protectedPerson(auth)
  const other = await protectedPerson(auth)

  const half = await rename(auth, person.aal1, person.factorId, 'Mine')
  const foreign = await rename(auth, other.token, person.factorId, 'Mine')

  expect([half.status, half.body.code]).toEqual([403, 'insufficient_aal'])
  expect([foreign.status, foreign.body.code]).toEqual([404, 'mfa_factor_not_found'])
})

it('refuses a name that another factor has, and no name at all', async () => {
  const auth = await start()
  const account = await newAccount(auth)
  const first = await addTotp(auth, account.token, 'First')
  const second = await addTotp(auth, first.token, 'Second')

  const taken = await rename(auth, second.token, second.factorId, 'First')
  const same = await rename(auth, second.token, second.factorId, 'Second')
  const empty = await rename(auth, second.token, second.factorId, '   ')

  expect([taken.status, taken.body.code]).toEqual([422, 'mfa_factor_name_conflict'])
  expect(same.status).toBe(200)
  expect([empty.status, empty.body.code]).toEqual([400, 'validation_failed'])
})
