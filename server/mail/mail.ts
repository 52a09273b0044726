import { z } from 'zod'
import { asWorker } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { defineJob, enqueue, handleJob, type JobHandler } from '../jobs/job.ts'
import { createSeal, type Seal } from '../seal.ts'
import type { Secrets } from '../secrets.ts'
import { type Message, message } from './message.ts'
import type { MailTransport } from './transport.ts'

export type Mail = {
  /** Queues a mail; it is sent by a worker and tried again for days while the mail server is away. */
  sendMail: (message: Message) => Promise<void>
}

/** Sealed, because mails carry links that let their reader in, and may wait in the database for days. */
const sendMail = defineJob('send_mail', z.object({ sealed: z.string() }))

export function createMail(db: Database, secrets: Secrets): Mail {
  const { seal } = mailSeal(secrets)
  return {
    sendMail: (written) => {
      const sealed = seal(JSON.stringify(message.parse(written)))
      return asWorker(db, null, (tx) => enqueue(tx, sendMail, { sealed }))
    },
  }
}

export function mailJobs(transport: MailTransport, secrets: Secrets): JobHandler[] {
  const { open } = mailSeal(secrets)
  return [
    handleJob(sendMail, async ({ sealed }) => transport.deliver(message.parse(JSON.parse(open(sealed))))),
  ]
}

function mailSeal(secrets: Secrets): Seal {
  return createSeal(secrets.derive('mails that wait'))
}
