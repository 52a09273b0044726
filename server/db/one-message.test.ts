import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'

const { pool } = await createTestDatabase()

/** A connection of the pool, and what it writes to its socket from now on, one entry per system call. */
async function connect() {
  const client = await pool.connect()
  onTestFinished(() => client.release())
  const { stream } = client.connection
  const handed: string[] = []
  const [writeOne, writeMany] = [stream._write.bind(stream), stream._writev?.bind(stream)]
  stream._write = (chunk, ...rest) => {
    handed.push(String(chunk))
    writeOne(chunk, ...rest)
  }
  stream._writev = (chunks, done) => {
    handed.push(chunks.map(({ chunk }) => String(chunk)).join(''))
    writeMany?.(chunks, done)
  }
  return { client, handed }
}

test('statements that are sent in one turn leave as one, and are answered in their order', async () => {
  const { client, handed } = await connect()

  const answers = await Promise.all([
    client.query('begin'),
    client.query('select $1::text as word', ['first']),
    client.query('select $1::text as word', ['second']),
    client.query('commit'),
  ])

  expect(answers.flatMap(({ rows }) => rows)).toEqual([{ word: 'first' }, { word: 'second' }])
  expect(handed).toHaveLength(1)
  expect(handed[0]).toMatch(/begin.*first.*second.*commit/s)
})

test('a statement that fails does not keep back those of the next turn', async () => {
  const { client, handed } = await connect()

  await expect(client.query('select nothing')).rejects.toThrow('nothing')
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(handed).toHaveLength(2)
})
