import { expect, test } from 'vitest'
import { openingAt, turned } from './opening.ts'

test('one page lies open on a small screen', () => {
  expect(openingAt(1, 5, false)).toEqual([0])
  expect(openingAt(4, 5, false)).toEqual([3])
})

test('two pages lie open on a large one, the cover alone', () => {
  expect(openingAt(1, 5, true)).toEqual([0])
  expect([openingAt(2, 5, true), openingAt(3, 5, true)]).toEqual([
    [1, 2],
    [1, 2],
  ])
  expect(openingAt(4, 4, true)).toEqual([3])
})

test('a page beyond either end is the last or the first', () => {
  expect(openingAt(99, 5, false)).toEqual([4])
  expect(openingAt(-3, 5, true)).toEqual([0])
})

test.each([true, false])(
  'turning goes through every page once and back again (two pages open: %s)',
  (isSpread) => {
    const count = 8
    const seen: number[][] = [openingAt(1, count, isSpread)]
    let page = 1
    while (turned(page, 1, count, isSpread) !== page) {
      page = turned(page, 1, count, isSpread)
      seen.push(openingAt(page, count, isSpread))
    }
    expect(seen.flat()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])

    const back: number[][] = [openingAt(page, count, isSpread)]
    while (page > 1) {
      page = turned(page, -1, count, isSpread)
      back.push(openingAt(page, count, isSpread))
    }
    expect(back.toReversed()).toEqual(seen)
  },
)

test('at either end the book stays where it is', () => {
  expect(turned(1, -1, 5, false)).toBe(1)
  expect(turned(5, 1, 5, false)).toBe(5)
  expect(turned(4, 1, 5, true)).toBe(4)
})
