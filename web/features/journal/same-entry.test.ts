import { expect, it } from 'vitest'
import { isSameEntry } from './same-entry.ts'

const added = 'The ships came in by night.'

it('knows an entry that was written on, or mended, for the same', () => {
  expect(isSameEntry(added, `${added} Father was on board.`)).toBe(true)
  expect(isSameEntry(added, `In June ${added}`)).toBe(true)
  expect(isSameEntry('The ships cmae in by night.', added)).toBe(true)
})

it('knows what was begun in its place for another', () => {
  expect(isSameEntry(added, 'Father was not on board.')).toBe(false)
  expect(isSameEntry(added, 'The h')).toBe(false)
  expect(isSameEntry(added, '')).toBe(false)
})
