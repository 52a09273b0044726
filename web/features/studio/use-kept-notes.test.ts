import { expect, test } from 'vitest'
import { isToBeSent } from './use-kept-notes.ts'

test('an entry that was taken out of a story that is not there is not said to be sent', () => {
  const goneSince = '2026-11-24T12:00:00.000Z'
  expect(isToBeSent({ removed: true, goneSince })).toBe(false)
  expect(isToBeSent({ removed: true })).toBe(true)
  expect(isToBeSent({ goneSince })).toBe(true)
  expect(isToBeSent({})).toBe(true)
})
