import { expect, test } from 'vitest'
import { withEntry } from './names.ts'

test('a speaker or tag is added only if something is left of it after trimming', () => {
  expect(withEntry(['Ana'], '   ')).toEqual(['Ana'])
  expect(withEntry(['Ana'], '  Bo   Keller ')).toEqual(['Ana', 'Bo Keller'])
})

test('nobody is added twice', () => {
  expect(withEntry(['Bo Keller'], 'bo keller')).toEqual(['Bo Keller'])
})
