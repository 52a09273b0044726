import { expect, test } from 'vitest'
import { withoutUndefined } from './without-undefined.ts'

test('what was not given is left out, and what was emptied stays', () => {
  expect(Object.entries(withoutUndefined({ title: 'The mill', place: undefined, note: null }))).toEqual([
    ['title', 'The mill'],
    ['note', null],
  ])
})
