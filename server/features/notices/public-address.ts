import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/*
 * Browsers name the address of their push service, so anybody could make this server call any address (SSRF). It
 * therefore calls only public addresses (RFC 6890 lists the others), over HTTPS, and follows no redirect.
 */
const notPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4')
}
// Addresses for documentation, and tunnels that carry an IPv4 address.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6')
}
/** All globally routed IPv6 addresses; it does not contain loopback, private, link-local and IPv4-mapped ones. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is publicly routed. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4')
  if (isIP(address) === 6) return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
  return false
}

/**
 * The endpoint as `URL` normalises it, so that what is checked is what is called. Null for one that must not be called:
 * without HTTPS, with credentials in it, or with a private address or name.
 */
export function plainEndpoint(endpoint: string): string | null {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  const host = hostOf(url)
  if (isIP(host) !== 0) return isPublicAddress(host) ? url.href : null
  const isNameOfHere = !host.includes('.') || /\.(localhost|local|internal|home\.arpa)\.?$/.test(host)
  return isNameOfHere ? null : url.href
}

/** A URL's host; an IPv6 address without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/**
 * A DNS lookup that refuses a name if any of its addresses may not be called. The connection itself uses it, so that a
 * name cannot resolve to one address when it is checked and to another when it is called (DNS rebinding).
 */
export function lookupOf(mayCall: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const refused = error ?? found.map(({ address }) => address).find((address) => !mayCall(address))
      if (refused) {
        const reason = refused instanceof Error ? refused : new Error(`${hostname} is no public address`)
        return callback(reason, [])
      }
      const [first] = found
      if (options.all || !first) return callback(null, found)
      return callback(null, first.address, first.family)
    })
  }
}
