import type { ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { situationOf } from './errors.ts'
import { receiveFile } from './receive-file.ts'
import { provideAccess } from './request.ts'
import { serversInHeldTime } from './testing/servers-in-held-time.ts'

const ms = limits.answerSeconds * 1000
const begin = serversInHeldTime()

/** Requests a file from a server whose answer the test controls. `begun` resolves when the answer has begun to arrive. */
async function asked(): Promise<{ request: Promise<ServerResponse>; begun: Promise<void> }> {
  const server = await begin()
  const begun = Promise.withResolvers<void>()
  provideAccess({
    fetch: async (path, init) => {
      const answer = await fetch(`${server.url}${path}`, init)
      begun.resolve()
      return answer
    },
    token: async () => null,
    renewed: async () => null,
    userId: () => null,
  })
  return { request: server.asked.then(([, response]) => response), begun: begun.promise }
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
  // Wait until the code that follows the beginning of the answer has run.
  await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(ms)
  expect(situationOf(await failure)).toBe('OFFLINE')
})

test('a page in place of a file is none to be saved', async () => {
  const { request } = await asked()
  const failure = failureOf(receiveFile('/family.gdz'))
  const response = await request
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Please log in</h1>')
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
