import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const PIECE_BYTES = 16 * 1024

export type SlowLine = { url: string; carriedBytes: () => number; close: () => void }

/**
 * A proxy in front of a server that acts like a slow line: all answers, on any connection, share one bucket of bits per second. It
 * also serves the page that plays the video, so that player and film have one origin.
 */
export async function slowLine(target: string, bitsPerSecond: number): Promise<SlowLine> {
  const bytesPerMs = bitsPerSecond / 8_000
  let freeAt = 0
  let carried = 0

  async function takeTurn(bytes: number): Promise<void> {
    const now = performance.now()
    freeAt = Math.max(freeAt, now) + bytes / bytesPerMs
    carried += bytes
    if (freeAt > now + 1) await sleep(freeAt - now)
  }

  async function carry(from: IncomingMessage, to: ServerResponse): Promise<void> {
    to.writeHead(from.statusCode ?? 502, from.headers)
    for await (const bytes of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        const piece = bytes.subarray(at, at + PIECE_BYTES)
        await takeTurn(piece.length)
        if (to.destroyed) return
        if (!to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')])
      }
    }
    to.end()
  }

  const server = createServer((asked, answer) => {
    if (asked.url === '/')
      return void answer.setHeader('content-type', 'text/html').end('<video muted></video>')
    const { host: _, ...headers } = asked.headers
    const passed = request(target + asked.url, { method: asked.method, headers, agent: false })
    passed.on('response', (response) => void carry(response, answer).catch(() => answer.destroy()))
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    passed.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, carriedBytes: () => carried, close }
}
