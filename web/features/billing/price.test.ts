import { expect, test } from 'vitest'
import { priceOf } from './price.ts'

test.for([
  [1_999, 'usd', '$19.99'],
  [2_000, 'usd', '$20.00'],
  [1_990, 'eur', '€19.90'],
  [-1_990, 'eur', '-€19.90'],
  [-1_999, 'usd', '-$19.99'],
  [2_000, 'jpy', '¥2,000'],
] as const)('%i of the smallest pieces of %s is written %s', ([amountCents, currency, written]) => {
  expect(priceOf({ amountCents, currency })).toBe(written)
})
