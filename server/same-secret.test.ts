import { expect, test } from 'vitest'
import { isSameSecret, isSameSignature } from './same-secret.ts'

test.each([
  ['the same', 'correct horse', true],
  ['another of the same length', 'correct house', false],
  ['a shorter one', 'correct', false],
  ['nothing', '', false],
])('a secret or signature is told apart from %s', (_, given, isSame) => {
  expect(isSameSecret(given, 'correct horse')).toBe(isSame)
  expect(isSameSignature(Buffer.from(given), Buffer.from('correct horse'))).toBe(isSame)
})
