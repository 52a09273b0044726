import { livePaths } from '#contract/live.ts'
import { listen } from '../http/listen.ts'
import { freePort } from './addresses.ts'
import type { Door } from './family.ts'

type App = Parameters<typeof listen>[0]

/**
 * The app itself, except that live streams use a real socket, to which they write: the server for it is started with the first of
 * them. `close` does not wait for open streams.
 */
export function doorWithLive(app: App): Door & { close: () => Promise<void> } {
  let opened: Promise<{ origin: string; stop: () => Promise<void> }> | undefined
  const open = async () => {
    const port = await freePort()
    const { stop } = await listen(app, { host: '127.0.0.1', port })
    return { origin: `http://127.0.0.1:${port}`, stop }
  }

  return {
    request: async (input, init) => {
      const { pathname } = new URL(typeof input === 'string' ? input : input.url, 'http://localhost')
      if (pathname !== livePaths.rpc && pathname !== livePaths.rest) return app.request(input, init)

      opened ??= open()
      const { origin } = await opened
      const asked = typeof input === 'string' ? new Request(new URL(input, origin), init) : input
      const { method, headers, signal } = asked
      return fetch(origin + pathname, { method, headers, signal })
    },
    close: async () => (await opened)?.stop(),
  }
}
