import { expect, test } from 'vitest'
import { createTestKinora } from './testing/kinora.ts'
import { answer, beginTotp, holdStep, totpCode } from './testing/second-factors.ts'

const { app, database } = await createTestKinora()

/** Calls the account service as it is mounted in the whole server. */
async function call(method: string, path: string, request: { token?: string; body?: unknown } = {}) {
  const response = await app.request(`/auth/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${request.token ?? ''}`, 'content-type': 'application/json' },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const auth = { call }
const readStories = async (token: string) =>
  (await app.request('/api/stories', { headers: { authorization: `Bearer ${token}` } })).status

test('whoever has a second factor reaches no story with the password alone', async () => {
  holdStep()
  const credentials = { email: 'ana@example.com', password: 'a long enough password' }
  const { body: first } = await call('POST', '/signup', { body: credentials })
  const { factorId, secret } = await beginTotp(auth, first.access_token)
  const { body: raised } = await answer(auth, first.access_token, factorId, totpCode(secret, -1))

  const { body: low } = await call('POST', '/token?grant_type=password', { body: credentials })
  const { body: high } = await answer(auth, low.access_token, factorId, totpCode(secret))

  expect(await readStories(raised.access_token)).toBe(200)
  expect(await readStories(low.access_token)).toBe(401)
  expect(await readStories(high.access_token)).toBe(200)
})

test('a device that was signed out reaches nothing by what it still holds', async () => {
  const credentials = { email: 'boris@example.com', password: 'a long enough password' }
  const { body: here } = await call('POST', '/signup', { body: credentials })
  const { body: lost } = await call('POST', '/token?grant_type=password', { body: credentials })
  const { body: open } = await call('GET', '/user/sessions', { token: here.access_token })
  const { id } = open.sessions.find((one: { is_current: boolean }) => !one.is_current)

  await app.request(`/auth/v1/user/sessions/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${here.access_token}` },
  })

  expect(await readStories(lost.access_token)).toBe(401)
  expect(await readStories(here.access_token)).toBe(200)
})

test('nor a device that was let in by a second factor which its owner has removed since', async () => {
  holdStep()
  const credentials = { email: 'elena@example.com', password: 'a long enough password' }
  const { body: first } = await call('POST', '/signup', { body: credentials })
  const lost = await beginTotp(auth, first.access_token, 'lost')
  const { body: raised } = await answer(auth, first.access_token, lost.factorId, totpCode(lost.secret, -1))
  const kept = await beginTotp(auth, raised.access_token, 'kept')
  const { body: here } = await answer(auth, raised.access_token, kept.factorId, totpCode(kept.secret))
  const { body: low } = await call('POST', '/token?grant_type=password', { body: credentials })
  const { body: theirs } = await answer(auth, low.access_token, lost.factorId, totpCode(lost.secret))

  const removed = await call('DELETE', `/factors/${lost.factorId}`, { token: here.access_token })

  expect(removed.status).toBe(200)
  expect(await readStories(theirs.access_token)).toBe(401)
  expect(await readStories(here.access_token)).toBe(200)
})

test('nor does somebody who was shut out', async () => {
  const credentials = { email: 'mallory@example.com', password: 'a long enough password' }
  const { body } = await call('POST', '/signup', { body: credentials })

  await database.asOwner(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
    body.user.id,
  ])

  expect(await readStories(body.access_token)).toBe(401)
})
