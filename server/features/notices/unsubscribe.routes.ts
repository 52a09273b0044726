import type { Hono } from 'hono'
import type { HttpEnv } from '../../http/http-env.ts'
import { oneClickRoutes } from '../../mail/one-click.ts'
import type { Services } from '../../services.ts'
import { noticeMailsEnd, unsubscribe } from './unsubscribe.ts'

/** The routes that end mails about news with one click. */
export function noticeMailRoutes(services: Pick<Services, 'db' | 'env' | 'secrets'>): Hono<HttpEnv> {
  return oneClickRoutes(services, noticeMailsEnd, (token) => unsubscribe(services, token))
}
