import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, vi } from 'vitest'

type Asked = [request: IncomingMessage, response: ServerResponse]

/**
 * For tests of what waits for answers: the network is real, and what is waited for passes only as the test moves it
 * (`vi.advanceTimersByTime`). Call it at the top of a file.
 *
 * @returns begins a server, and says where it listens and what it is asked next
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
