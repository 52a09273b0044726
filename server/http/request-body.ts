import type { Context } from 'hono'
import type { HttpEnv } from './http-env.ts'

/**
 * The bytes of a request, straight from its socket where there is one: web streams in between cost a second of
 * garbage collection for each GiB. Whoever stops reading midway can still answer; what is left unread is drained after the answer.
 */
export function bodyOf(c: Context<HttpEnv>): AsyncIterable<Uint8Array> {
  const incoming = c.env?.incoming
  if (!incoming) return c.req.raw.body ?? emptyBody()
  return { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}
