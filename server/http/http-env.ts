import type { HttpBindings } from '@hono/node-server'

/** What our Hono routes can rely on: Node's request and response when there is a socket, and an id for the log. */
export type HttpEnv = { Bindings: Partial<HttpBindings>; Variables: { requestId: string } }
