import { createServer, type Server } from 'node:http'
import { isIPv6 } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { StartError } from '../start-error.ts'
import type { HttpEnv } from './http-env.ts'
import { endSilentBodies } from './silent-bodies.ts'

export type Listening = { stop: () => Promise<void> }

/** How long responses in progress may still take once the process was asked to stop. */
const GRACE_MS = 5000
/**
 * A connection this long without a byte is asked by the kernel whether its other end still lives. Node has it asked ten times, once a
 * second, so a device in a tunnel would be cut off if it began earlier.
 */
const ASK_AFTER_MS = 290_000
const TIDY_EVERY_MS = 50
/**
 * The length of the queue of connections not accepted yet, as far as the system allows it. With Node's default of 511, some of 2,000
 * simultaneous connections were reset.
 */
const BACKLOG = 4096

/** @throws StartError when the port is taken or not permitted, or when this machine has no such address */
export async function listen(
  app: Hono<HttpEnv>,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const server = createServer(
    // An upload may take hours, so there is no timeout for whole requests, only for their headers.
    {
      requestTimeout: 0,
      headersTimeout: 30_000,
      keepAliveTimeout: 65_000,
      keepAlive: true,
      keepAliveInitialDelay: ASK_AFTER_MS,
    },
    // The adapter replaces the global Request and Response by its own, with which a text response is sent in a single write.
    getRequestListener(app.fetch),
  )
  endSilentBodies(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, { host, port })))
    server.listen({ host, port, backlog: BACKLOG }, resolve)
  })
  return { stop: () => stop(server) }
}

/** The address at which this machine itself reaches a server that listens like this. */
export function ownOrigin({ host, port }: { host: string; port: number }): string {
  const loopback = new Map([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '::1'],
  ])
  const own = loopback.get(host) ?? host
  return `http://${isIPv6(own) ? `[${own}]` : own}:${port}`
}

/**
 * Stops the server. It waits for all connections, including kept-alive ones that become idle only after the stop began, so idle
 * connections are closed again and again. After the grace period all are closed.
 */
async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const tidying = setInterval(() => server.closeIdleConnections(), TIDY_EVERY_MS)
  const impatience = setTimeout(() => server.closeAllConnections(), GRACE_MS)
  server.closeIdleConnections()
  await closed
  clearInterval(tidying)
  clearTimeout(impatience)
}

function explain(error: Error, { host, port }: { host: string; port: number }): Error {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new StartError(`Another program already answers on port ${port}. Start Kinora with another PORT.`)
  }
  if (code === 'EACCES')
    return new StartError(`This account may not use port ${port}. Start Kinora with another PORT.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`This machine has no address ${host}. Start Kinora with another HOST.`)
  }
  return error
}
