import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { JobContext } from '../jobs/job.ts'
import { createSecrets } from '../secrets.ts'
import { createTestDatabase } from '../testing/database.ts'
import { asSuperuser } from '../testing/superuser.ts'
import { createMail, mailJobs } from './mail.ts'
import type { Message } from './message.ts'

const { db, superuser } = await createTestDatabase()
const secret = 'https://site.test/auth/confirm?token_hash=a-link-that-lets-in'
const written: Message = {
  to: 'ana@example.com',
  subject: 'Confirm',
  text: secret,
  html: `<a href="${secret}">`,
}
const context = {} as JobContext

const queued = () => asSuperuser(superuser, 'select payload from graphile_worker._private_jobs order by id')

it('waits in the database unreadable, and is delivered as it was written', async () => {
  const secrets = createSecrets(randomBytes(32))
  const delivered: Message[] = []
  const [job] = mailJobs({ deliver: async (message) => void delivered.push(message) }, secrets)

  await createMail(db, secrets).sendMail(written)

  const rows = await queued()
  expect(rows).toHaveLength(1)
  for (const part of ['a-link-that-lets-in', 'ana@example.com', 'Confirm']) {
    expect(JSON.stringify(rows)).not.toContain(part)
  }
  await job?.run(rows[0].payload, context)
  expect(delivered).toEqual([written])
})

it("cannot be read or changed with another instance's secret", async () => {
  const [mine] = mailJobs({ deliver: async () => undefined }, createSecrets(randomBytes(32)))
  await createMail(db, createSecrets(randomBytes(32))).sendMail(written)

  const [row] = await queued()

  await expect(mine?.run(row.payload, context)).rejects.toThrow()
})
