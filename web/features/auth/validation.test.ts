import { expect, test } from 'vitest'
import { emailProblem, passwordProblem } from './validation.ts'

test('an address with spaces around it is fine', () => {
  expect(emailProblem(' anna@family.example ')).toBeUndefined()
  expect(passwordProblem('123456')).toBeUndefined()
})

test.each([
  '',
  'anna',
  'anna@',
  'anna@family',
  'anna@@family.example',
  `${'a'.repeat(10_000)}@family.example`,
])('“%s” is no address, as the server has it too', (typed) => {
  expect(emailProblem(typed)).toBe('Please enter a valid email address')
})

test('a password of five characters says how many it takes', () => {
  expect(passwordProblem('12345')).toBe('Password must be at least 6 characters')
})

test.each([
  ['а', 40, 36],
  ['字', 30, 24],
  ['🪿', 19, 18],
  ['a', 73, 72],
])('a password of “%s” %i times is told how many of them fit', (letter, count, fitting) => {
  expect(passwordProblem(letter.repeat(fitting))).toBeUndefined()
  expect(passwordProblem(letter.repeat(count))).toBe(
    `This password is too long: only its first ${fitting} characters fit`,
  )
})
