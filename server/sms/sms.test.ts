import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createAuthDatabase } from '../auth/database.ts'
import { createPool } from '../db/pool.ts'
import type { JobContext } from '../jobs/job.ts'
import { startWorker } from '../jobs/worker.ts'
import { createLog } from '../log.ts'
import { createSecrets, type Secrets } from '../secrets.ts'
import { newAccount, startAuth } from '../testing/auth-service.ts'
import { createTestDatabase } from '../testing/database.ts'
import { newPhone } from '../testing/phones.ts'
import { asSuperuser } from '../testing/superuser.ts'
import { createSms, smsJobs, type TimedMessage } from './sms.ts'
import { createSmsTransport, type TextMessage } from './transport.ts'

const { pool, superuser } = await createTestDatabase()
const accounts = createAuthDatabase(pool)
const context = (log = createLog('silent')) => ({ log, attempt: 1 }) as JobContext
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)

const message: TimedMessage = {
  to: '4915112345678',
  text: 'Your code is 123456',
  goodUntil: inSeconds(60),
  about: 'log-in:ana',
}
const send = (secrets: Secrets, sent: TimedMessage) =>
  accounts.transaction((tx) => createSms(secrets).sendSms(tx, sent))
const queued = () => asSuperuser(superuser, 'select * from graphile_worker._private_jobs order by id')

/** The job that sends text messages, with a transport that only records them. */
function noting(secrets: Secrets) {
  const delivered: TextMessage[] = []
  const [job] = smsJobs({ deliver: async (sent) => void delivered.push(sent) }, secrets)
  if (job === undefined) throw new Error('there is one job')
  return { job, delivered }
}

it('waits in the database unreadable, and is delivered as it was written', async () => {
  const secrets = createSecrets(randomBytes(32))
  const { job, delivered } = noting(secrets)

  await send(secrets, message)

  const [row] = (await queued()).slice(-1)
  for (const part of ['123456', message.to]) expect(JSON.stringify(row)).not.toContain(part)
  await job.run(row.payload, context())
  expect(delivered).toEqual([{ to: message.to, text: message.text }])
})

it('is not sent once its code is no longer good, and the log says so without saying what', async () => {
  const secrets = createSecrets(randomBytes(32))
  const { job, delivered } = noting(secrets)
  const log = createLog('silent')
  const warned = vi.spyOn(log, 'warn')
  await send(secrets, { ...message, goodUntil: inSeconds(-1), about: 'too late' })

  const [row] = (await queued()).slice(-1)
  await job.run(row.payload, context(log))

  expect(delivered).toEqual([])
  expect(JSON.stringify(warned.mock.calls)).toMatch(/not sent/)
  expect(JSON.stringify(warned.mock.calls)).not.toMatch(/123456|4915112345678/)
})

it('makes way for a newer one about the same, and for no other', async () => {
  const secrets = createSecrets(randomBytes(32))
  const { job, delivered } = noting(secrets)
  const about = (what: string) => `${what}:${randomBytes(8).toString('hex')}`
  const [login, change] = [about('log-in'), about('change')]
  const before = (await queued()).length

  await send(secrets, { ...message, about: login, text: 'first' })
  await send(secrets, { ...message, about: change, text: 'other' })
  await send(secrets, { ...message, about: login, text: 'second' })

  const rows = (await queued()).slice(before)
  for (const { payload } of rows) await job.run(payload, context())
  expect(delivered.map(({ text }) => text).sort()).toEqual(['other', 'second'])
})

it('is queued by the transaction that causes it, or not at all', async () => {
  const sms = createSms(createSecrets(randomBytes(32)))
  const before = (await queued()).length

  const failing = accounts.transaction(async (tx) => {
    await sms.sendSms(tx, { ...message, about: 'never' })
    throw new Error('the account could not be written')
  })

  await expect(failing).rejects.toThrow('the account could not be written')
  expect(await queued()).toHaveLength(before)
})

it('neither fails nor delays who waits for it while the gateway fails, and comes once it is well', async () => {
  const database = await createTestDatabase()
  const received: string[] = []
  const isAnswered = Promise.withResolvers<void>()
  const gateway = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push(body)
    if (received.length > 1) return void response.end()
    // The first request is left unanswered until `isAnswered` resolves, for as long as a caller might be waiting for it.
    await isAnswered.promise
    response.writeHead(503).end(body)
  })
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  onTestFinished(() => void gateway.close())
  const secrets = createSecrets(randomBytes(32))
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  const provider = { url, headers: {}, body: '{"to":"{{to}}","text":"{{text}}"}' }
  const jobs = createPool(database.connection, { max: 5, onError: () => undefined })
  onTestFinished(() => jobs.end())
  const handlers = smsJobs(createSmsTransport({ provider, outbox: '/nowhere' }), secrets)
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const worker = await startWorker(jobs, handlers, log)
  onTestFinished(worker.stop)
  const settings = { autoconfirm: true, phoneEnabled: true, mfa: { phone: { enrol: true, verify: true } } }
  const auth = await startAuth(database.pool, settings, { sms: createSms(secrets) })
  const { token } = await newAccount(auth)
  const phone = newPhone()
  const { body: factor } = await auth.call('POST', '/factors', {
    token,
    body: { factor_type: 'phone', phone },
  })

  const { status, body: open } = await auth.call('POST', `/factors/${factor.id}/challenge`, {
    token,
    body: {},
  })

  expect(status).toBe(200)
  await expect.poll(() => received).toHaveLength(1)
  expect(lines).toEqual([])
  isAnswered.resolve()
  await expect.poll(() => received).toHaveLength(2)
  expect(received[1]).toBe(received[0])
  const code = /\d{6}(?=\.)/.exec(received[1] ?? '')?.[0] ?? ''
  const body = { challenge_id: open.id, code }
  expect((await auth.call('POST', `/factors/${factor.id}/verify`, { token, body })).status).toBe(200)
  expect(lines.filter((line) => line.includes('a job failed'))).toHaveLength(1)
  expect([...lines, ...auth.logged].join()).not.toContain(code)
})
