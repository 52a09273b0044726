import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

export type OAuthServer = {
  site: string
  /** The requests that it received: `POST /path`, and the form that was sent. */
  asked: { line: string; form: URLSearchParams; authorization: string }[]
}

/** A provider of OAuth 2 with an API of its own: answers each path with the JSON given for it. */
export async function startOAuthServer(answers: Record<string, unknown>): Promise<OAuthServer> {
  const asked: OAuthServer['asked'] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = (request.url ?? '').split('?')[0] ?? ''
    asked.push({
      line: `${request.method} ${path}`,
      form: new URLSearchParams(Buffer.concat(chunks).toString()),
      authorization: request.headers.authorization ?? '',
    })
    response.writeHead(path in answers ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answers[path] ?? {}))
  })
  const site = `http://127.0.0.1:${await portOf(server)}`
  onTestFinished(() => void server.close().closeAllConnections())
  return { site, asked }
}
