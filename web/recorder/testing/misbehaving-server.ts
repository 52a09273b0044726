import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { implement, ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/node'
import { type Contract, contract } from '#contract/index.ts'
import type { RecordingStatus } from '#contract/recordings.ts'
import { createHttpUpload } from '../upload/http-upload.ts'
import type { UploadPort } from '../upload/upload.ts'

/** What goes wrong with one PUT. `forget`: the receipt is right but nothing was stored. `flip`: one stored bit is wrong. */
export const faults = [
  '413',
  '500',
  '401',
  'drop',
  'drop-after',
  'lie',
  'shrink',
  'forget',
  'flip',
  'page',
] as const
export type Fault = (typeof faults)[number]

type Stored = {
  storyId: string
  chunks: { bytes: Buffer; sha256: string }[]
  state: RecordingStatus['state']
}

export type MisbehavingServer = {
  upload: UploadPort
  /** Each PUT takes one from the front; with none left, the server works as it should. */
  faults: Fault[]
  recordings: Map<string, Stored>
  /** Every PUT that arrived, in order. */
  puts: { id: string; index: number; bytes: Buffer }[]
  close: () => Promise<void>
}

/** A small server of the recording protocol on a real socket, which fails as it is told to. */
export async function startMisbehavingServer(): Promise<MisbehavingServer> {
  const recordings = new Map<string, Stored>()
  const puts: MisbehavingServer['puts'] = []
  const pending: Fault[] = []
  const rpc = new RPCHandler({ recordings: procedures(recordings) })

  const server = createServer(async (request, response) => {
    const { matched } = await rpc.handle(request, response, { prefix: '/rpc' })
    if (!matched) await receive(request, response)
  })

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, , , id = '', , number = ''] = (request.url ?? '').split('/')
    const bytes = Buffer.concat(await request.toArray())
    const index = Number(number)
    puts.push({ id, index, bytes })

    const fault = pending.shift()
    const recording = recordings.get(id)
    if (!recording) return answer(response, 404, { code: 'NOT_FOUND' })
    if (fault === 'drop') return void request.socket.destroy()
    if (fault === '413') return answer(response, 413, '<h1>Request Entity Too Large</h1>')
    if (fault === '401') return answer(response, 401, { code: 'UNAUTHORIZED' })
    if (fault === '500') return answer(response, 500, { code: 'INTERNAL_SERVER_ERROR' })
    if (fault === 'page') return answer(response, 200, '<h1>Welcome to the hotel network</h1>')

    const sha256 = sha256Of(bytes)
    const receipt = { index, size: bytes.length, sha256 }
    if (fault === 'lie') return answer(response, 200, { ...receipt, sha256: sha256Of(Buffer.from('other')) })
    if (fault === 'shrink') return answer(response, 200, { ...receipt, size: bytes.length - 1 })
    if (fault === 'forget') return answer(response, 200, receipt)

    const known = recording.chunks[index]
    if (known && known.sha256 !== sha256) return answer(response, 409, { code: 'CHUNK_CONFLICT' })
    if (index > recording.chunks.length) return answer(response, 409, { code: 'CHUNK_OUT_OF_ORDER' })
    if (!known && recording.state !== 'receiving') return answer(response, 409, { code: 'RECORDING_ENDED' })

    const stored = Buffer.from(bytes)
    if (fault === 'flip') stored[0] = (stored[0] ?? 0) ^ 1
    recording.chunks[index] = { bytes: stored, sha256 }
    if (fault === 'drop-after') return void request.socket.destroy()
    answer(response, 200, receipt)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ url: `${origin}/rpc` }))

  return {
    upload: createHttpUpload({ recordings: client.recordings, fetch, origin }),
    faults: pending,
    recordings,
    puts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function procedures(recordings: Map<string, Stored>) {
  // Only the procedures that a recording device calls.
  const { start, status, complete, discard } = contract.recordings
  const api = implement({ start, status, complete, discard })
  const found = (id: string) => {
    const recording = recordings.get(id)
    if (!recording) throw new ORPCError('NOT_FOUND', { status: 404 })
    return { recording, status: () => statusOf(id, recording) }
  }

  return api.router({
    start: api.start.handler(({ input }) => {
      if (!recordings.has(input.id)) {
        recordings.set(input.id, { storyId: input.story.id, chunks: [], state: 'receiving' })
      }
      return found(input.id).status()
    }),
    status: api.status.handler(({ input }) => found(input.id).status()),
    complete: api.complete.handler(({ input }) => {
      const { recording, status } = found(input.id)
      if (recording.chunks.length !== input.chunkCount) {
        throw new ORPCError('RECORDING_INCOMPLETE', { status: 409 })
      }
      recording.state = damagedOf(recording).length > 0 ? 'damaged' : 'safe'
      return status()
    }),
    discard: api.discard.handler(({ input }) => {
      const isReplaced = recordings.get(input.replacedBy ?? '')?.state === 'safe'
      if (found(input.id).recording.state !== 'receiving' && !isReplaced)
        throw new ORPCError('RECORDING_ENDED', { status: 409 })
      recordings.delete(input.id)
      return { id: input.id }
    }),
  })
}

function statusOf(id: string, { storyId, chunks, state }: Stored): RecordingStatus {
  const whole = Buffer.concat(chunks.map(({ bytes }) => bytes))
  return {
    id,
    storyId,
    state,
    nextIndex: chunks.length,
    receivedBytes: whole.length,
    damaged: state === 'damaged' ? damagedOf({ chunks }) : [],
    sha256: state === 'safe' ? sha256Of(whole) : null,
  }
}

function damagedOf({ chunks }: Pick<Stored, 'chunks'>): number[] {
  return chunks.flatMap(({ bytes, sha256 }, index) => (sha256Of(bytes) === sha256 ? [] : [index]))
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function answer(response: ServerResponse, status: number, body: object | string): void {
  const isPage = typeof body === 'string'
  response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json' })
  response.end(isPage ? body : JSON.stringify(body))
}
