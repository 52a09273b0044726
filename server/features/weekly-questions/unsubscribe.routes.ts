import type { Hono } from 'hono'
import type { HttpEnv } from '../../http/http-env.ts'
import { oneClickRoutes } from '../../mail/one-click.ts'
import type { Services } from '../../services.ts'
import { createMailHolder } from './mailed-question.ts'
import { weeklyMailsEnd } from './weekly-letter.ts'

/** The routes that end weekly mails with one click. */
export function unsubscribeRoutes(services: Pick<Services, 'db' | 'env'>): Hono<HttpEnv> {
  return oneClickRoutes(services, weeklyMailsEnd, createMailHolder(services).unsubscribe)
}
