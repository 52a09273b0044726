import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type pg from 'pg'

/** A connection as the URL that operators write. */
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

/**
 * Below the range from which systems take ports for outgoing connections (32768 on Linux, 49152 elsewhere): a port from that range
 * may be taken by the time a server starts, or while a killed one is down. The ports between these and that range are the embedded
 * database's.
 */
const ports = { lowest: 10_240, strips: 150, stripLength: 128 }

/** The strip of ports that belongs to this process while it lives. It marks the strip as taken by listening on the first one. */
let strip: Promise<{ first: number; given: number }> | undefined

/**
 * A port of the loopback address that is free, and that no other test process is given meanwhile.
 *
 * @throws Error when this process, or all of them together, have every port in use
 */
export async function freePort(): Promise<number> {
  strip ??= takeStrip()
  const mine = await strip
  for (let tries = 1; tries < ports.stripLength; tries += 1) {
    const port = mine.first + 1 + (mine.given % (ports.stripLength - 1))
    mine.given += 1
    const probe = await listenOn(port)
    if (probe === null) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
  throw new Error(`no port is free from ${mine.first} on`)
}

async function takeStrip(): Promise<{ first: number; given: number }> {
  const start = randomInt(ports.strips)
  for (let index = 0; index < ports.strips; index += 1) {
    const first = ports.lowest + ((start + index) % ports.strips) * ports.stripLength
    const lock = await listenOn(first)
    if (lock === null) continue
    lock.unref()
    return { first, given: 0 }
  }
  throw new Error('other processes have every strip of ports')
}

/** Listens on a port; null if it is taken. */
function listenOn(port: number): Promise<Server | null> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<Server | null>()
  server.once('error', () => resolve(null))
  server.listen(port, '127.0.0.1', () => resolve(server))
  return promise
}
