import { RPCLink } from '@orpc/client/fetch'
import { linkInTime } from './in-time.ts'

/** The way to the server's procedures, each of which says something: nothing is what something in between has to say of them. */
export const serverLink = (
  url: string | (() => string),
  fetch: Parameters<typeof linkInTime>[0],
  headers: Record<string, string> = {},
) =>
  new RPCLink({
    url,
    headers,
    fetch: linkInTime(fetch),
    interceptors: [
      async ({ next }) => {
        const said = await next()
        if (said === undefined) throw new TypeError('not ours')
        return said
      },
    ],
  })
