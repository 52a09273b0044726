import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

const origin = '*'
const exposeHeaders = ['X-Total-Count', 'Link', 'X-Supabase-Api-Version']

/**
 * Any page may ask: what opens something is the bearer token. Hono's own writes its headers before there is an answer, and
 * each answer is then made three times over, as a stream; it is left the preflight.
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
