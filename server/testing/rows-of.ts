import type { TestDatabase } from './database.ts'

/** All rows of one person, from every table that has an owner. */
export async function rowsOf(database: TestDatabase, userId: string): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await database.asOwner(
    `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'user_id'`,
  )
  const found: Record<string, unknown[]> = {}
  for (const { table_name: table } of tables) {
    const { rows } = await database.asOwner(
      `select to_jsonb(t) as row from public.${table} t where user_id = $1 order by to_jsonb(t)::text`,
      [userId],
    )
    found[table] = rows
  }
  const { rows } = await database.asOwner('select to_jsonb(p) as row from profiles p where id = $1', [userId])
  return { ...found, profiles: rows }
}
