import type pg from 'pg'

/** The schemas that hold everything that people have brought. */
export const ownSchemas = ['public', 'app', 'auth']

/**
 * Persistent tables of ours that a backup leaves empty. Archives that are being exported or imported are zips of what the backup
 * holds anyway, or can be sent again.
 */
export const leftOutTables = ['public.archive_exports', 'public.archive_imports', 'app.rate_limits']

export type ListedTable = { schema: string; name: string; columns: string[] }
export type ListedSequence = { schema: string; name: string; value: number }

/** Every table whose rows survive a crash, with its columns except generated ones. */
export async function listTables(client: pg.Client): Promise<ListedTable[]> {
  const { rows } = await client.query<ListedTable>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname = any($1)
     order by 1, 2`,
    [ownSchemas],
  )
  return rows.filter(({ schema, name }) => !leftOutTables.includes(`${schema}.${name}`))
}

/** Sequences that have been used, with their last number. */
export async function listSequences(client: pg.Client): Promise<ListedSequence[]> {
  const { rows } = await client.query<{ schema: string; name: string; value: string }>(
    `select schemaname as schema, sequencename as name, last_value as value from pg_sequences
     where schemaname = any($1) and last_value is not null order by 1, 2`,
    [ownSchemas],
  )
  return rows.map((row) => ({ ...row, value: Number(row.value) }))
}

/** A table and its columns as COPY names them. The names need no escaping: manifest.ts checks that they are plain. */
export function copyTarget({ schema, name, columns }: ListedTable): string {
  return `"${schema}"."${name}" (${columns.map((column) => `"${column}"`).join(', ')})`
}

/**
 * Session settings that fix how values are written, whatever the server and its operator prefer, so that any major version of
 * PostgreSQL reads them.
 */
export const plainFormats = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set timezone = 'UTC';
  set extra_float_digits = 3; set bytea_output = 'hex'; set xmlbinary = 'base64'; set lc_monetary = 'C';
  set search_path = ''; set row_security = off`
