import { z } from 'zod'
import { defineJob, handleJob, type JobHandler } from '../jobs/job.ts'
import { createSeal, type Seal } from '../seal.ts'
import type { Secrets } from '../secrets.ts'
import type { SmsTransport } from './transport.ts'

const timedMessage = z.object({
  to: z.string(),
  text: z.string(),
  /** When what it says is no longer so. */
  goodUntil: z.coerce.date(),
})

/** A message that is worth nothing after a while; one about the same that still waits makes way for it. */
export type TimedMessage = z.infer<typeof timedMessage> & { about: string }

/** Any transaction that can run a statement and may queue jobs. */
export type SmsTransaction = { run: (statement: string, values: unknown[]) => Promise<unknown> }

export type Sms = {
  /**
   * Queues a text message in the transaction that causes it; it is sent by a worker, and tried again while the provider
   * fails and the message is still good.
   */
  sendSms: (tx: SmsTransaction, message: TimedMessage) => Promise<void>
}

/** Sealed, because messages carry codes that let their reader in. */
const sendSms = defineJob('send_sms', z.object({ sealed: z.string() }))

export function createSms(secrets: Secrets): Sms {
  const { seal } = smsSeal(secrets)
  return {
    sendSms: async (tx, { about, ...message }) => {
      const payload = JSON.stringify({ sealed: seal(JSON.stringify(message)) })
      await tx.run('select app.enqueue($1, $2, $3)', [sendSms.name, payload, `sms:${about}`])
    },
  }
}

export function smsJobs(transport: SmsTransport, secrets: Secrets): JobHandler[] {
  const { open } = smsSeal(secrets)
  return [
    handleJob(
      sendSms,
      async ({ sealed }, { log, attempt }) => {
        const { goodUntil, ...message } = timedMessage.parse(JSON.parse(open(sealed)))
        if (goodUntil.getTime() > Date.now()) return transport.deliver(message)
        // Said, because somebody waited for it in vain; to whom it was and what it said is nobody's to read.
        log.warn({ attempt }, 'a text message was not sent, because its code is no longer good')
      },
      { turns: 'awaited' },
    ),
  ]
}

function smsSeal(secrets: Secrets): Seal {
  return createSeal(secrets.derive('text messages that wait'))
}
