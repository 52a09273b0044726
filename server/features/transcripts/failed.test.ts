import { describe, expect, test } from 'vitest'
import { SpeechFailure, type SpeechFailureCode } from '../../speech/speech-failure.ts'
import { askAgainAt, finalFailure, isOutage } from './failed.ts'

const atLast = { attempt: 25, isLastAttempt: true, signal: new AbortController().signal }
const stopped = { ...atLast, signal: AbortSignal.abort() }

test('an engine that was still being waited for at the last attempt has failed', () => {
  expect(finalFailure(new SpeechFailure('ABORTED', 'no answer'), atLast)).toBe('ENGINE_FAILED')
  expect(finalFailure(new TypeError('words is not iterable'), atLast)).toBe('ENGINE_FAILED')
})

test('it has not where only the server was stopped', () => {
  expect(finalFailure(new SpeechFailure('ABORTED', 'stopped'), stopped)).toBeNull()
  expect(finalFailure(new TypeError('words is not iterable'), stopped)).toBeNull()
})

describe('an engine that cannot be asked now', () => {
  const since = new Date('2026-01-01T00:00:00Z')
  const HOUR_MS = 3_600_000
  /** How long it is left alone, in minutes, where it has failed for so many hours. */
  const minutes = (code: SpeechFailureCode, hours: number, retryAfterMs: number | null = null) => {
    const now = since.getTime() + hours * HOUR_MS
    const failure = new SpeechFailure(code, 'not now', { retryAfterMs })
    if (!isOutage(failure)) throw new Error('this is no outage')
    const at = askAgainAt(failure, since, now)
    return at && (at.getTime() - now) / 60_000
  }

  test('is left alone for as long as it has failed already, from a minute to an hour', () => {
    expect([0, 0.2, 0.5, 1, 8].map((hours) => minutes('UNREACHABLE', hours))).toEqual([1, 12, 30, 60, 60])
    expect(minutes('RATE_LIMITED', -1)).toBe(1)
  })

  test('is left alone for as long as it asks, up to half a day in all', () => {
    expect(minutes('RATE_LIMITED', 0, 300_000)).toBe(5)
    expect(minutes('RATE_LIMITED', 0.5, 300_000)).toBe(30)
    expect(minutes('ENGINE_FAILED', 0, 6 * HOUR_MS)).toBe(360)
    expect(minutes('RATE_LIMITED', 0, 13 * HOUR_MS)).toBeNull()
    expect(minutes('UNREACHABLE', 11.5)).toBeNull()
  })

  test('is another than one that fails at this recording', () => {
    for (const code of [
      'ENGINE_FAILED',
      'TIMED_OUT',
      'NONSENSE',
      'KEY_REFUSED',
      'NO_SOUND',
      'ABORTED',
    ] as const) {
      expect(isOutage(new SpeechFailure(code, 'not now'))).toBe(false)
    }
    expect(isOutage(new SpeechFailure('KEY_REFUSED', 'no', { retryAfterMs: 1_000 }))).toBe(false)
    expect(isOutage(new TypeError('words is not iterable'))).toBe(false)
  })
})
