import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test('what people typed stays on one line and is cut between two signs', () => {
  expect(oneLine(' Ana\r\nBcc: x ', 20)).toBe('Ana Bcc: x')
  expect(oneLine('Grandma 👵 tells', 9)).toBe('Grandma ')
  expect(oneLine('Grandma 👵 tells', 10)).toBe('Grandma 👵')
})
