import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { requestId } from 'hono/request-id'
import { declaredFailure } from './errors.ts'
import { archiveFileRoutes } from './features/archive/archive.routes.ts'
import { importBytesRoutes } from './features/archive/import-bytes.routes.ts'
import { stripeWebhookRoutes } from './features/billing/webhook.routes.ts'
import { gedcomRoutes } from './features/family/gedcom.routes.ts'
import { posterRoutes } from './features/family/poster.routes.ts'
import { portraitRoutes } from './features/family-members/portrait.routes.ts'
import { liveRoutes } from './features/live/live.routes.ts'
import { mediaFileRoutes } from './features/media/files.routes.ts'
import { noticeMailRoutes } from './features/notices/unsubscribe.routes.ts'
import { chunkRoutes } from './features/recordings/chunks.routes.ts'
import { bookFileRoutes } from './features/storybooks/exports.routes.ts'
import { uploadRoutes } from './features/uploads/uploads.routes.ts'
import { inboundMailRoutes } from './features/weekly-questions/inbound-mail.routes.ts'
import { unsubscribeRoutes } from './features/weekly-questions/unsubscribe.routes.ts'
import { endlessAnswers } from './http/endless-answer.ts'
import { errorAnswer } from './http/error-answer.ts'
import { addGauges } from './http/gauges.ts'
import { healthRoutes, type WorkerState } from './http/health.ts'
import type { HttpEnv } from './http/http-env.ts'
import { landingPage } from './http/landing.ts'
import { metricsRoutes } from './http/metrics.routes.ts'
import { createMetrics } from './http/metrics.ts'
import { contractRoutes } from './http/rpc.ts'
import { securityHeaders } from './http/security-headers.ts'
import { webFiles } from './http/web-files.ts'
import { createRouter } from './router.ts'
import type { Services } from './services.ts'

export type AppParts = {
  /** The auth service, mounted at /auth/v1. */
  auth: Hono
  version: string
  /** The folder of the built web app. */
  webFolder: string
  worker: () => WorkerState
}

/** Everything that this process answers over HTTP. */
export function createApp(services: Services, parts: AppParts): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const metrics = createMetrics()
  addGauges(metrics, services)

  app.use(endlessAnswers)
  app.use(requestId({ headerName: '' }), metrics.middleware, securityHeaders(services.env.publicUrl))
  app.use(async (c, next) => {
    await next()
    // `c.header` would rebuild the response as a stream.
    c.res.headers.set('X-Request-Id', c.var.requestId)
    // Some proxies cache everything that does not forbid it, but neither a missing file nor a family's names may be cached.
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  })

  app.route('/', healthRoutes(services, parts.version, parts.worker))
  app.route('/', metricsRoutes(services, metrics))
  app.route('/auth/v1', parts.auth)
  app.route('/', liveRoutes(services))
  app.route('/', contractRoutes(services, createRouter(services), parts.version))
  app.route('/', mediaFileRoutes(services))
  app.route('/', archiveFileRoutes(services))
  app.route('/', importBytesRoutes(services))
  app.route('/', gedcomRoutes(services))
  app.route('/', posterRoutes(services))
  app.route('/', portraitRoutes(services))
  app.route('/', chunkRoutes(services))
  app.route('/', bookFileRoutes(services))
  app.route('/', uploadRoutes(services))
  app.route('/', unsubscribeRoutes(services))
  app.route('/', noticeMailRoutes(services))
  app.route('/', stripeWebhookRoutes(services))
  app.route('/', inboundMailRoutes(services))
  // The target of a public link is meant for those it was sent to, not for search engines.
  for (const path of ['/s/*', '/p/*']) {
    app.use(path, async (c, next) => {
      await next()
      c.header('X-Robots-Tag', 'noindex, nofollow')
    })
  }
  const { publicUrl: origin, support, planTestMode } = services.env
  const sellsPlans = services.payments !== null || planTestMode
  const facts = { origin, email: support.email, page: support.pageUrl, sellsPlans }
  app.route('/', landingPage(parts.webFolder, facts))
  app.route('/', webFiles(parts.webFolder))

  app.notFound((c) => errorAnswer(c, 'NOT_FOUND'))
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    const declared = declaredFailure(error)
    if (declared) {
      // Only the operator can fix a disk that is full or missing, and only the log tells them.
      if (declared.status >= 503)
        services.log.error({ err: error, requestId: c.var.requestId }, declared.code)
      return errorAnswer(c, declared.code, declared.data)
    }

    services.log.error({ err: error, requestId: c.var.requestId, path: c.req.path }, 'a request failed')
    return errorAnswer(c, 'INTERNAL_SERVER_ERROR', { id: c.var.requestId })
  })
  return app
}
