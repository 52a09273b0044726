import { expect, it } from 'vitest'
import { lastFailure } from './mailed-question-view.tsx'

it('says why the last press failed, and nothing of an earlier one once another has worked', () => {
  const error = new TypeError('away')
  const failedFirst = { submittedAt: 1, error }
  expect(lastFailure([failedFirst, { submittedAt: 0, error: null }])).toBe(error)
  expect(lastFailure([failedFirst, { submittedAt: 2, error: null }])).toBeNull()
  expect(lastFailure([{ submittedAt: 0, error: null }, failedFirst])).toBe(error)
})
