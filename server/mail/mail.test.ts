import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createAuthDatabase } from '../auth/database.ts'
import { asWorker } from '../db/actor.ts'
import { createPool } from '../db/pool.ts'
import { defineJob, enqueue, handleJob, type JobContext } from '../jobs/job.ts'
import { startWorker } from '../jobs/worker.ts'
import { createLog } from '../log.ts'
import { createSecrets, type Secrets } from '../secrets.ts'
import { createTestDatabase } from '../testing/database.ts'
import { asSuperuser } from '../testing/superuser.ts'
import { createMail, mailIn, mailJobs } from './mail.ts'
import type { Message } from './message.ts'
import { createMailTransport } from './transport.ts'

const { pool, superuser } = await createTestDatabase()
/** Databases with queues of their own, because a worker takes any waiting job. */
const [worked, stopped] = [await createTestDatabase(), await createTestDatabase()]
const accounts = createAuthDatabase(pool)
const secret = 'https://site.test/auth/confirm?token_hash=a-link-that-lets-in'
const letterTo = (to: string): Message => ({
  to,
  subject: 'Confirm',
  text: secret,
  html: `<a href="${secret}">`,
})
const context = { signal: new AbortController().signal } as JobContext

const queued = () => asSuperuser(superuser, 'select payload from graphile_worker._private_jobs order by id')
const send = (secrets: Secrets, message: Message) =>
  accounts.transaction((tx) => createMail(secrets).sendMail(tx, message))

it('waits in the database unreadable, and is delivered as it was written', async () => {
  const secrets = createSecrets(randomBytes(32))
  const delivered: Message[] = []
  const [job] = mailJobs({ deliver: async (message) => void delivered.push(message) }, secrets)
  const written = letterTo('ana@example.com')

  await send(secrets, written)

  const [row] = (await queued()).slice(-1)
  for (const part of ['a-link-that-lets-in', 'ana@example.com', 'Confirm']) {
    expect(JSON.stringify(row)).not.toContain(part)
  }
  await job?.run(row.payload, context)
  expect(delivered).toEqual([{ ...written, id: expect.any(String), writtenAt: expect.any(String) }])
})

it('lies in the outbox once though it was delivered twice, and says by its id that the two are one', async () => {
  const secrets = createSecrets(randomBytes(32))
  const outbox = await mkdtemp(join(tmpdir(), 'kinora-outbox-'))
  onTestFinished(() => rm(outbox, { recursive: true }))
  const transport = createMailTransport({
    smtpUrl: undefined,
    from: 'Kinora <kinora@family.example>',
    outbox,
  })
  const [job] = mailJobs(transport, secrets)
  await send(secrets, letterTo('ana@example.com'))
  const [row] = (await queued()).slice(-1)

  await job?.run(row.payload, context)
  await job?.run(row.payload, context)

  const [name = '', ...more] = await readdir(outbox)
  expect(more).toEqual([])
  expect(await readFile(join(outbox, name), 'utf8')).toMatch(/^Message-ID: <[\w-]{36}@family\.example>\r$/m)
})

it("cannot be read or changed with another instance's secret", async () => {
  const [mine] = mailJobs({ deliver: async () => undefined }, createSecrets(randomBytes(32)))
  await send(createSecrets(randomBytes(32)), letterTo('ana@example.com'))

  const [row] = (await queued()).slice(-1)

  await expect(mine?.run(row.payload, context)).rejects.toThrow()
})

it('is queued by the transaction that causes it, or not at all', async () => {
  const mail = createMail(createSecrets(randomBytes(32)))
  const before = await queued()

  const failing = accounts.transaction(async (tx) => {
    await mail.sendMail(tx, letterTo('ana@example.com'))
    throw new Error('the account could not be written')
  })

  await expect(failing).rejects.toThrow('the account could not be written')
  expect(await queued()).toEqual(before)
})

it('holds up nothing that is done here while the mail server hangs', async () => {
  const [secrets, hole] = [createSecrets(randomBytes(32)), await startSilentServer()]
  const transport = createMailTransport({ smtpUrl: hole.url, from: 'kinora@family.example', outbox: '' })
  const film = defineJob('film', z.object({}))
  const filmed = vi.fn(async () => undefined)
  const queue = createPool(worked.connection, { max: 7, onError: () => undefined })
  onTestFinished(() => queue.end())
  const handlers = [...mailJobs(transport, secrets), handleJob(film, filmed)]
  const worker = await startWorker(queue, handlers, createLog('silent'))
  await asWorker(worked.db, null, async (tx) => {
    for (const name of ['ana', 'ben', 'cleo'])
      await createMail(secrets).sendMail(mailIn(tx), letterTo(`${name}@example.com`))
  })
  await vi.waitFor(() => expect(hole.callers()).toBe(2), { timeout: 60_000 })

  await asWorker(worked.db, null, (tx) => enqueue(tx, film, {}))

  await vi.waitFor(() => expect(filmed).toHaveBeenCalled(), { timeout: 60_000 })
  hole.hangUp()
  await worker.stop()
})

it('keeps nobody from stopping while the mail server hangs, and is sent after the next start', async () => {
  const [secrets, hole] = [createSecrets(randomBytes(32)), await startSilentServer()]
  const transport = createMailTransport({ smtpUrl: hole.url, from: 'kinora@family.example', outbox: '' })
  const queue = createPool(stopped.connection, { max: 7, onError: () => undefined })
  onTestFinished(() => queue.end())
  const worker = await startWorker(queue, mailJobs(transport, secrets), createLog('silent'))
  await asWorker(stopped.db, null, (tx) =>
    createMail(secrets).sendMail(mailIn(tx), letterTo('ana@example.com')),
  )
  await vi.waitFor(() => expect(hole.callers()).toBe(1), { timeout: 60_000 })

  const since = performance.now()
  await worker.stop()

  expect(performance.now() - since).toBeLessThan(15_000)
  const { rows } = await queue.query('select attempts, locked_at from graphile_worker.jobs')
  // A stop does not count as a failed attempt.
  expect(rows).toEqual([{ attempts: 0, locked_at: null }])
})

it('keeps nobody from stopping when the stop came just before its delivery began', async () => {
  const secrets = createSecrets(randomBytes(32))
  const [job] = mailJobs({ deliver: () => new Promise(() => undefined) }, secrets)
  await send(secrets, letterTo('ana@example.com'))
  const [row] = (await queued()).slice(-1)

  const delivery = job?.run(row.payload, { ...context, signal: AbortSignal.abort() })

  await expect(delivery).rejects.toThrow('stopped before the mail server answered')
})

/** Starts a server that accepts every connection and never responds. */
async function startSilentServer() {
  const callers = new Set<Socket>()
  const server = createServer((socket) => void callers.add(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hangUp = () => {
    for (const socket of callers) socket.destroy()
    server.close()
  }
  onTestFinished(hangUp)
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, callers: () => callers.size, hangUp }
}
