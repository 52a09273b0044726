import { expect, test } from 'vitest'
import { joinName, splitName } from './names.ts'

test('the first word is the first name, the rest the last name', () => {
  expect(splitName({ fullName: 'Anna Maria Koch', email: 'a@b.example' })).toEqual({
    firstName: 'Anna',
    lastName: 'Maria Koch',
  })
})

test('without a name the e-mail gives one, and without an e-mail it is User', () => {
  expect(splitName({ fullName: '  ', email: 'anna@b.example' }).firstName).toBe('anna')
  expect(splitName({ fullName: '', email: '' }).firstName).toBe('User')
})

test('a part left blank keeps what it was', () => {
  const current = { firstName: 'Anna', lastName: 'Koch' }
  expect(joinName({ firstName: ' Eva ', lastName: '' }, current)).toBe('Eva Koch')
  expect(joinName({ firstName: '', lastName: 'Maier' }, current)).toBe('Anna Maier')
})
