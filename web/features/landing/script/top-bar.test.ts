import { expect, test } from 'vitest'
import { barAt } from './top-bar.ts'

test('the bar hides on the way down past 100 pixels and returns on the way up', () => {
  expect(barAt(90, 0, 800, false).isHidden).toBe(false)
  expect(barAt(160, 90, 800, false).isHidden).toBe(true)
  expect(barAt(400, 160, 800, true).isHidden).toBe(true)
  expect(barAt(380, 400, 800, true).isHidden).toBe(false)
})

test('the bar stands out from what goes below it past 50 pixels', () => {
  expect([50, 51].map((y) => barAt(y, 0, 800, false).isLifted)).toEqual([false, true])
})

test('a trembling finger changes nothing', () => {
  expect(barAt(402, 400, 800, true).isHidden).toBe(true)
  expect(barAt(398, 400, 800, true).isHidden).toBe(true)
  expect(barAt(402, 400, 800, false).isHidden).toBe(false)
})

test('near the top the bar always shows', () => {
  expect(barAt(100, 0, 800, true).isHidden).toBe(false)
})

test('the mark stands alone once four fifths of a screen have passed', () => {
  expect(barAt(640, 600, 800, false).markAlone).toBe(false)
  expect(barAt(641, 600, 800, false).markAlone).toBe(true)
})
