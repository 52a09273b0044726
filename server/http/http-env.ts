import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The environment of our Hono routes: Node's request and response (absent for requests made in this process), and an id for the log. */
export type HttpEnv = {
  Bindings: { incoming?: IncomingMessage; outgoing?: ServerResponse }
  Variables: {
    requestId: string
    /** Continues the response once its head has been sent; see `endlessAnswer`. */
    goOn?: (line: Socket) => void
  }
}
