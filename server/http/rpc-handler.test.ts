import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import { expect, test } from 'vitest'
import { PlainJsonSerializer } from './rpc-handler.ts'

const ours = new PlainJsonSerializer()
const theirs = new StandardRPCJsonSerializer()
const bytes = new Blob(['bytes'])

test.each([
  ['plain', { title: 'A', count: 1, none: null, left: undefined, list: [{ on: true }, []] }],
  ['a number that is none', { count: Number.NaN }],
  ['a date', { at: new Date(0), list: [new Date(Number.NaN)] }],
  ['a big number', [1n]],
  ['nothing in a list', [undefined, 1]],
  ['nothing at all', undefined],
  ['a set in a map', new Map([['a', new Set([1])]])],
  ['an address', { url: new URL('https://example.com') }],
  ['a method named toJSON', { a: 1, toJSON: () => 'other' }],
  ['bytes', { file: bytes }],
])('%s leaves as the library’s own serialiser writes it, and comes back', (_what, data) => {
  const [json, meta, maps, blobs] = ours.serialize(data)
  const expected = theirs.serialize(data)

  expect([JSON.stringify(json), meta, maps, blobs]).toEqual([
    JSON.stringify(expected[0]),
    ...expected.slice(1),
  ])
})

test('what is plain is not copied', () => {
  const data = { items: [{ id: 'a' }] }

  expect(ours.serialize(data)[0]).toBe(data)
})
