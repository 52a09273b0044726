import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, vi } from 'vitest'

type Asked = [request: IncomingMessage, response: ServerResponse]

/**
 * For tests of timeouts: the network is real, but timers advance only as the test moves them
 * (`vi.advanceTimersByTime`). To be called at the top of a test file.
 *
 * @returns a function that starts a server, and gives its address and the next request it receives
 */
export function serversInHeldTime() {
  const closing: (() => void)[] = []
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    for (const close of closing.splice(0)) close()
  })
  return async (answers?: RequestListener): Promise<{ url: string; asked: Promise<Asked> }> => {
    const server = createServer(answers).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => {
      server.closeAllConnections()
      server.close()
    })
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the server has no port')
    return { url: `http://127.0.0.1:${address.port}`, asked: once(server, 'request') as Promise<Asked> }
  }
}
