import { expect, it } from 'vitest'
import { newAccount, startAuth, type TestAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { addTotp, protectedPerson } from '../../testing/second-factors.ts'
import { asSuperuser } from '../../testing/superuser.ts'

const { pool, superuser } = await createTestDatabase()
const sql = (text: string, values: unknown[] = []) => asSuperuser(superuser, text, values)
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

it('may give a name that only an enrolment has which was not finished in time', async () => {
  const auth = await start()
  const { token, factorId } = await protectedPerson(auth)
  const left = await auth.call('POST', '/factors', {
    token,
    body: { factor_type: 'totp', friendly_name: 'My phone' },
  })
  const renamed = () => rename(auth, token, factorId, 'My phone')
  expect((await renamed()).body.code).toBe('mfa_factor_name_conflict')

  await sql(`update auth.mfa_factors set created_at = now() - interval '301 s' where id = $1`, [left.body.id])

  expect((await renamed()).body).toMatchObject({ id: factorId, friendly_name: 'My phone' })
})
