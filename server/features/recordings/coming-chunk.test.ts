import { once } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { Hono } from 'hono'
import { afterAll, expect, test, vi } from 'vitest'
import { chunkPath } from '#contract/recordings.ts'
import { asRecorder, asUser } from '../../db/actor.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { contentDigestOf, sha256Of } from '../../sha256.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { serveOnLoopback } from '../../testing/loopback.ts'
import { putChunk, startRecording } from '../../testing/recorder.ts'
import { receiveChunk } from './chunks.ts'
import { AT_ONCE_MS, readChunk } from './coming-chunk.ts'

/* Chunks on a fast connection are handed on while they arrive, and a stalled one keeps nobody else waiting. */

// The tests decide how long a body took: on a busy machine no body would come at once.
vi.useFakeTimers({ toFake: ['performance'] })
afterAll(() => {
  vi.useRealTimers()
})

const { app, services, person } = await createTestKinora()
const kinora = await serveOnLoopback(app)

/** For each chunk: resolves when its reading begins, and tells whether it was complete when it was handed on. */
let begun = Promise.withResolvers<void>()
let handedOn = Promise.withResolvers<{ whole: boolean }>()
const reader = await serveOnLoopback(
  new Hono<HttpEnv>().put('/', async (c) => {
    const reading = readChunk(c, 0)
    begun.resolve()
    const chunk = await reading
    handedOn.resolve({ whole: c.env.incoming?.complete ?? false })
    const { length } = Buffer.concat(await chunk.pieces)
    return c.json({ ...chunk, length })
  }),
)

const bytes = Buffer.alloc(1_000, 'What was said in the kitchen. ')
const half = bytes.length / 2

const lines: Agent[] = []
afterAll(() => {
  for (const line of lines) line.destroy()
})

/** A single connection that is kept alive. */
function newLine(): Agent {
  const line = new Agent({ keepAlive: true, maxSockets: 1 })
  lines.push(line)
  return line
}

function begin(line: Agent, url: string, headers: Record<string, string> = {}): ClientRequest {
  const sending = request(url, {
    method: 'PUT',
    agent: line,
    headers: { 'content-length': String(bytes.length), 'content-digest': contentDigestOf(bytes), ...headers },
  })
  // The outcome is read from the answer; a connection that is cut has none.
  sending.on('error', () => undefined)
  return sending
}

async function answerOf(sending: ClientRequest): Promise<{ status: number | undefined; body: unknown }> {
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, body: await json(answer) }
}

const send = (line: Agent, url: string, headers?: Record<string, string>) =>
  answerOf(begin(line, url, headers).end(bytes))

/** A connection on which the first chunk of a recording has come at once. */
async function recordingOnQuickLine(): Promise<{ ana: Person; id: string; line: Agent; url: string }> {
  const ana = await person()
  const { id } = await startRecording(ana)
  const line = newLine()
  const first = await send(line, kinora + chunkPath(id, 0), authorization(ana))
  expect(first).toMatchObject({ status: 200, body: { nextIndex: 1 } })
  return { ana, id, line, url: kinora + chunkPath(id, 1) }
}

const authorization = ({ accessToken }: Person) => ({ authorization: `Bearer ${accessToken}` })

test('a chunk is handed on while it comes where the one before came at once', async () => {
  const line = newLine()
  await send(line, reader)
  handedOn = Promise.withResolvers()

  const sending = begin(line, reader)
  sending.write(bytes.subarray(0, half))
  expect(await handedOn.promise).toEqual({ whole: false })
  sending.end(bytes.subarray(half))

  expect(await answerOf(sending)).toMatchObject({ status: 200, body: { length: bytes.length } })
})

test('a chunk is handed on when it is whole over a line that is new, or was slow', async () => {
  const line = newLine()
  for (let nth = 0; nth < 2; nth += 1) {
    begun = Promise.withResolvers()
    handedOn = Promise.withResolvers()
    const sending = begin(line, reader)
    sending.write(bytes.subarray(0, half))
    await begun.promise
    vi.advanceTimersByTime(AT_ONCE_MS + 1)
    sending.end(bytes.subarray(half))
    expect(await handedOn.promise).toEqual({ whole: true })
    expect(await answerOf(sending)).toMatchObject({ status: 200 })
  }
})

test('a chunk that stalls holds up nobody: the same one comes over another line meanwhile', async () => {
  const ana = await person()
  const { id } = await startRecording(ana)
  const stalling = Promise.withResolvers<Uint8Array[]>()
  const givenUp = Promise.withResolvers<unknown>()
  const receiving = receiveChunk(
    services,
    {
      userId: ana.id,
      run: (work) => asUser(services.db, ana.claims, work),
      runNextChunk: (work) => {
        const running = asRecorder(services.db, ana.claims, work)
        running.catch(givenUp.resolve)
        return running
      },
    },
    id,
    { index: 0, size: bytes.length, sha256: sha256Of(bytes), pieces: stalling.promise },
  )
  await givenUp.promise

  const other = await putChunk(ana, id, 0, bytes)
  expect(await other.json()).toMatchObject({ index: 0, receivedBytes: bytes.length, nextIndex: 1 })
  stalling.resolve([bytes])

  expect(await receiving).toMatchObject({ index: 0, receivedBytes: bytes.length, nextIndex: 1 })
})

test('a chunk that turns out to be another one than was said is refused, and nothing is kept of it', async () => {
  const { ana, id, line, url } = await recordingOnQuickLine()
  const other = { ...authorization(ana), 'content-digest': contentDigestOf(bytes.subarray(1)) }

  expect(await send(line, url, other)).toMatchObject({ status: 422, body: { code: 'DIGEST_MISMATCH' } })
  expect(await ana.client.recordings.status({ id })).toMatchObject({ nextIndex: 1 })
  expect(await send(line, url, authorization(ana))).toMatchObject({ status: 200, body: { nextIndex: 2 } })
})

test('of a chunk whose line breaks nothing is kept', async () => {
  const { ana, id, line, url } = await recordingOnQuickLine()
  const breaking = begin(line, url, authorization(ana))
  breaking.write(bytes.subarray(0, half))
  await once(breaking, 'socket')
  breaking.destroy()

  expect(await ana.client.recordings.status({ id })).toMatchObject({ nextIndex: 1 })
  const again = await putChunk(ana, id, 1, bytes)
  expect(await again.json()).toMatchObject({ receivedBytes: 2 * bytes.length, nextIndex: 2 })
})
