import { expect, test } from 'vitest'
import { problemsOf } from './validation.ts'

test('an address with spaces around it is fine', () => {
  expect(problemsOf({ email: ' anna@family.example ', password: '123456' })).toEqual({})
})

test('each field says what is wrong with it', () => {
  expect(problemsOf({ email: 'anna', password: '12345' })).toEqual({
    email: 'Please enter a valid email address',
    password: 'Password must be at least 6 characters',
  })
})
