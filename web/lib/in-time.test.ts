import { expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { isPassing, situationOf } from './errors.ts'
import { inTime } from './in-time.ts'
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
