import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { createStatementNames } from './statement-names.ts'

const { pool } = await createTestDatabase()

test('a text always has the same name, and different texts have different ones', () => {
  const names = createStatementNames()

  expect(names.nameOf('select $1')).toBe(names.nameOf('select $1'))
  expect(names.nameOf('select $1')).not.toBe(names.nameOf('select $2'))
  expect(createStatementNames().nameOf('select $1')).toBe(names.nameOf('select $1'))
})

test('texts without end do not become prepared statements without end', () => {
  const names = createStatementNames(2)
  names.nameOf('select $1')
  names.nameOf('select $2')

  expect(names.nameOf('select $3')).toBeUndefined()
  expect(names.nameOf('select $1')).toBeDefined()
})

test('a parametrised query is prepared once for its connection and gives its rows', async () => {
  const client = await pool.connect()
  try {
    for (const n of [1, 2, 3]) {
      expect((await client.query('select $1::int as n', [n])).rows).toEqual([{ n }])
    }
    const { rows } = await client.query(
      `select statement from pg_prepared_statements where name <> 'kinora_actor'`,
    )
    expect(rows).toEqual([{ statement: 'select $1::int as n' }])
  } finally {
    client.release()
  }
})

test('bytes, milliseconds and counts come as numbers', async () => {
  const { rows } = await pool.query('select 5000000000::bigint as bytes, 1.5::numeric as hours')

  expect(rows).toEqual([{ bytes: 5_000_000_000, hours: 1.5 }])
})
