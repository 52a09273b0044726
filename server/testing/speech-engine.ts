import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type Asked = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer }
type Answer = (response: ServerResponse) => void

/** Answers of an engine, used in the given order; the last one is repeated. */
export const answers = {
  json: (body: unknown, status = 200, headers: Record<string, string> = {}): Answer => {
    return (response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  },
  text: (body: string, status = 200, headers: Record<string, string> = {}): Answer => {
    return (response) => response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
  },
  /** Announces more bytes than it sends, and closes the connection. */
  cutOff: (body: string): Answer => {
    return (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' })
      response.write(body, () => response.destroy())
    }
  },
  hangUp: (): Answer => (response) => response.destroy(),
  never: (): Answer => () => {},
}

/**
 * A stand-in for a remote engine: a real HTTP server on this machine that records requests and answers in the formats that the real
 * engines document.
 */
export async function standInEngine(...given: Answer[]): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    asked.push({ method, path: url, headers, body: await buffer(request) })
    given[Math.min(asked.length, given.length) - 1]?.(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** The fields of a form as an engine received it. */
export async function formOf({ body, headers }: Asked): Promise<FormData> {
  const type = headers['content-type'] ?? ''
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
}
