import { expect, test } from 'vitest'
import { levelStep } from './level.ts'

test('the meter changes its colour above 50 and above 80', () => {
  expect([0, 50, 51, 80, 81, 100].map(levelStep)).toEqual(['quiet', 'quiet', 'good', 'good', 'loud', 'loud'])
})
