import { expect, test } from 'vitest'
import { brandOf, type CardEntry, keepOf, keptCard, passesLuhn, problemsOf } from '#contract/cards.ts'

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

const numbers = {
  visa: ['4242424242424242', '4000056655665556'],
  mastercard: ['5555555555554444', '5105105105105100', '2221000000000009', '2720990000000007'],
  amex: ['378282246310005', '341111111111111'],
  discover: ['6011111111111117', '6500000000000002', '6440000000000005'],
  diners: ['30569309025904', '38520000023237', '36148900647913'],
  jcb: ['3528000000000007', '3566002020360505', '3589000000000003'],
  unionpay: ['6200000000000005'],
  card: ['2721000000000004', '3527000000000008', '6430000000000007', '9000000000000001'],
}

test('every number is told by its brand, and is one only with every digit as it is', () => {
  for (const [brand, ofBrand] of Object.entries(numbers)) {
    for (const number of ofBrand) {
      expect([number, brandOf(number), passesLuhn(number)]).toEqual([number, brand, true])
      expect(keptCard.parse(keepOf({ ...good, number }))).toEqual({ brand, last4: number.slice(-4) })
      for (const [index, digit] of [...number].entries()) {
        const other = String((Number(digit) + 1) % 10)
        expect(passesLuhn(number.slice(0, index) + other + number.slice(index + 1))).toBe(false)
      }
    }
  }
})

test('a number has twelve to nineteen digits, in groups or not', () => {
  const isTaken = (number: string) => problemsWith({ number }).number === undefined
  expect(['000000000000', '4242-4242-4242-4242', '0000000000000000000'].map(isTaken)).toEqual([
    true,
    true,
    true,
  ])
  expect(['00000000000', '00000000000000000000', '4242 4242 4242 424x'].map(isTaken)).toEqual([
    false,
    false,
    false,
  ])
})

test('a card is good for no more than twenty years, and from the next month on no more', () => {
  expect(problemsWith({ expiry: '11/46' })).toEqual({})
  expect(problemsWith({ expiry: '01/47' })).toHaveProperty('expiry')
  const first = new Date(2026, 11, 1)
  expect(problemsOf({ ...good, expiry: '11/26' }, first)).toHaveProperty('expiry')
  expect(problemsOf({ ...good, expiry: '11/26' }, new Date(first.getTime() - 1))).toEqual({})
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
