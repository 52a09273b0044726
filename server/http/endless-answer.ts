import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import type { HttpEnv } from './http-env.ts'

/** The bare socket of an endless response: its head has been sent, Node's HTTP has released it, and closing it ends the response. */
export type Line = Socket

/**
 * A response without an end, such as a stream of events, which `goOn` writes directly to the connection's socket. Web streams in
 * between, the request and what Node keeps for the next request would all cost more memory than the socket (docs/decisions/051).
 */
export function endlessAnswer(
  c: Context<HttpEnv>,
  contentType: string,
  goOn: (line: Line) => void,
): Response {
  if (c.req.method !== 'HEAD') c.set('goOn', goOn)
  return c.body(null, 200, { 'Content-Type': contentType })
}

/**
 * Sends endless responses. This middleware comes before all others, so that they can still add headers. Without a socket, as in a
 * request made in this process, such a response ends with its head.
 */
export const endlessAnswers: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  const { goOn } = c.var
  const { incoming, outgoing } = c.env ?? {}
  if (goOn === undefined || incoming === undefined || outgoing === undefined) return

  // The request's body is of no interest, but until it has been read to its end, the connection belongs to Node's HTTP.
  await finished(incoming.resume()).catch(() => undefined)
  // A pipelined request gets its socket only once the previous response is finished.
  if (outgoing.socket === null) await once(outgoing, 'socket')
  outgoing.removeHeader('Transfer-Encoding')
  outgoing
    .writeHead(c.res.status, { ...Object.fromEntries(c.res.headers), Connection: 'close' })
    .flushHeaders()
  // Set to undefined first, because Hono would otherwise merge the headers of the two responses. A clone, because the adapter
  // skips its check for `RESPONSE_ALREADY_SENT` with responses of its own class, as all are that were made after the server began
  // to listen.
  c.res = undefined
  c.res = RESPONSE_ALREADY_SENT.clone()
  const line = takeFromHttp(outgoing)
  if (line !== null) goOn(line)
}

/**
 * While a connection may receive further requests, Node keeps its parser (6.6 kB), the request and the response. This connection
 * receives none: an emitted 'close' event makes Node's HTTP release all of that, as for any closed connection, and only the socket
 * remains.
 */
function takeFromHttp(outgoing: ServerResponse): Line | null {
  const { socket } = outgoing
  if (socket === null || socket.destroyed) return null
  outgoing.detachSocket(socket)
  socket.emit('close')
  socket.removeAllListeners()
  socket.allowHalfOpen = false
  // Only a socket that is being read notices that the other side has gone; it then emits 'close'.
  return socket.on('error', () => undefined).resume()
}
