import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { newAccount, newEmail, startAuth } from '../../testing/auth-service.ts'
import { createTestDatabase } from '../../testing/database.ts'

const { pool } = await createTestDatabase()
const leaked = 'correct horse battery'
const padding = 'only pads the answer'

/** Starts a local server of leaked passwords with the API of Have I Been Pwned. */
async function startList(status = 200) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const lines = [`${'0'.repeat(35)}:3`, `${restOf(leaked)}:12`, `${restOf(padding)}:0`]
    response.writeHead(status).end(lines.join('\r\n'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`, asked }
}

const digestOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
const restOf = (password: string) => digestOf(password).slice(5)
const start = (url: string, check = true) =>
  startAuth(pool, { autoconfirm: true, leakedPasswords: { check, url } })

it('a leaked password is refused at sign-up and at a change', async () => {
  const { url } = await startList()
  const auth = await start(url)
  const { token } = await newAccount(auth)

  const answers = [
    await auth.call('POST', '/signup', { body: { email: newEmail(), password: leaked } }),
    await auth.call('PUT', '/user', { token, body: { password: leaked } }),
  ]

  for (const { status, body } of answers) {
    expect([status, body.code, body.weak_password]).toEqual([422, 'weak_password', { reasons: ['pwned'] }])
  }
})

it('only five digits of its hash leave the house', async () => {
  const { url, asked } = await startList()
  const auth = await start(url)

  await auth.call('POST', '/signup', { body: { email: newEmail(), password: leaked } })

  expect(asked).toEqual([`/range/${digestOf(leaked).slice(0, 5)}`])
})

it('one that only pads the answer is as good as any', async () => {
  const { url } = await startList()
  const auth = await start(url)

  const { status } = await auth.call('POST', '/signup', { body: { email: newEmail(), password: padding } })

  expect(status).toBe(200)
})

it.each([500, 0])('a list that is away (%i) stops nobody', async (status) => {
  const { url } = await startList(status === 0 ? 200 : status)
  const auth = await start(status === 0 ? 'http://127.0.0.1:1/' : url)

  const answer = await auth.call('POST', '/signup', { body: { email: newEmail(), password: leaked } })

  expect(answer.status).toBe(200)
  expect(auth.logged.join()).toContain('could not be looked up')
  expect(auth.logged.join()).not.toContain(leaked)
})

it('nothing is asked unless the operator wants it', async () => {
  const { url, asked } = await startList()
  const auth = await start(url, false)

  await auth.call('POST', '/signup', { body: { email: newEmail(), password: leaked } })

  expect(asked).toEqual([])
})
