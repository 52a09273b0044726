import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { acrossFamilies, localSchemas, localTables, referenceTables, uniqueOverAll } from './distribution.ts'

const database = await createTestDatabase()

type Table = { name: string; schema: string; hasUserId: boolean }
const read = async <Row>(text: string): Promise<Row[]> => (await database.asOwner(text)).rows

const named = { ...referenceTables, ...localTables }
const isLocal = ({ name, schema }: Table) => name in localTables || schema in localSchemas

const readTables = () =>
  read<Table>(`
    select nspname || '.' || relname as name, nspname as schema, exists (
      select from pg_attribute where attrelid = pg_class.oid and attname = 'user_id' and not attisdropped
    ) as "hasUserId"
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and nspname not like 'pg\\_%' and nspname <> 'information_schema'
    order by 1`)

async function readDistributed(): Promise<string[]> {
  const tables = await readTables()
  return tables.filter((table) => !isLocal(table) && !(table.name in named)).map(({ name }) => name)
}

/**
 * Unique keys of distributed tables that do not contain the family. INCLUDE columns of an index do not count: they make nothing
 * unique.
 */
async function readUniqueOverAll(): Promise<string[]> {
  const distributed = await readDistributed()
  const keys = await read<{ table: string; key: string; columns: string[] }>(`
    select pg_namespace.nspname || '.' || owner.relname as table, pg_namespace.nspname || '.' || own.relname as key,
      array(
        select attname::text from unnest(indkey::int2[]) with ordinality as part (number, place)
        join pg_attribute on attrelid = indrelid and attnum = part.number
        where part.place <= indnkeyatts
      ) as columns
    from pg_index join pg_class own on own.oid = indexrelid join pg_class owner on owner.oid = indrelid
    join pg_namespace on pg_namespace.oid = owner.relnamespace
    where indisunique`)
  return keys
    .filter(({ table, columns }) => distributed.includes(table) && !columns.includes('user_id'))
    .map(({ key }) => key)
}

const qualified = `
  select pg_class.oid, nspname || '.' || relname as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace`

type Reference = { from: string; to: string; name: string; pairs: string[] }
const readReferences = () =>
  read<Reference>(`
    select mine.name as from, theirs.name as to, mine.name || '.' || conname as name,
      array(
        select mine.attname || '=' || theirs.attname
        from unnest(conkey, confkey) as pair (my, their)
        join pg_attribute mine on mine.attrelid = conrelid and mine.attnum = my
        join pg_attribute theirs on theirs.attrelid = confrelid and theirs.attnum = their
      ) as pairs
    from pg_constraint
    join (${qualified}) mine on mine.oid = conrelid
    join (${qualified}) theirs on theirs.oid = confrelid
    where contype = 'f'`)

/** Foreign keys that a distributed database refuses, by table and constraint. */
async function readUnfitReferences(): Promise<string[]> {
  const distributed = await readDistributed()
  const isFit = ({ from, to, pairs }: Reference) => {
    if (!distributed.includes(from)) return !distributed.includes(to)
    return to in referenceTables || (distributed.includes(to) && pairs.includes('user_id=user_id'))
  }
  return (await readReferences()).filter((reference) => !isFit(reference)).map(({ name }) => name)
}

/** Distributed tables without a primary key that begins with the family. */
async function readScattered(): Promise<string[]> {
  const keys = await read<{ table: string }>(`
    select pg_namespace.nspname || '.' || relname as table
    from pg_index join pg_class on pg_class.oid = indrelid join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indisprimary and attname = 'user_id'`)
  const together = new Set(keys.map(({ table }) => table))
  return (await readDistributed()).filter((table) => !together.has(table))
}

test('every table is distributed by its family, or named as one that is not, with the reason', async () => {
  const tables = await readTables()
  const nobodys = tables.filter((table) => !table.hasUserId && !isLocal(table) && !(table.name in named))

  expect(nobodys.map(({ name }) => name)).toEqual([])
  expect((await readDistributed()).length).toBeGreaterThan(40)
  const known = tables.map(({ name }) => name)
  expect(Object.keys(named).filter((name) => !known.includes(name))).toEqual([])
})

test('every unique key of a distributed table holds the family, or is named with what becomes of it', async () => {
  expect((await readUniqueOverAll()).sort()).toEqual(Object.keys(uniqueOverAll).sort())
})

test('a distributed table refers to its own family’s rows by the family, or to what is the same everywhere', async () => {
  expect((await readReferences()).length).toBeGreaterThan(60)
  expect((await readUnfitReferences()).sort()).toEqual(Object.keys(acrossFamilies).sort())
})

test('the family stands first in the primary key of every distributed table, so that its rows lie together', async () => {
  expect(await readScattered()).toEqual([])
})

test('a key, a reference and a table that could not be distributed are found out', async () => {
  await database.asOwner(
    'create table public.scattered (user_id uuid, word text, unique (word) include (user_id))',
  )
  await database.asOwner(`
    alter table public.notices add constraint one_more
    foreign key (owner_id, story_id) references public.stories (user_id, id)`)

  expect(await readUniqueOverAll()).toContain('public.scattered_word_user_id_key')
  expect(await readUnfitReferences()).toContain('public.notices.one_more')
  expect(await readScattered()).toEqual(['public.scattered'])
})
