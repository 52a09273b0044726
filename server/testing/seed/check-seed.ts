import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const sqlOf = (name: string) => readFileSync(join(import.meta.dirname, 'sql', `${name}.sql`), 'utf8')

/**
 * Compares a family's stored search entries and usage with what the triggers produce when the same rows are written again. Changes
 * nothing.
 * @returns the differences, one entry each; empty if there are none
 */
export async function differencesOf(owner: pg.ClientConfig, email: string): Promise<string[]> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(sqlOf('figures'))
    const found = await client.query('insert into seed_checked select id from auth.users where email = $1', [
      email,
    ])
    if (found.rowCount !== 1) return [`there is no family ${email}`]
    await client.query(sqlOf('written-anew'))
    const { rows } = await client.query<{ difference: string }>(differences)
    return rows.map(({ difference }) => difference)
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

const differences = `
  with now_search as (
    select e.* from public.search_entries e join seed_checked c on c.id = e.user_id
  ), now_figures as (select * from pg_temp.figures())
  select 'only as seeded: ' || gone::text as difference from (table before_search except table now_search) gone
  union all
  select 'only as written: ' || more::text from (table now_search except table before_search) more
  union all
  select 'only as seeded: ' || gone::text from (table before_figures except table now_figures) gone
  union all
  select 'only as written: ' || more::text from (table now_figures except table before_figures) more
  union all
  select 'nothing was compared' where not exists (table before_search) or not exists (table before_figures)`
