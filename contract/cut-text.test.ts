import { expect, test } from 'vitest'
import { cutText } from './cut-text.ts'

test.each([
  ['what fits stays whole', 'Oma 🌻', 6, 'Oma 🌻'],
  ['what is too long is cut', 'Grandmother', 5, 'Grand'],
  ['a sign that would be cut in half is left out', 'Oma 🌻', 5, 'Oma '],
  ['a whole sign at the end stays', 'Oma 🌻🌻', 6, 'Oma 🌻'],
])('%s', (_what, text, max, cut) => {
  expect(cutText(text, max)).toBe(cut)
})
