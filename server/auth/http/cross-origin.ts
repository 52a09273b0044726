import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

const origin = '*'
const exposeHeaders = ['X-Total-Count', 'Link', 'X-Supabase-Api-Version']

/**
 * CORS: any origin may call, because access depends on the bearer token alone. Hono's own middleware handles only the preflight.
 * It would set its headers before the response exists, so that Hono would have to rebuild each response three times, as a stream.
 */
export function crossOrigin(): MiddlewareHandler {
  const preflight = cors({
    origin,
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['apikey', 'authorization', 'content-type', 'x-client-info', 'x-supabase-api-version'],
    exposeHeaders,
    maxAge: 86_400,
  })
  const exposed = exposeHeaders.join(',')

  return async (c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c, next)
    await next()
    c.res.headers.set('Access-Control-Allow-Origin', origin)
    c.res.headers.set('Access-Control-Expose-Headers', exposed)
  }
}
