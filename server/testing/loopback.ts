import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { afterAll } from 'vitest'
import type { HttpEnv } from '../http/http-env.ts'

/** The app behind a real socket, for clients that need one. Call it at the top of a file. */
export async function serveOnLoopback(app: Hono<HttpEnv>): Promise<string> {
  const server = createServer(getRequestListener(app.fetch))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
