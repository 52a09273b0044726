import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { tooLong } from './too-long.ts'

test('a comment up to the limit is not too long, whatever space is around it', () => {
  expect(tooLong(`  ${'a'.repeat(limits.commentText)}\n`)).toBeUndefined()
})

test('a megabyte of text is told both numbers', () => {
  expect(tooLong('a'.repeat(1_000_000))).toContain('5,000 characters, and this has 1,000,000')
})
