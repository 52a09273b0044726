import { expect, test } from 'vitest'
import { mayRemove } from './may-remove.ts'

const somebody = { id: 'oma', isSelf: false, isDerived: false }
const needed = { ...somebody, isDerived: true }
const line = (isAutomatic: boolean, toId = 'mum') => ({
  id: 'line',
  type: 'parent' as const,
  kind: 'birth' as const,
  fromId: 'oma',
  toId,
  label: '',
  startDate: '',
  startPlace: '',
  endDate: '',
  isAutomatic,
  version: 0,
})

test('whoever was added or came with a file can be removed, except you', () => {
  expect(mayRemove(somebody, { connections: [line(true)] })).toBe(true)
  expect(mayRemove(somebody, undefined)).toBe(true)
  expect(mayRemove({ ...somebody, isSelf: true }, { connections: [] })).toBe(false)
})

test('somebody whom the labels brought can be removed once no automatic line leads to them', () => {
  expect(mayRemove(needed, { connections: [line(false)] })).toBe(true)
  expect(mayRemove({ ...needed, id: 'opa' }, { connections: [line(true)] })).toBe(true)
  expect(mayRemove(needed, { connections: [line(false, 'dad'), line(true)] })).toBe(false)
  expect(mayRemove({ ...needed, id: 'mum' }, { connections: [line(true)] })).toBe(false)
  expect(mayRemove(needed, undefined)).toBe(false)
})
