import { expect, test } from 'vitest'
import { priceOf } from './price.ts'

test.for([
  [1_999, 'usd', '$19.99'],
  [2_000, 'usd', '$20.00'],
  [1_990, 'eur', '€19.90'],
  [-1_990, 'eur', '-€19.90'],
  [-1_999, 'usd', '-$19.99'],
  [2_000, 'jpy', '¥2,000'],
  [499_000, 'huf', 'HUF 4,990'],
  [499_050, 'huf', 'HUF 4,990.50'],
  [9_900_000, 'idr', 'IDR 99,000'],
  [120_000, 'isk', 'ISK 1,200'],
  [2_500, 'kwd', 'KWD 2.500'],
] as const)('%i of the smallest pieces of %s is written %s', ([amountCents, currency, written]) => {
  expect(priceOf({ amountCents, currency }).replace('\u00a0', ' ')).toBe(written)
})
