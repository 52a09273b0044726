import { isIPv4 } from 'node:net'
import { type Context, Hono } from 'hono'
import { clientOf } from '../auth/http/client.ts'
import { codeError } from '../errors.ts'
import { isSameSecret } from '../same-secret.ts'
import type { Services } from '../services.ts'
import { bearerTokenIn } from './bearer-token.ts'
import type { HttpEnv } from './http-env.ts'
import type { Metrics } from './metrics.ts'

/** Headers that proxies add. A proxy on this machine connects from loopback on behalf of any client, so its requests are not local. */
const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** GET /metrics: for requests from this machine itself, or with `METRICS_TOKEN` as bearer token. */
export function metricsRoutes({ env }: Pick<Services, 'env'>, metrics: Metrics): Hono<HttpEnv> {
  const ownName = new URL(env.publicUrl).hostname
  return new Hono<HttpEnv>().get('/metrics', async (c) => {
    if (!isFromHere(c, ownName) && !knowsToken(c, env.metricsToken)) throw codeError('UNAUTHORIZED')
    return c.text(await metrics.write())
  })
}

/**
 * Whether a request comes from this machine. The host name of the request is checked too, because a foreign page can make its own
 * name resolve to this machine and then read responses through a browser that runs here (DNS rebinding).
 */
function isFromHere(c: Context, ownName: string): boolean {
  if (forwardingHeaders.some((name) => c.req.header(name) !== undefined)) return false
  const { address } = clientOf(c, { settings: { trustedProxyHops: 0 } })
  const name = new URL(c.req.url).hostname.replace(/^\[(.*)\]$/, '$1')
  return isLoopback(address) && (name === 'localhost' || name === ownName || isLoopback(name))
}

function isLoopback(address: string): boolean {
  return address === '::1' || (isIPv4(address) && address.startsWith('127.'))
}

function knowsToken(c: Context, token: string | undefined): boolean {
  const given = bearerTokenIn(c.req.header('authorization'))
  if (token === undefined || given === undefined) return false
  return isSameSecret(given, token)
}
