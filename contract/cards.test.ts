import { expect, test } from 'vitest'
import { brandOf, type CardEntry, keepOf, problemsOf } from '#contract/cards.ts'

const now = new Date('2026-11-21T12:00:00Z')
const good: CardEntry = {
  number: '4242 4242 4242 4242',
  expiry: '12/30',
  cvv: '123',
  name: 'Ana Petrova',
  zip: '79000',
}
const problemsWith = (change: Partial<CardEntry>) => problemsOf({ ...good, ...change }, now)

test('a well-formed card is taken, and brand and four digits are all that is kept of it', () => {
  expect(problemsOf(good, now)).toEqual({})
  expect(keepOf(good)).toEqual({ brand: 'visa', last4: '4242' })
})

test('each field that is missing or wrong says so', () => {
  expect(
    Object.keys(problemsOf({ number: '', expiry: '', cvv: '', name: ' ', zip: '' }, now)).toSorted(),
  ).toEqual(['cvv', 'expiry', 'name', 'number', 'zip'])
  expect(problemsWith({ number: '4242 4242 4242 4241' })).toEqual({
    number: 'Please enter a valid card number',
  })
  expect(problemsWith({ number: '4242' })).toHaveProperty('number')
  expect(problemsWith({ zip: '!' })).toHaveProperty('zip')
})

test('a card is good until the last day of its month', () => {
  expect(problemsWith({ expiry: '11/26' })).toEqual({})
  expect(problemsWith({ expiry: '10/26' })).toEqual({ expiry: 'This card has expired' })
  expect(problemsWith({ expiry: '13/30' })).toEqual({ expiry: 'Please enter the expiry as MM/YY' })
})

test('brands are told by their ranges, and an American Express card has four digits on its front', () => {
  expect(['5555555555554444', '2223003122003222', '6011111111111117', '1'].map(brandOf)).toEqual([
    'mastercard',
    'mastercard',
    'discover',
    'card',
  ])
  expect(problemsWith({ number: '378282246310005', cvv: '1234' })).toEqual({})
  expect(problemsWith({ number: '378282246310005', cvv: '123' })).toEqual({ cvv: 'The CVV has 4 digits' })
})
