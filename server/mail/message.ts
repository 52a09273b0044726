import { randomUUID } from 'node:crypto'
import { z } from 'zod'

export const message = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  /** Further header fields, such as those for unsubscribing from a series of mails. */
  headers: z.record(z.string(), z.string()).optional(),
})
export type Message = z.infer<typeof message>

/**
 * A queued mail. If a worker dies after the mail server has accepted a mail and before that is recorded, the mail is sent again; by
 * the same id, mail programs recognise the duplicate. Mails queued by an older version have no id and time yet, hence the defaults.
 */
export const waitingMessage = message.extend({
  id: z.uuid().default(() => randomUUID()),
  writtenAt: z.iso.datetime().default(() => new Date().toISOString()),
})
export type WaitingMessage = z.infer<typeof waitingMessage>
