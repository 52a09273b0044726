import { describe, expect, test } from 'vitest'
import type { JobContext } from '../jobs/job.ts'
import { createLog } from '../log.ts'
import { lastingFailureOf } from './lasting-failure.ts'
import { TextFailure } from './text-failure.ts'

const attemptOf = (attempt: number, isLastAttempt = false): JobContext => ({
  log: createLog('silent'),
  attempt,
  isLastAttempt,
  signal: new AbortController().signal,
})
const unforeseen = new TypeError('words is not iterable')

describe('what nobody foresaw', () => {
  test('is tried again as long as that may help', () => {
    expect(() => lastingFailureOf(unforeseen, attemptOf(1))).toThrow(unforeseen)
  })

  test.each([
    ['at the last attempt of the queue', attemptOf(2, true)],
    ['after as many questions as are paid for', attemptOf(4)],
  ])('is said %s, so that nothing waits for ever', (_when, context) => {
    expect(lastingFailureOf(unforeseen, context)).toBe('BUSY')
  })
})

test('a key that is refused is refused at once; what passes is tried again first', () => {
  expect(lastingFailureOf(new TextFailure('KEY_REFUSED', 'no'), attemptOf(1))).toBe('REFUSED')
  const busy = new TextFailure('RATE_LIMITED', 'too often')
  expect(() => lastingFailureOf(busy, attemptOf(3))).toThrow(busy)
  expect(lastingFailureOf(busy, attemptOf(4))).toBe('BUSY')
})

test('a stop during the last attempt is no failure of the model', () => {
  const context = { ...attemptOf(4, true), signal: AbortSignal.abort() }
  const aborted = new TextFailure('ABORTED', 'stopped')
  expect(() => lastingFailureOf(aborted, context)).toThrow(aborted)
  expect(() => lastingFailureOf(unforeseen, context)).toThrow(unforeseen)
})
