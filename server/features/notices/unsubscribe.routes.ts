import { Hono } from 'hono'
import type { HttpEnv } from '../../http/http-env.ts'
import { callerOf } from '../../http/link-credential.ts'
import type { Services } from '../../services.ts'
import { createUnsubscriber } from './unsubscribe.ts'

/**
 * Where a mail program's own "unsubscribe" leads (RFC 8058): it sends a POST, and the mails end. Whoever opens the address
 * comes to our page, where nothing happens without the press of a button.
 */
export function noticeMailRoutes(services: Pick<Services, 'db' | 'env' | 'secrets'>): Hono<HttpEnv> {
  const unsubscribe = createUnsubscriber(services)
  return new Hono<HttpEnv>()
    .post('/mail/notices/unsubscribe', async (c) => {
      await unsubscribe(c.req.query('token') ?? '', callerOf(c, services))
      return c.text('You will get no more of these mails.')
    })
    .get('/mail/notices/unsubscribe', (c) => {
      c.header('Referrer-Policy', 'no-referrer')
      return c.redirect(`/unsubscribe#${encodeURIComponent(c.req.query('token') ?? '')}`, 303)
    })
}
