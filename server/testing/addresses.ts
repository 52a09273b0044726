import { once } from 'node:events'
import { createServer } from 'node:net'
import type pg from 'pg'

/** A connection as operators write it. */
export function urlOf({ user, password, host, port, database }: pg.ClientConfig): string {
  const url = new URL('postgres://localhost')
  url.username = user ?? ''
  url.password = typeof password === 'string' ? password : ''
  url.pathname = `/${database}`
  if (host?.startsWith('/')) url.searchParams.set('host', host)
  else url.hostname = host ?? 'localhost'
  url.port = String(port ?? 5432)
  return url.href
}

/** A port of the loopback address that nobody had a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
