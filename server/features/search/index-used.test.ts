import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'

const { asOwner, superuser } = await createTestDatabase()

test('a search reads the index, as the role that it runs as and however often it was planned', async () => {
  await asOwner(`
    insert into search_entries (user_id, kind, source_id, text, search)
    select owner, 'line', gen_random_uuid(), '', app.marked(to_tsvector('simple', 'word' || n), app.search_mark(owner))
    from (select gen_random_uuid() as owner from generate_series(1, 20)) families, generate_series(1, 1000) n`)
  await asOwner('analyze search_entries')
  const { rows } = await asOwner(`select prosrc from pg_proc where proname = 'search_matches'`)
  const statement = /return query([^;]*);/
    .exec(rows[0]?.prosrc)?.[1]
    ?.replaceAll('search_matches.owner_id', '$1')
  const words = statement?.replace(/\bwords\b(?!')/g, '$2') ?? ''

  const client = new pg.Client(superuser)
  await client.connect()
  await client.query('set role kinora_search')
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query(`prepare matches (uuid, tsquery) as ${words}`)
  const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(
    `explain execute matches ('${'0'.repeat(8)}-0000-0000-0000-000000000000', 'word7')`,
  )
  await client.end()

  const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(lines).toMatch(/Bitmap Index Scan on search_entries_words/)
  expect(lines).not.toMatch(/Seq Scan/)
})
