import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sha256Of } from '../../sha256.ts'
import { createTestDatabase } from '../database.ts'
import { differencesOf } from './check-seed.ts'
import { seedEmail, seedInstance } from './seed-instance.ts'
import type { SeedSize } from './sizes.ts'

const size: SeedSize = {
  families: 4,
  large: 1,
  storiesOfLarge: 12,
  storiesOfSmall: 3,
  linesOfLarge: 8,
  lines: 120,
  vastTree: 40,
  smallTree: 6,
}
const folder = mkdtempSync(join(tmpdir(), 'kinora-seed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const first = await createTestDatabase()
await seedInstance(first.connection, size, folder, () => undefined)

test('every family has what its size says', async () => {
  const { rows } = await first.asOwner(`
    select count(*)::integer as families,
      (select count(*)::integer from stories) as stories,
      (select count(*)::integer from transcript_lines) as lines,
      (select count(*)::integer from transcript_segments) as segments,
      (select count(*)::integer from family_members m where m.user_id =
        (select id from profiles where email = '${seedEmail(1)}')) as tree
    from profiles`)

  expect(rows).toEqual([{ families: 4, stories: 21, lines: 120, segments: 120, tree: 40 }])
})

test('families that tell more in a month than the free plan hears are on one that hears it', async () => {
  const talkative = await createTestDatabase()
  const told = { storiesOfLarge: 1, linesOfLarge: 1, storiesOfSmall: 4, lines: 2401 }
  await seedInstance(talkative.connection, { ...size, ...told }, null, () => undefined)

  const { rows } = await talkative.asOwner(
    'select tier, ai_analysis_hours_used > 1 as much from subscriptions join usage_tracking using (user_id)',
  )
  expect(rows).toContainEqual({ tier: 'generation', much: true })
  expect(rows).not.toContainEqual({ tier: 'free', much: true })
})

test('search and use are what the triggers make of the same rows', async () => {
  for (const family of [1, 2, 4]) expect(await differencesOf(first.connection, seedEmail(family))).toEqual([])
})

test('a word that is not found and a byte that is not counted are noticed', async () => {
  const spoilt = await createTestDatabase()
  await seedInstance(spoilt.connection, size, null, () => undefined)
  await spoilt.asOwner(`
    with family as (select id from profiles where email = '${seedEmail(2)}'),
    unfound as (
      delete from search_entries where (user_id, kind, source_id) in (
        select e.user_id, e.kind, e.source_id from search_entries e join family f on f.id = e.user_id
        where e.kind = 'line' order by e.source_id limit 1))
    update usage_tracking set storage_used_bytes = storage_used_bytes + 1 where user_id = (select id from family)`)

  const differences = await differencesOf(spoilt.connection, seedEmail(2))

  expect(differences.map((difference) => difference.split(':')[0]).toSorted()).toEqual([
    'only as seeded',
    'only as written',
    'only as written',
  ])
})

test('the same size gives the same families again', async () => {
  const second = await createTestDatabase()
  await seedInstance(second.connection, size, null, () => undefined)
  const inTables = [
    'stories',
    'transcript_lines',
    'search_entries',
    'family_members',
    'family_connections',
    'media',
  ]

  for (const table of inTables) {
    const digest = `select count(*), md5(string_agg(row, '' order by row)) from (
      select (to_jsonb(t) - '{created_at,updated_at}'::text[])::text as row from ${table} t
      where user_id <> '00000000-0000-0000-0000-000000000000') rows`
    expect((await second.asOwner(digest)).rows, table).toEqual((await first.asOwner(digest)).rows)
  }
})

test('every file is there with the bytes that its row tells of', async () => {
  const { rows } = await first.asOwner(
    `select distinct on (sha256, role) storage_key as key, sha256, size_bytes::integer as size from media order by sha256, role`,
  )

  expect(rows.length).toBeGreaterThan(5)
  for (const { key, sha256, size } of rows) {
    const bytes = readFileSync(join(folder, key))
    expect([bytes.length, sha256Of(bytes)]).toEqual([size, sha256])
  }
})

test('nothing is seeded where people have accounts, or twice', async () => {
  const lived = await createTestDatabase()
  await lived.asOwner(`insert into auth.users (id, email) values (gen_random_uuid(), 'ana@example.com')`)
  const unused = join(folder, 'unused')

  await expect(seedInstance(lived.connection, size, unused, () => undefined)).rejects.toThrow(
    /accounts of people/,
  )
  await expect(seedInstance(first.connection, size, unused, () => undefined)).rejects.toThrow(
    /seeded already/,
  )
  expect((await lived.asOwner('select from profiles')).rowCount).toBe(1)
  expect(existsSync(unused)).toBe(false)
})
