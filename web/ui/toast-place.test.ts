import { expect, test } from 'vitest'
import { toastPlace } from './toast-place.ts'

const phone = { width: 390, height: 844 }
const large = { width: 1440, height: 900 }

test('a message appears at the bottom, where nobody is at work', () => {
  expect(toastPlace(null, phone)).toBe('bottom-right')
  expect(toastPlace({ x: 200, y: 300 }, phone)).toBe('bottom-right')
  expect(toastPlace({ x: 1300, y: 300 }, large)).toBe('bottom-right')
  expect(toastPlace({ x: 400, y: 880 }, large)).toBe('bottom-right')
})

test('it leaves the row alone whose button was just pressed down there', () => {
  expect(toastPlace({ x: 40, y: 700 }, phone)).toBe('top-right')
  expect(toastPlace({ x: 1300, y: 850 }, large)).toBe('top-right')
})
