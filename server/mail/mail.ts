import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../db/actor.ts'
import { defineJob, handleJob, type JobHandler } from '../jobs/job.ts'
import { createSeal, type Seal } from '../seal.ts'
import type { Secrets } from '../secrets.ts'
import { type Message, message, waitingMessage } from './message.ts'
import type { MailTransport } from './transport.ts'

/** Any transaction that can run a statement and may queue jobs, the application's as well as the auth service's. */
export type MailTransaction = { run: (statement: string, values: unknown[]) => Promise<unknown> }

/** Adapts a feature's transaction for `sendMail`. */
export const mailIn = (tx: Tx): MailTransaction => ({
  run: (statement, values) => tx.executeQuery(CompiledQuery.raw(statement, values)),
})

export type Mail = {
  /**
   * Queues a mail in the transaction that causes it. A worker sends it, and retries for days while the mail server cannot be
   * reached.
   */
  sendMail: (tx: MailTransaction, message: Message) => Promise<void>
}

/** How long a delivery in progress may still take once the process was asked to stop. */
const GRACE_MS = 3_000

/** Encrypted, because mails contain links that sign their reader in, and may wait in the database for days. */
const sendMail = defineJob('send_mail', z.object({ sealed: z.string() }))

export function createMail(secrets: Secrets): Mail {
  const { seal } = mailSeal(secrets)
  return {
    sendMail: async (tx, written) => {
      const waiting = { ...message.parse(written), id: randomUUID(), writtenAt: new Date().toISOString() }
      const sealed = seal(JSON.stringify(waiting))
      await tx.run('select app.enqueue($1, $2)', [sendMail.name, JSON.stringify({ sealed })])
    },
  }
}

export function mailJobs(transport: MailTransport, secrets: Secrets): JobHandler[] {
  const { open } = mailSeal(secrets)
  return [
    handleJob(
      sendMail,
      async ({ sealed }, { signal }) => {
        const delivered = transport.deliver(waitingMessage.parse(JSON.parse(open(sealed))))
        await unlessStopped(delivered, signal)
      },
      { turns: 'sent' },
    ),
  ]
}

/**
 * Lets a delivery in progress finish when the process stops. After the grace period it throws, so that the job goes back to the queue
 * and the stop need not wait for a mail server that hangs.
 */
async function unlessStopped(delivered: Promise<void>, signal: AbortSignal): Promise<void> {
  const stopped = Promise.withResolvers<never>()
  const giveUp = () =>
    void setTimeout(
      () => stopped.reject(new Error('stopped before the mail server answered')),
      GRACE_MS,
    ).unref()
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await Promise.race([delivered, stopped.promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

function mailSeal(secrets: Secrets): Seal {
  return createSeal(secrets.derive('mails that wait'))
}
