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

const clientOf = (url: string): ContractRouterClient<Contract> =>
  createORPCClient(new RPCLink({ url, fetch: linkInTime(fetch) }))
