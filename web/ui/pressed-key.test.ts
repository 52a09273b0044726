import { expect, test } from 'vitest'
import { pressedKey } from './pressed-key.ts'

test('a letter is the one that the keyboard writes, however it is written', () => {
  expect(pressedKey({ key: 'z', code: 'KeyY' })).toBe('z')
  expect(pressedKey({ key: 'Z', code: 'KeyZ' })).toBe('z')
  expect(pressedKey({ key: 'Enter', code: 'Enter' })).toBe('enter')
  expect(pressedKey({ key: 'k', code: '' })).toBe('k')
})

test('where the keyboard writes other letters, it is the one in the same place of a Latin keyboard', () => {
  const keys = [
    { key: 'я', code: 'KeyZ' },
    { key: 'ζ', code: 'KeyZ' },
    { key: 'ז', code: 'KeyZ' },
    { key: 'ئ', code: 'KeyZ' },
    { key: 'Я', code: 'KeyZ' },
    { key: 'لا', code: 'KeyB' },
    { key: '٠', code: 'Digit0' },
  ]
  expect(keys.map(pressedKey)).toEqual(['z', 'z', 'z', 'z', 'z', 'b', '0'])
})

test('a letter in a place where Latin keyboards differ is none', () => {
  expect(pressedKey({ key: 'Ö', code: 'Semicolon' })).toBe('semicolon')
  expect(pressedKey({ key: 'я', code: '' })).toBe('')
})
