import { Hono } from 'hono'
import type { HttpEnv } from '../http/http-env.ts'
import { callerOf } from '../http/link-credential.ts'
import type { Services } from '../services.ts'

/** How to unsubscribe from a series of mails: the path for mail programs, and our page for people. */
export type WayOut = {
  path: `/mail/${string}`
  /** Gets the token in the fragment, so that it reaches no server and no log. */
  page: `/${string}`
}

/** The header fields by which a mail program offers to unsubscribe with one click (RFC 8058). */
export function oneClickHeaders(origin: string, { path }: WayOut, token: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${origin}${path}?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/**
 * The target of a mail program's own "unsubscribe" (RFC 8058): the program sends a POST, and the mails end. A person who opens the
 * address is redirected to our page, where nothing happens until they press a button.
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
