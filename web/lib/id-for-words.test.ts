import { expect, test } from 'vitest'
import { createIdForWords } from './id-for-words.ts'

test('the same words have the same id until they were made', () => {
  const ids = createIdForWords()
  const first = ids.idFor({ text: 'Who baked?' })
  expect(ids.idFor({ text: 'Who baked?' })).toBe(first)
  ids.made()
  expect(ids.idFor({ text: 'Who baked?' })).not.toBe(first)
})

test('other words have another id', () => {
  const ids = createIdForWords()
  const first = ids.idFor({ text: 'Who bked?' })
  expect(ids.idFor({ text: 'Who baked?' })).not.toBe(first)
})
