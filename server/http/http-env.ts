import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What our Hono routes can rely on: Node's request and response when there is a socket, and an id for the log. */
export type HttpEnv = {
  Bindings: { incoming?: IncomingMessage; outgoing?: ServerResponse }
  Variables: {
    requestId: string
    /** What goes on with the answer once its head is out; see `endlessAnswer`. */
    goOn?: (line: Socket) => void
  }
}
