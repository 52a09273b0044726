import { z } from 'zod'
import { defineJob, handleJob, type JobHandler } from '../jobs/job.ts'
import { createSeal, type Seal } from '../seal.ts'
import type { Secrets } from '../secrets.ts'
import type { SmsTransport } from './transport.ts'

const timedMessage = z.object({
  to: z.string(),
  text: z.string(),
  /** When the message, or the code in it, is no longer valid. */
  goodUntil: z.coerce.date(),
})

/** A message that is useless after `goodUntil`. A queued message with the same `about` is replaced by it. */
export type TimedMessage = z.infer<typeof timedMessage> & { about: string }

/** Any transaction that can run a statement and may queue jobs. */
export type SmsTransaction = { run: (statement: string, values: unknown[]) => Promise<unknown> }

export type Sms = {
  /**
   * Queues a text message in the transaction that causes it. A worker sends it, and retries while the provider fails and the message
   * is still valid.
   */
  sendSms: (tx: SmsTransaction, message: TimedMessage) => Promise<void>
}

/** Encrypted, because messages contain codes that sign their reader in. */
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
        // Logged, because a person waited for it in vain; the receiver and the text must not appear in the log.
        log.warn({ attempt }, 'a text message was not sent, because its code is no longer good')
      },
      { turns: 'awaited' },
    ),
  ]
}

function smsSeal(secrets: Secrets): Seal {
  return createSeal(secrets.derive('text messages that wait'))
}
