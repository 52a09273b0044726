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
