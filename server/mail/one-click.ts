import { Hono } from 'hono'
import type { HttpEnv } from '../http/http-env.ts'
import { callerOf } from '../http/link-credential.ts'
import type { Services } from '../services.ts'

/** How a series of mails is ended: where a mail program says so, and the page of ours for people. */
export type WayOut = {
  path: `/mail/${string}`
  /** Told the token behind the #, so that no server and no log is told. */
  page: `/${string}`
}

/** The header fields that let a mail program end a series of mails with one press (RFC 8058). */
export function oneClickHeaders(origin: string, { path }: WayOut, token: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${origin}${path}?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/**
 * Where a mail program's own "unsubscribe" leads (RFC 8058): it sends a POST, and the mails end. Whoever opens the address
 * comes to our page, where nothing happens without the press of a button.
 */
export function oneClickRoutes(
  services: Pick<Services, 'env'>,
  { path, page }: WayOut,
  end: (token: string, caller: string) => Promise<unknown>,
): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .post(path, async (c) => {
      await end(c.req.query('token') ?? '', callerOf(c, services))
      return c.text('You will get no more of these mails.')
    })
    .get(path, (c) => {
      c.header('Referrer-Policy', 'no-referrer')
      return c.redirect(`${page}#${encodeURIComponent(c.req.query('token') ?? '')}`, 303)
    })
}
