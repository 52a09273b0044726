import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { isPassing, situationOf } from './errors.ts'
import { inTime } from './in-time.ts'

const ms = limits.answerSeconds * 1000
const closing: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) close()
})

/** Where a server listens, and the next request that it gets. */
async function serverThat(answers: RequestListener) {
  const server = createServer(answers).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return { url: `http://127.0.0.1:${address.port}`, asked: once(server, 'request') }
}

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
