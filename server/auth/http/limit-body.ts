import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

export type BodyLimit = { maxSize: number; onError: (c: Context) => Response | Promise<Response> }

/**
 * Limits the size of request bodies. Where Content-Length states the size, the header is compared instead of reading the body
 * through Hono's limit, whose two streams cost more than everything else that is done for a small request. That is safe because
 * Node reads no more than the stated length.
 */
export function limitBody(limit: BodyLimit): MiddlewareHandler {
  const limitUnstated = bodyLimit(limit)

  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const stated = c.req.header('content-length')
    if (stated === undefined || c.req.header('transfer-encoding') !== undefined) return limitUnstated(c, next)
    return Number.parseInt(stated, 10) > limit.maxSize ? limit.onError(c) : next()
  }
}
