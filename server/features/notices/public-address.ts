import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/*
 * Browsers say where their push service is, so anybody can have this server call any address. It calls public ones only
 * (RFC 6890 lists the others), over HTTPS, and follows no redirection.
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
// Documentation, and tunnels that carry an address of version 4 inside.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6')
}
/** Everything that is routed in the world is in here; loopback, private, link-local and mapped addresses are not. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is one that anybody in the world could reach. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4')
  if (isIP(address) === 6) return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
  return false
}

/** The endpoint as one parser writes it, or null for one that is not called: no HTTPS, a user in it, a private address. */
export function plainEndpoint(endpoint: string): string | null {
  const url = URL.parse(endpoint)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  const host = hostOf(url)
  if (isIP(host) !== 0) return isPublicAddress(host) ? url.href : null
  const isNameOfHere = !host.includes('.') || /\.(localhost|local|internal|home\.arpa)\.?$/.test(host)
  return isNameOfHere ? null : url.href
}

/** A URL's host; a version 6 address without its brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/**
 * Looks a name up and refuses it when one of its addresses may not be called. It is what the connection itself looks up
 * by, so that a name cannot mean one address when it is checked and another when it is called.
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
