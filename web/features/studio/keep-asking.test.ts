import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAsking } from './keep-asking.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const notFound = { code: 'NOT_FOUND' }

function asking(ask: () => Promise<{ isListening: boolean }>) {
  const ended = new AbortController()
  const told = { waiting: [] as boolean[], refusals: 0, asked: 0 }
  keepAsking(
    {
      recordingId: async () => 'a',
      ask: () => {
        told.asked += 1
        return ask()
      },
      waiting: (is) => told.waiting.push(is),
      refused: () => {
        told.refusals += 1
        ended.abort()
      },
    },
    ended.signal,
  )
  return { told, end: () => ended.abort() }
}

test('a server that does not know the recording yet has been reached', async () => {
  const answers = [Promise.reject(new TypeError('Failed to fetch')), Promise.reject(notFound)]
  for (const answer of answers) answer.catch(() => undefined)
  const { told, end } = asking(() => answers.shift() ?? Promise.resolve({ isListening: true }))

  await vi.advanceTimersByTimeAsync(9_500)
  end()

  expect(told.waiting).toEqual([true, false, false])
})

test('nothing is asked while an answer is waited for', async () => {
  const answer = Promise.withResolvers<{ isListening: boolean }>()
  const { told, end } = asking(() => answer.promise)

  await vi.advanceTimersByTimeAsync(30_000)
  expect(told.asked).toBe(1)
  answer.resolve({ isListening: true })
  await vi.advanceTimersByTimeAsync(3_500)
  end()

  expect(told.asked).toBe(2)
})

test('nothing is asked any more once the server does not listen', async () => {
  const { told } = asking(async () => ({ isListening: false }))

  await vi.advanceTimersByTimeAsync(30_000)

  expect(told).toEqual({ waiting: [false], refusals: 1, asked: 1 })
})
