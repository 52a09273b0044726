import { expect, it } from 'vitest'
import { readNumber } from './phone-number.ts'

it.each([
  ['+49 151 1234-5678', '+4915112345678'],
  ['0049 (151) 12345678', '+4915112345678'],
  [' +1 (415) 555‑0100 ', '+14155550100'],
  ['+44/20.7946.0018', '+442079460018'],
  ['+49 (0)151 12345678', '+4915112345678'],
  ['0044 ( 0 ) 20 7946 0018', '+442079460018'],
  ['(+49) (0)151 12345678', '+4915112345678'],
  // Copied from a phone's contacts, which put marks around a number that nobody sees: it is read from left to right.
  ['\u202a+49 151 12345678\u202c', '+4915112345678'],
  ['\u200e+49\u00a0(0)151 12345678\u200e', '+4915112345678'],
])('%j is the number %s', (typed, number) => {
  expect(readNumber(typed)).toEqual({ number, problem: null })
})

it.each([
  ['', /type the number/],
  ['0151 12345678', /code of your country/],
  ['(0)151 12345678', /code of your country/],
  ['+0151 12345678', /After the \+/],
  ['+49 151', /too short/],
  ['+49151123456789012', /too long/],
  ['+49 my phone', /digits only/],
  ['49+15112345678', /digits only/],
])('%j is none, and it says why', (typed, problem) => {
  expect(readNumber(typed)).toEqual({ number: null, problem: expect.stringMatching(problem) })
})
