import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import { sha256Of } from '../../sha256.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { waitingMail } from '../../testing/waiting-mails.ts'
import { fixityJobs, readDue } from './fixity.ts'

const { services, database, person } = await createTestKinora()

const found = { forMs: 60_000, awayAfter: 20, days: 60, signal: new AbortController().signal }
const read = () => readDue(services, { ...found, log: createLog('silent') })

async function keepLost(who: Person): Promise<{ key: string; bytes: Buffer }> {
  const [id, bytes] = [uuidv7(), randomBytes(500)]
  const key = `media/${who.id}/${id}`
  await database.asOwner(
    `insert into media (user_id, id, role, kind, state, mime_type, file_name, size_bytes, sha256, storage_key, verified_at)
     values ($1, $2, 'original', 'image', 'stored', 'image/png', 'harvest.png', $3, $4, $5, now() - interval '100 days')`,
    [who.id, id, bytes.length, sha256Of(bytes), key],
  )
  return { key, bytes }
}

async function anHourPasses() {
  const job = fixityJobs(services).find(({ name }) => name === 'tell_operators_of_damage')
  expect(job?.schedule).toBe('0 * * * *')
  const signal = new AbortController().signal
  await job?.run({}, { log: createLog('silent'), attempt: 1, isLastAttempt: false, signal })
}

const mailTo = async (email: string) => {
  const mail = await waitingMail(database, services.secrets, email).catch(() => null)
  await database.asOwner('delete from graphile_worker._private_jobs')
  return mail && `${mail.subject}\n${mail.text}`
}

test('whoever looks after the instance is told once of each file that was found damaged, in one mail, without a name', async () => {
  const [ana, ben] = [await person('Ana'), await person('Ben')]
  const [operator, other] = ['olga@kinora.test', 'otto@kinora.test']
  const first = await keepLost(ana)
  await keepLost(ben)
  // The store holds another object, so it does not count as away.
  await services.storage.put(`media/${ana.id}/${uuidv7()}`, randomBytes(10))
  const { key, bytes } = await keepLost(ana)
  await services.storage.put(key, bytes)
  expect(await read()).toMatchObject({ missing: 2, intact: 1 })

  await anHourPasses()
  services.env.operatorEmails.push(operator)
  expect(await mailTo(operator), 'nobody looks after it yet').toBeNull()
  await anHourPasses()
  const told = await mailTo(operator)
  expect(told).toContain('Kinora found 2 files damaged')
  expect(told).toContain('2 originals are not what was once given, of 2 accounts')
  expect(told).toContain('npm run fixity -- --mend FOLDER')
  for (const name of ['harvest', ana.email, ben.email, key]) expect(told).not.toContain(name)

  services.env.operatorEmails.push(other)
  await anHourPasses()
  expect(await mailTo(other)).toBeNull()

  await services.storage.put(first.key, first.bytes)
  const longAgo = `update media set checked_at = now() - interval '100 days'`
  await database.asOwner(longAgo)
  expect(await read()).toMatchObject({ missing: 1, intact: 2 })
  await services.storage.delete(first.key)
  await database.asOwner(longAgo)
  expect(await read()).toMatchObject({ missing: 2, intact: 1 })
  await anHourPasses()
  expect(await mailTo(other)).toContain('One original is not what was once given, of one account')
})
