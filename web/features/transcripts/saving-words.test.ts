import { expect, test } from 'vitest'
import { waitingWords } from './saving-words.ts'

test('corrections that no browser keeps are not said to be kept', () => {
  expect(waitingWords({ count: 1, isKept: true })).toBe(
    '1 correction kept on this device and sent by itself as soon as possible.',
  )
  expect(waitingWords({ count: 1, isKept: false })).toBe(
    '1 correction is only in this page, because this browser has no room for it. Please leave the page open until it is sent.',
  )
  expect(waitingWords({ count: 2, isKept: false })).toBe(
    '2 corrections are only in this page, because this browser has no room for them. Please leave the page open until they are sent.',
  )
})
