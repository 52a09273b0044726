import { expect, test } from 'vitest'
import { directionsOf, inVisualOrder } from './bidi.ts'

/** The level of each character, as fribidi 1.0 gives it for the same text. */
const known: readonly (readonly [string, string])[] = [
  ['Maryam مريم, 1943', '00000001111112222'],
  ['Maryam שרה, 1943', '0000000111112222'],
  ['مريم 1943 Haifa', '111112222122222'],
  ['שלום (Haifa)', '111111222221'],
  ['a (שלום) b', '0001111000'],
  ['שלום a(b) c', '11111222222'],
  ['1943–2001 مريم', '22221222211111'],
  ['مريم 12,5٪ ١٢', '1111122221122'],
  ['+1-2 ש', '122211'],
  ['$12 ש 12%', '222111222'],
  ['א-12', '1122'],
  ['plain', '00000'],
]

test.each(known)('%s is read as the Unicode algorithm says', (text, levels) => {
  expect([...directionsOf(text).levels].join('')).toBe(levels)
})

test('a paragraph begins at the side of its first letter', () => {
  expect(directionsOf('(1943) مريم and Ana').base).toBe(1)
  expect(directionsOf('1943 Ana و').base).toBe(0)
  expect(directionsOf('1943').base).toBe(0)
})

test('pieces stand in the order of their levels, numbers within a text from the right by themselves', () => {
  const pieces = [...'abCD12EFg'].map((sign) => ({
    sign,
    level: /[A-Z]/.test(sign) ? 1 : Number(/\d/.test(sign)) * 2,
  }))
  expect(
    inVisualOrder(pieces)
      .map(({ sign }) => sign)
      .join(''),
  ).toBe('abFE12DCg')
})
