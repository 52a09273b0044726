import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { type Asking, asUser } from './actor.ts'
import { type Parameters, prepare } from './prepared.ts'

const { db } = await createTestDatabase()

type Sum = Parameters<{ left: number; right: number }>

const sum = (db: Asking, value: Sum) =>
  db.selectNoFrom(sql<number>`${value.left}::int + ${value.right}::int + ${1}::int`.as('sum'))

test('a prepared query is built once and runs with the values of each call', async () => {
  let built = 0
  const prepared = prepare((tx, value: Sum) => {
    built += 1
    return sum(tx, value)
  })

  const sums = await asUser(db, { sub: randomUUID() }, async (tx) => [
    await prepared(tx, { left: 1, right: 2 }),
    await prepared(tx, { right: 10, left: 20 }),
  ])
  expect(sums).toEqual([[{ sum: 4 }], [{ sum: 31 }]])
  expect(built).toBe(1)
})

test('calls at the same moment do not mix their values', async () => {
  const prepared = prepare(sum)
  const sums = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      asUser(db, { sub: randomUUID() }, (tx) => prepared(tx, { left: n, right: n })),
    ),
  )
  expect(sums).toEqual(Array.from({ length: 20 }, (_, n) => [{ sum: 2 * n + 1 }]))
})
