import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import type { HttpEnv } from './http-env.ts'

/** The bare connection of an answer that goes on: its head is out, HTTP has let go of it, and its end is the answer's. */
export type Line = Socket

/**
 * An answer without an end is written to its connection as it is. Web streams in between, the request, and what Node
 * keeps for the next one all cost more than the connection (docs/decisions/051).
 */
export function endlessAnswer(
  c: Context<HttpEnv>,
  contentType: string,
  goOn: (line: Line) => void,
): Response {
  if (c.req.method !== 'HEAD') c.set('goOn', goOn)
  return c.body(null, 200, { 'Content-Type': contentType })
}

/** Stands before all others, which have their say about the head. Without a socket such an answer ends with its head. */
export const endlessAnswers: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  const { goOn } = c.var
  const { incoming, outgoing } = c.env ?? {}
  if (goOn === undefined || incoming === undefined || outgoing === undefined) return

  // What came with the request is of no interest, but as long as it comes the connection is HTTP's.
  await finished(incoming.resume()).catch(() => undefined)
  // Whoever asks without waiting for the answer before has no connection yet.
  if (outgoing.socket === null) await once(outgoing, 'socket')
  outgoing.removeHeader('Transfer-Encoding')
  outgoing
    .writeHead(c.res.status, { ...Object.fromEntries(c.res.headers), Connection: 'close' })
    .flushHeaders()
  // Emptied first, or the two answers would be made into one. A copy, because the adapter looks for the sign that all is
  // sent in no answer that is of its own kind, as any is that was made after the server began to listen.
  c.res = undefined
  c.res = RESPONSE_ALREADY_SENT.clone()
  const line = takeFromHttp(outgoing)
  if (line !== null) goOn(line)
}

/**
 * As long as HTTP may go on on a connection, Node keeps its parser (6.6 kB), the request and the answer. On this one nothing
 * more is asked: HTTP hears that it is closed, lets go of all that as of any other, and what is left is the socket.
 */
function takeFromHttp(outgoing: ServerResponse): Line | null {
  const { socket } = outgoing
  if (socket === null || socket.destroyed) return null
  outgoing.detachSocket(socket)
  socket.emit('close')
  socket.removeAllListeners()
  socket.allowHalfOpen = false
  // That the other side has gone is only seen by reading, and said by 'close'.
  return socket.on('error', () => undefined).resume()
}
