import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { withNumbers } from './spell-limits.ts'

test('a limit is written as its number', () => {
  expect(withNumbers('cutText(name, limits.title)')).toBe(`cutText(name, (${limits.title}))`)
  expect(withNumbers('limits.title.toString()')).toBe(`(${limits.title}).toString()`)
})

test('what is no limit of the list stays as it is', () => {
  const code = 'plan.limits.title + limits.unheardOf + ownlimits.title + Object.keys(limits).length'
  expect(withNumbers(code)).toBe(code)
})
