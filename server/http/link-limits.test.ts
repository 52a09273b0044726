import { expect, test } from 'vitest'
import { codeOf } from '../testing/code-of.ts'
import { createLinkLimits } from './link-limits.ts'

test('a phone that goes on with its link makes no other phone’s link forgotten, however many are known', async () => {
  const limits = createLinkLimits()
  const linkOf = (number: number) => ({ id: `link ${number}`, secretHash: `secret ${number}` })
  for (let number = 0; number < 10_000; number += 1) limits.keepFound(linkOf(number))
  for (let again = 0; again < 5; again += 1) limits.keepFound(linkOf(9_999))
  for (let wrong = 0; wrong < 61; wrong += 1) await codeOf(limits.countWrongGuess('one house'))

  expect(await codeOf(limits.assertMayGuess('one house', linkOf(0)))).toBe('done')
  expect(await codeOf(limits.assertMayGuess('one house', linkOf(10_000)))).toBe('TOO_MANY_REQUESTS')
})

test('whoever has one link is told to wait like anybody else before others are asked for by its secret', async () => {
  const limits = createLinkLimits()
  const own = { id: 'own', secretHash: 'secret' }
  limits.keepFound(own)
  for (let wrong = 0; wrong < 61; wrong += 1) await codeOf(limits.countWrongGuess('one house'))

  expect(await codeOf(limits.assertMayGuess('one house', { ...own, id: 'other' }))).toBe('TOO_MANY_REQUESTS')
  expect(await codeOf(limits.assertMayGuess('one house', own))).toBe('done')
})
