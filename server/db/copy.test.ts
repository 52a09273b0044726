import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '../testing/database.ts'
import { copyIn, copyOut } from './copy.ts'

async function connected(): Promise<pg.Client> {
  const client = new pg.Client((await createEmptyDatabase()).connection)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('create table told (id int primary key, words text)')
  return client
}

test('rows travel out and in again, whatever is written in them, however slowly they are read', async () => {
  const client = await connected()
  await client.query(
    String.raw`insert into told select n, repeat(E'\\a\t\n ü', n % 9) || n from generate_series(1, 60000) n`,
  )
  const before = await client.query('select md5(string_agg(words, id::text order by id)) from told')
  const out = copyOut(client, 'copy told to stdout')
  const pieces: Buffer[] = []
  for await (const piece of out.stream) {
    pieces.push(piece)
    await new Promise(setImmediate)
  }
  expect(out.rows()).toBe(60_000)
  expect(pieces.length).toBeGreaterThan(5)

  await client.query('truncate told')
  expect(await copyIn(client, 'copy told from stdin', Readable.from(pieces))).toBe(60_000)
  const after = await client.query('select md5(string_agg(words, id::text order by id)) from told')
  expect(after.rows).toEqual(before.rows)
})

test('a refused row, a source that breaks and a wrong statement fail, and the connection goes on', async () => {
  const client = await connected()
  const twice = Readable.from([Buffer.from('1\ta\n1\tb\n')])
  await expect(copyIn(client, 'copy told from stdin', twice)).rejects.toThrow('duplicate key')
  const broken = (async function* () {
    yield Buffer.from('1\ta\n')
    throw new Error('the disk is gone')
  })()
  await expect(copyIn(client, 'copy told from stdin', broken)).rejects.toThrow('the disk is gone')
  await expect(buffer(copyOut(client, 'copy nothing to stdout').stream)).rejects.toThrow('does not exist')
  expect((await client.query('select count(*)::int as n from told')).rows).toEqual([{ n: 0 }])
})
