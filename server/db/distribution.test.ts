import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { acrossFamilies, localSchemas, localTables, referenceTables, uniqueOverAll } from './distribution.ts'

const database = await createTestDatabase()

type Table = { name: string; schema: string; hasUserId: boolean }
const read = async <Row>(text: string): Promise<Row[]> => (await database.asOwner(text)).rows

const tables = await read<Table>(`
  select nspname || '.' || relname as name, nspname as schema, exists (
    select from pg_attribute where attrelid = pg_class.oid and attname = 'user_id' and not attisdropped
  ) as "hasUserId"
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'p') and nspname not like 'pg\\_%' and nspname <> 'information_schema'
  order by 1`)
const named = { ...referenceTables, ...localTables }
const isLocal = ({ name, schema }: Table) => name in localTables || schema in localSchemas
const distributed = tables
  .filter((table) => !isLocal(table) && !(table.name in named))
  .map(({ name }) => name)

test('every table is distributed by its family, or named as one that is not, with the reason', () => {
  const nobodys = tables.filter((table) => !table.hasUserId && !isLocal(table) && !(table.name in named))

  expect(nobodys.map(({ name }) => name)).toEqual([])
  expect(distributed.length).toBeGreaterThan(40)
  const known = tables.map(({ name }) => name)
  expect(Object.keys(named).filter((name) => !known.includes(name))).toEqual([])
})

test('every unique key of a distributed table holds the family, or is named with what becomes of it', async () => {
  const keys = await read<{ table: string; key: string; columns: string[] }>(`
    select pg_namespace.nspname || '.' || owner.relname as table, pg_namespace.nspname || '.' || own.relname as key,
      array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any (indkey)) as columns
    from pg_index join pg_class own on own.oid = indexrelid join pg_class owner on owner.oid = indrelid
    join pg_namespace on pg_namespace.oid = owner.relnamespace
    where indisunique`)
  const overAll = keys
    .filter(({ table, columns }) => distributed.includes(table) && !columns.includes('user_id'))
    .map(({ key }) => key)

  expect(overAll.sort()).toEqual(Object.keys(uniqueOverAll).sort())
})

test('a distributed table refers to its own family’s rows by the family, or to what is the same everywhere', async () => {
  const references = await read<{ from: string; to: string; name: string; pairs: string[] }>(`
    select conrelid::regclass::text as name,
      (select nspname || '.' || relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where pg_class.oid = conrelid) as from,
      (select nspname || '.' || relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where pg_class.oid = confrelid) as to,
      array(
        select mine.attname || '=' || theirs.attname
        from unnest(conkey, confkey) as pair (my, their)
        join pg_attribute mine on mine.attrelid = conrelid and mine.attnum = my
        join pg_attribute theirs on theirs.attrelid = confrelid and theirs.attnum = their
      ) as pairs
    from pg_constraint where contype = 'f'`)
  const isFit = ({ from, to, pairs }: (typeof references)[number]) => {
    if (!distributed.includes(from)) return !distributed.includes(to)
    return to in referenceTables || (distributed.includes(to) && pairs.includes('user_id=user_id'))
  }

  expect(references.length).toBeGreaterThan(60)
  const unfit = references.filter((reference) => !isFit(reference))
  expect(unfit.filter(({ from }) => !(from in acrossFamilies))).toEqual([])
  expect(new Set(unfit.map(({ from }) => from))).toEqual(new Set(Object.keys(acrossFamilies)))
})

test('the family stands first in the primary key of every distributed table, so that its rows lie together', async () => {
  const keys = await read<{ table: string; first: string }>(`
    select pg_namespace.nspname || '.' || relname as table,
      (select attname::text from pg_attribute where attrelid = indrelid and attnum = indkey[0]) as first
    from pg_index join pg_class on pg_class.oid = indrelid join pg_namespace on pg_namespace.oid = relnamespace
    where indisprimary`)
  const others = keys.filter(({ table, first }) => distributed.includes(table) && first !== 'user_id')

  expect(others).toEqual([])
})
