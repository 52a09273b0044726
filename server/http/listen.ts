import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { StartError } from '../start-error.ts'
import type { HttpEnv } from './http-env.ts'

export type Listening = { stop: () => Promise<void> }

/** How long answers that have begun may take once the process was asked to stop. */
const GRACE_MS = 5000
const TIDY_EVERY_MS = 50
/** How many may knock before they are let in, as far as the system allows: of Node's 511 a crowd of 2,000 at once had some reset. */
const BACKLOG = 4096

/** @throws StartError when somebody else has the port. */
export async function listen(
  app: Hono<HttpEnv>,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const server = createServer(
    // An upload may go on for hours; what must be quick is saying what one wants.
    { requestTimeout: 0, headersTimeout: 30_000, keepAliveTimeout: 65_000 },
    // Its own Request and Response stand in for the global ones: an answer that is a text then leaves in one write.
    getRequestListener(app.fetch),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, { host, port })))
    server.listen({ host, port, backlog: BACKLOG }, resolve)
  })
  return { stop: () => stop(server) }
}

/** A kept-alive connection that falls silent after the stop began would be waited for: those are closed as they appear. */
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
