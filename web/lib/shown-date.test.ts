import { expect, it } from 'vitest'
import { shownDate } from './shown-date.ts'

it('shows a year before 1000 as people write it, without the zero under which it is kept', () => {
  expect(shownDate('0943')).toBe('943')
  expect(shownDate('about 0943')).toBe('about 943')
  expect(shownDate('between 0940 and 0943')).toBe('between 940 and 943')
  expect(shownDate('0943-05-02')).toBe('May 2, 943')
})

it('leaves the other dates, and what is no date, as they stand', () => {
  for (const text of [
    '',
    '1943',
    '0943-05',
    'between 0940-03 and 0943-11',
    'flat 0943, so they said',
    '44 BC',
    '05 May 1943',
  ])
    expect(shownDate(text)).toBe(text)
})

it('shows a date before its words as it shows one that stands alone', () => {
  expect(shownDate('1852-06-24 (feast of St John)')).toBe('June 24, 1852 (feast of St John)')
  expect(shownDate('about 1852 (or so (they said))')).toBe('about 1852 (or so (they said))')
})
