import { randomUUID } from 'node:crypto'
import { z } from 'zod'

export const message = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
  /** Further header fields, such as how to end a series of mails. */
  headers: z.record(z.string(), z.string()).optional(),
})
export type Message = z.infer<typeof message>

/**
 * One that waits to be sent. A worker that dies after the mail server took it and before it wrote that down sends it
 * again: by the same id mail programs see that the two are one. Those that an older version queued have none yet.
 */
export const waitingMessage = message.extend({
  id: z.uuid().default(() => randomUUID()),
  writtenAt: z.iso.datetime().default(() => new Date().toISOString()),
})
export type WaitingMessage = z.infer<typeof waitingMessage>
