import { Hono } from 'hono'
import type { HttpEnv } from '../../http/http-env.ts'
import { callerOf } from '../../http/link-credential.ts'
import type { Services } from '../../services.ts'
import { createMailHolder } from './mailed-question.ts'

/**
 * Where a mail program's own "unsubscribe" leads (RFC 8058): it sends a POST, and the mails end. Whoever opens the address
 * comes to our page, where nothing happens without the press of a button.
 */
export function unsubscribeRoutes(services: Pick<Services, 'db' | 'env'>): Hono<HttpEnv> {
  const holder = createMailHolder(services)
  return new Hono<HttpEnv>()
    .post('/mail/unsubscribe', async (c) => {
      await holder.unsubscribe(c.req.query('token') ?? '', callerOf(c, services))
      return c.text('You will get no more of these mails.')
    })
    .get('/mail/unsubscribe', (c) => {
      c.header('Referrer-Policy', 'no-referrer')
      return c.redirect(`/weekly-question#${encodeURIComponent(c.req.query('token') ?? '')}`, 303)
    })
}
