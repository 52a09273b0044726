import type { Message } from '../mail/message.ts'
import { createSeal } from '../seal.ts'
import type { Secrets } from '../secrets.ts'
import type { TestDatabase } from './database.ts'
import { asSuperuser } from './recorder.ts'

/** The newest mail to an address that is still in the queue. */
export async function waitingMail(database: TestDatabase, secrets: Secrets, email: string): Promise<Message> {
  const { open } = createSeal(secrets.derive('mails that wait'))
  const { rows } = await asSuperuser(
    database,
    `select payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send_mail' order by j.id desc`,
  )
  const mails: Message[] = rows.map(({ payload }) => JSON.parse(open(payload.sealed)))
  const mail = mails.find(({ to }) => to === email)
  if (!mail) throw new Error(`no mail waits for ${email}`)
  return mail
}
