import type { ServerResponse } from 'node:http'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { expect, test, vi } from 'vitest'
import type { Contract } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { isPassing, situationOf } from './errors.ts'
import { inTime, linkInTime } from './in-time.ts'
import { serversInHeldTime } from './testing/servers-in-held-time.ts'

const ms = limits.answerSeconds * 1000
const serverThat = serversInHeldTime()

const ask = (url: string, givenUp = new AbortController().signal) =>
  inTime(givenUp, (signal) => fetch(url, { signal }))
const failureOf = (call: Promise<Response>) => call.catch((error: unknown) => error)

test('a server that says nothing counts as one that cannot be reached, and is asked again', async () => {
  const silent = await serverThat(() => undefined)
  const failure = failureOf(ask(silent.url))
  await silent.asked
  vi.advanceTimersByTime(ms)
  expect(situationOf(await failure)).toBe('OFFLINE')
  expect(isPassing(await failure)).toBe(true)
})

test('an answer that has begun in time may take longer to end', async () => {
  let end = () => {}
  const slow = await serverThat((_request, response) => {
    response.write('begun, ')
    end = () => response.end('and ended')
  })
  const answer = await ask(slow.url)
  vi.advanceTimersByTime(2 * ms)
  end()
  expect(await answer.text()).toBe('begun, and ended')
})

test('whoever gives a call up is not told that there was no answer, also when a stream has begun', async () => {
  const gone = new AbortController()
  const silent = await serverThat(() => undefined)
  const failure = failureOf(ask(silent.url, gone.signal))
  await silent.asked
  gone.abort()
  expect(await failure).toMatchObject({ name: 'AbortError' })
  expect(await failureOf(ask(silent.url, gone.signal))).toMatchObject({ name: 'AbortError' })

  const left = new AbortController()
  const stream = await serverThat((_request, response) => response.write('begun, '))
  const answer = await ask(stream.url, left.signal)
  left.abort()
  await expect(answer.text()).rejects.toMatchObject({ name: 'AbortError' })
})

test('a procedure whose answer goes silent in the middle counts as one that was not answered', async () => {
  const silent = await serverThat((_request, response) => response.writeHead(200, json).write(pieces[0]))
  const { call, received } = callOf(silent.url)
  const failure = call.catch((error: unknown) => error)
  await received(1)
  vi.advanceTimersByTime(ms)
  expect(situationOf(await failure)).toBe('OFFLINE')
})

test('a procedure is answered as slowly as it likes, as long as more and more comes', async () => {
  const answering = Promise.withResolvers<ServerResponse>()
  const slow = await serverThat((_request, response) => answering.resolve(response.writeHead(200, json)))
  const { call, received } = callOf(slow.url)
  const response = await answering.promise
  for (const [index, piece] of pieces.entries()) {
    response.write(piece)
    await received(index + 1)
    vi.advanceTimersByTime(0.9 * ms)
  }
  response.end()
  expect(await call).toEqual({ items: [], nextCursor: null })
})

test.each([
  ['a page of a hotel’s network', 200, { 'content-type': 'text/html' }],
  ['nothing at all', 200, {}],
  ['a way to the log-in of a proxy', 302, { location: 'https://login.example/' }],
  ['a proxy that knows of no server just now', 404, { 'content-type': 'text/plain; charset=utf-8' }],
  ['a proxy that finds the line too slow', 408, { 'content-type': 'text/html' }],
  ['a challenge before the server', 403, { 'content-type': 'text/html' }],
  ['a proxy that has failed', 500, { 'content-type': 'text/html' }],
  ['a proxy whose server is away', 530, { 'content-type': 'text/html' }],
])('%s is no answer to a procedure, and least of all that it is done', async (_what, status, headers) => {
  const between = await serverThat((_request, response) => response.writeHead(status, headers).end('<h1>'))
  const failure = await clientOf(between.url)
    .stories.list({})
    .catch((error: unknown) => error)
  expect(situationOf(failure)).toBe('OFFLINE')
  expect(isPassing(failure)).toBe(true)
})

test.each([
  [413, 'PAYLOAD_TOO_LARGE'],
  [429, 'TOO_MANY_REQUESTS'],
])('a proxy that answers %s is heard', async (status, code) => {
  const page = { 'content-type': 'text/html' }
  const between = await serverThat((_request, response) => response.writeHead(status, page).end('<h1>'))
  const failure = await clientOf(between.url)
    .stories.list({})
    .catch((error: unknown) => error)
  expect(situationOf(failure)).toBe(code)
})

const json = { 'content-type': 'application/json' }
const pieces = ['{"json":{', '"items":[],', '"nextCursor":null}}'] as const

const clientOf = (
  url: string,
  ask: Parameters<typeof linkInTime>[0] = fetch,
): ContractRouterClient<Contract> => createORPCClient(new RPCLink({ url, fetch: linkInTime(ask) }))

/** A call on its way, and whether so many pieces of its answer have come. */
function callOf(url: string) {
  let count = 0
  const counting = async (request: Request, init: RequestInit) => {
    const answer = await fetch(request, init)
    const counted = new TransformStream({
      transform: (piece, out) => {
        out.enqueue(piece)
        count += 1
      },
    })
    return new Response(answer.body?.pipeThrough(counted), { headers: answer.headers })
  }
  return {
    call: clientOf(url, counting).stories.list({}),
    received: async (wanted: number) => {
      while (count < wanted) await new Promise(setImmediate)
      // Until what follows on it is done.
      await new Promise(setImmediate)
    },
  }
}
