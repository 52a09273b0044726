import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { request as requestSafely } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export type S3Call = { method: string; path: string; query: URLSearchParams }

/**
 * The faults of one call. `never`: the connection stays open without an answer. `reset`: it breaks before the answer. `reset late`:
 * it breaks in the middle of the answer. `unheard`: the call is carried out, but the connection breaks before its answer. `page`:
 * something in between answers with a page. `empty part`: a listing names nothing and says that there is more; `empty part first`:
 * the same, and it tells how to ask for the rest. `wrong bytes there` and `wrong bytes back`: a byte changes in transit.
 * `bytesPerSecond`: what is sent arrives this slowly, over one line that all calls share.
 */
export type Fault =
  | 'never'
  | 'reset'
  | 'reset late'
  | 'unheard'
  | 'page'
  | 'empty part'
  | 'empty part first'
  | 'stops'
  | 'wrong bytes there'
  | 'wrong bytes back'
  | { lateMs: number }
  | { bytesPerSecond: number }
  | { status: number; code: string }

const emptyPart = (rest: string) =>
  `<?xml version="1.0"?><ListBucketResult><KeyCount>0</KeyCount><IsTruncated>true</IsTruncated>${rest}</ListBucketResult>`

export type FaultOf = (call: S3Call) => Fault | null

/**
 * A proxy between Kinora and a store that passes calls on and makes them fail as requested.
 * @param dropParts for a store that neither compares the MD5 of a body nor can abort a multipart upload: the proxy then does both
 */
export async function startFaultyS3(endpoint: string, dropParts?: (uploadId: string) => void) {
  let faultOf: FaultOf | null = null
  /** What a listing names after its empty part, by the token that asks for it. */
  const rests = new Map<string, Buffer>()
  let lineIsFreeAt = 0
  const slowed = async function* (body: AsyncIterable<Buffer>, bytesPerSecond: number) {
    for await (const some of body) {
      const now = performance.now()
      lineIsFreeAt = Math.max(now, lineIsFreeAt) + (some.length * 1_000) / bytesPerSecond
      await sleep(lineIsFreeAt - now)
      yield some
    }
  }
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? '/', 'http://store')
    const method = incoming.method ?? 'GET'
    const fault = faultOf?.({ method, path: url.pathname, query: url.searchParams }) ?? null
    const isSlow = typeof fault === 'object' && fault && 'bytesPerSecond' in fault
    const body = await buffer(isSlow ? slowed(incoming, fault.bytesPerSecond) : incoming)
    if (fault === 'never') return
    if (fault === 'reset') return void outgoing.destroy()
    if (fault === 'page') {
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html><h1>Welcome</h1></html>')
      return
    }
    if (fault === 'empty part') {
      outgoing.writeHead(200, { 'content-type': 'application/xml' }).end(emptyPart(''))
      return
    }
    const rest = rests.get(url.searchParams.get('continuation-token') ?? '')
    if (rest && fault !== 'empty part first') {
      outgoing.writeHead(200, { 'content-type': 'application/xml' }).end(rest)
      return
    }
    if (fault === 'wrong bytes there') flipByte(body)
    if (typeof fault === 'object' && fault && 'status' in fault)
      return refuse(outgoing, fault.status, fault.code)
    if (typeof fault === 'object' && fault && 'lateMs' in fault) await sleep(fault.lateMs)

    const digest = incoming.headers['content-md5']
    if (dropParts && digest !== undefined && digest !== createHash('md5').update(body).digest('base64')) {
      return refuse(outgoing, 400, 'BadDigest')
    }
    const uploadId = url.searchParams.get('uploadId')
    if (dropParts && method === 'DELETE' && uploadId !== null) {
      dropParts(uploadId)
      outgoing.writeHead(204).end()
      return
    }
    if (fault === 'empty part first') {
      const token = url.searchParams.get('continuation-token') ?? randomUUID()
      if (!rests.has(token)) rests.set(token, await answerOf(endpoint, incoming))
      const more = `<NextContinuationToken>${token}</NextContinuationToken>`
      outgoing.writeHead(200, { 'content-type': 'application/xml' }).end(emptyPart(more))
      return
    }
    await passOn(endpoint, incoming, body, outgoing, fault)
  }

  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    /** The number of connections opened so far. */
    connections: () => connections,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    breakWith: (next: FaultOf | null) => {
      faultOf = next
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The signature covers the host name that was called, so the store is given that name and not its own. */
function passOn(
  endpoint: string,
  { method, url: path, headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  fault: Fault | null,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = endpoint.startsWith('https:') ? requestSafely : request
    const asked = call(new URL(path ?? '/', endpoint), { method, headers }, async (answer) => {
      const bytes = await buffer(answer)
      if (fault === 'unheard') {
        outgoing.destroy()
        return resolve()
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      if (fault === 'wrong bytes back') flipByte(bytes)
      if (fault === 'reset late' || fault === 'stops') {
        outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
          if (fault === 'reset late') outgoing.destroy()
        })
      } else outgoing.end(bytes)
      resolve()
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** The store's answer to a request without a body, which can be sent again although it is signed. */
function answerOf(endpoint: string, { method, url, headers }: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const call = endpoint.startsWith('https:') ? requestSafely : request
    const asked = call(new URL(url ?? '/', endpoint), { method, headers }, (answer) =>
      resolve(buffer(answer)),
    )
    asked.on('error', reject)
    asked.end()
  })
}

function refuse(outgoing: ServerResponse, status: number, code: string): void {
  const xml = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>as asked</Message></Error>`
  outgoing.writeHead(status, { 'content-type': 'application/xml' }).end(xml)
}

function flipByte(bytes: Buffer): void {
  if (bytes.length > 0) bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0)
}
