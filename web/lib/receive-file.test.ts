import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { situationOf } from './errors.ts'
import { receiveFile } from './receive-file.ts'
import { provideAccess } from './request.ts'

const ms = limits.answerSeconds * 1000
const closing: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) close()
})

/** A server that is asked for a file: how it answers is up to the test. `begun`: its answer has begun to come. */
async function asked(): Promise<{ request: Promise<ServerResponse>; begun: Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const begun = Promise.withResolvers<void>()
  provideAccess({
    fetch: async (path, init) => {
      const answer = await fetch(`http://127.0.0.1:${address.port}${path}`, init)
      begun.resolve()
      return answer
    },
    token: async () => null,
    renewed: async () => null,
    userId: () => null,
  })
  return { request: once(server, 'request').then(([, response]) => response), begun: begun.promise }
}

const failureOf = (call: Promise<unknown>) => call.catch((error: unknown) => error)

test('a file comes whole, with what its headers say', async () => {
  const { request } = await asked()
  const received = receiveFile('/family.gdz')
  const response = await request
  response.writeHead(200, { 'x-left-out': '2' })
  response.end('all of it')
  const { file, headers } = await received
  expect(await file.text()).toBe('all of it')
  expect(headers.get('x-left-out')).toBe('2')
})

test('a file that goes silent midway counts as no connection', async () => {
  const { request, begun } = await asked()
  const failure = failureOf(receiveFile('/family.gdz'))
  const response = await request
  response.write('half of')
  await begun
  // Until what follows on the beginning is done.
  await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(ms)
  expect(situationOf(await failure)).toBe('OFFLINE')
})

test('what the server refuses is told by its code, and by none where it says none', async () => {
  const { request } = await asked()
  const refused = failureOf(receiveFile('/family.gdz'))
  const response = await request
  response.writeHead(429, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code: 'TOO_MANY_REQUESTS' }))
  expect(situationOf(await refused)).toBe('TOO_MANY_REQUESTS')

  const { request: later } = await asked()
  const broken = failureOf(receiveFile('/family.gdz'))
  const answer = await later
  answer.writeHead(500)
  answer.end('<h1>Sorry</h1>')
  expect(situationOf(await broken)).toBe('UNKNOWN')
})
