import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { AuthSettings } from '../settings.ts'

/** The caller, as far as the network connection identifies it. */
export type Client = {
  /** The address as text, or '' when unknown. */
  address: string
  /** The same for a column of type inet. */
  inet: string | null
  /** The key that rate limits count by: an IPv6 household has a whole /64, so all addresses of a /64 share one key. */
  limitKey: string
  userAgent: string | null
}

const maxUserAgent = 500

/**
 * The caller. X-Forwarded-For is trusted only for as many entries, counted from its end, as the operator has proxies of their own;
 * the entries before those can be forged by the caller.
 */
export function clientOf(c: Context, auth: { settings: Pick<AuthSettings, 'trustedProxyHops'> }): Client {
  const address = trustedAddress(c, auth.settings.trustedProxyHops)
  return {
    address,
    inet: address === '' ? null : address,
    limitKey: limitKeyOf(address),
    userAgent: c.req.header('user-agent')?.slice(0, maxUserAgent) ?? null,
  }
}

function trustedAddress(c: Context, hops: number): string {
  const socket = plainAddress(socketAddress(c))
  if (hops === 0) return socket

  const entries = (c.req.header('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
  const forwarded = plainAddress(entries.at(-hops) ?? '')
  return forwarded === '' ? socket : forwarded
}

/** `@hono/node-server` passes Node's request as a binding; a request made in this process has no socket and no address. */
function socketAddress(c: Context): string {
  const incoming: unknown = c.env?.incoming
  if (typeof incoming !== 'object' || incoming === null || !('socket' in incoming)) return ''

  const { socket } = incoming
  if (typeof socket !== 'object' || socket === null || !('remoteAddress' in socket)) return ''
  return typeof socket.remoteAddress === 'string' ? socket.remoteAddress : ''
}

/** The address without its zone and without the IPv6 prefix of a mapped IPv4 address; '' when the text is not an address. */
function plainAddress(text: string): string {
  const address = text.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return isIP(address) === 0 ? '' : address
}

function limitKeyOf(address: string): string {
  if (isIP(address) !== 6) return address === '' ? 'unknown' : address
  return `${expandIPv6(address).slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expandIPv6(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const left = groupsOf(head)
  if (tail === undefined) return left

  const right = groupsOf(tail)
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}

function groupsOf(part: string): string[] {
  if (part === '') return []
  return part.split(':').map((group) => group.replace(/^0+(?=.)/, ''))
}
