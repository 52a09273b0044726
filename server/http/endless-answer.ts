import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import type { HttpEnv } from './http-env.ts'

/** The connection of an answer that goes on; its head is out. */
export type Line = ServerResponse

/**
 * An answer without an end is written to its connection as it is. Web streams in between, and the request that they
 * keep, cost more than the connection (docs/decisions/051).
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
  const outgoing = c.env?.outgoing
  if (goOn === undefined || outgoing === undefined) return

  outgoing.writeHead(c.res.status, Object.fromEntries(c.res.headers))
  // Emptied first, or the two answers would be made into one. A copy, because the adapter looks for the sign that all is
  // sent in no answer that is of its own kind, as any is that was made after the server began to listen.
  c.res = undefined
  c.res = RESPONSE_ALREADY_SENT.clone()
  // What came with the request is of no interest, but the end of the connection is only seen by reading.
  c.env.incoming?.resume()
  goOn(outgoing)
}
