import { expect, test } from 'vitest'
import { SpeechFailure } from '../../speech/speech-failure.ts'
import { finalFailure } from './failed.ts'

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
