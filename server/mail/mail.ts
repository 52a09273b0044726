import { asWorker } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { defineJob, enqueue, handleJob, type JobHandler } from '../jobs/job.ts'
import { type Message, message } from './message.ts'
import type { MailTransport } from './transport.ts'

export type Mail = {
  /** Queues a mail; it is sent by a worker and tried again for days while the mail server is away. */
  sendMail: (message: Message) => Promise<void>
}

const sendMail = defineJob('send_mail', message)

export function createMail(db: Database): Mail {
  return { sendMail: (written) => asWorker(db, null, (tx) => enqueue(tx, sendMail, written)) }
}

export function mailJobs(transport: MailTransport): JobHandler[] {
  return [handleJob(sendMail, (written) => transport.deliver(written))]
}
