import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test('initials come from the first and the last word', () => {
  expect(['Anna Maria Koch', 'Papa', 'anna.koch@family.example', '', 'جدتي', '👵 Oma'].map(initials)).toEqual(
    ['AK', 'P', 'AK', '?', 'ج', '👵O'],
  )
})
