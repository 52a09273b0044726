import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

export type BodyLimit = { maxSize: number; onError: (c: Context) => Response | Promise<Response> }

/**
 * Hono's limit, which does not look at a body whose length is stated: to look at it makes two streams, which cost more
 * than all else that is done to a small request. Node reads no more than was stated.
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
