import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createAuthDatabase } from '../auth/database.ts'
import type { JobContext } from '../jobs/job.ts'
import { createSecrets, type Secrets } from '../secrets.ts'
import { createTestDatabase } from '../testing/database.ts'
import { asSuperuser } from '../testing/superuser.ts'
import { createMail, mailJobs } from './mail.ts'
import type { Message } from './message.ts'
import { createMailTransport } from './transport.ts'

const { pool, superuser } = await createTestDatabase()
const accounts = createAuthDatabase(pool)
const secret = 'https://site.test/auth/confirm?token_hash=a-link-that-lets-in'
const letterTo = (to: string): Message => ({
  to,
  subject: 'Confirm',
  text: secret,
  html: `<a href="${secret}">`,
})
const context = {} as JobContext

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
