import { assert, constantFrom, property, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import { mergeOrders } from '#contract/merge-orders.ts'

const orderOf = (base: string, mine: string, theirs: string) =>
  mergeOrders([...base], [...mine], [...theirs]).join('')

test.for([
  ['abc', 'abcx', 'abcy', 'abcxy'],
  ['abc', 'axbc', 'abyc', 'axbyc'],
  ['abc', 'xabc', 'ab', 'xab'],
  ['abc', 'cab', 'abcy', 'cyab'],
  ['abc', 'abc', 'cba', 'cba'],
  ['abc', 'bc', 'ac', 'c'],
  ['abc', 'bc', 'cba', 'cb'],
  ['abc', 'xabc', 'cba', 'xcba'],
  ['abc', 'acb', 'abcy', 'acyb'],
  ['abcd', 'abdc', 'dcba', 'abdc'],
  ['', 'ab', 'ca', 'cab'],
] as const)('of %s, one made %s and another %s: together %s', ([base, mine, theirs, both]) => {
  expect(orderOf(base, mine, theirs)).toBe(both)
})

test('nothing that either put in is lost, nothing that either took out comes back, nothing is there twice', () => {
  const order = uniqueArray(constantFrom(...'abcdefgh'), { maxLength: 8 })
  assert(
    property(order, order, order, (base, mine, theirs) => {
      const both = orderOf(base.join(''), mine.join(''), theirs.join(''))
      const expected = [...new Set([...mine, ...theirs])].filter(
        (id) => !base.includes(id) || (mine.includes(id) && theirs.includes(id)),
      )
      expect([...both].toSorted()).toEqual(expected.toSorted())
    }),
  )
})
