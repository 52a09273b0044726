import { expect, test } from 'vitest'
import { peopleInOrder } from './people-in-order.ts'
import type { Row } from './take-rows.ts'

async function* inBatchesOf(size: number, rows: Row[]) {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

async function ordered(rows: Row[], size = 200): Promise<Row[][]> {
  const batches: Row[][] = []
  for await (const batch of peopleInOrder(inBatchesOf(size, rows))) batches.push(batch)
  return batches
}

/** Each person belongs to the family through the one before, and the archive has them in reverse order. */
const descent = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `p${at}`,
    via_id: at === 0 ? null : `p${at - 1}`,
  })).toReversed()

test('everybody comes behind those through whom they belong to the family, and few at a time', async () => {
  const people = descent(20_000)

  const batches = await ordered(people)

  expect(batches.flat().map(({ id }) => id)).toEqual(people.toReversed().map(({ id }) => id))
  expect(Math.max(...batches.map(({ length }) => length))).toBe(200)
})

test('who belongs to it through somebody that the archive does not have comes, too', async () => {
  const people = [
    { id: 'son', via_id: 'mother' },
    { id: 'mother', via_id: 'you' },
    { id: 'aunt', via_id: 'you' },
  ]

  expect((await ordered(people, 1)).flat().map(({ id }) => id)).toEqual(['mother', 'son', 'aunt'])
})

test('those who belong to it through one another come together, with all who hang on them', async () => {
  const people = [
    { id: 'one', via_id: 'other' },
    { id: 'other', via_id: 'one' },
    { id: 'child', via_id: 'one' },
    { id: 'you', via_id: null },
  ]

  const batches = await ordered(people, 1)
  expect(batches.map((batch) => batch.map(({ id }) => id).toSorted())).toEqual([
    ['you'],
    ['child', 'one', 'other'],
  ])
})
