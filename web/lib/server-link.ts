import { RPCLink } from '@orpc/client/fetch'
import { linkInTime } from './in-time.ts'

/** The link to the server's procedures. Each of them answers something, so an empty answer comes from something in between. */
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
