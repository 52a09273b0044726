import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { MediaLine } from '../backup/manifest.ts'
import { readMediaLines } from '../backup/media-lines.ts'
import { checkBackup, type Restored, restoreBackup } from '../backup/restore-backup.ts'
import type { TakenBackup } from '../backup/take-backup.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { DiskStorage } from '../storage/disk.ts'
import type { Storage } from '../storage/storage.ts'
import type { Person } from './family.ts'
import type { TestKinora } from './kinora.ts'

/** A folder that is removed with its test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const newStore = (): DiskStorage => new DiskStorage(newFolder())

/** Backs a test's Kinora up into a folder, without keys unless their folder is named. */
export function backedUp(
  { services, database }: TestKinora,
  folder: string,
  options: { keep?: number; onRowsRead?: () => Promise<void>; instance?: string; keysFolder?: string } = {},
): Promise<TakenBackup> {
  const { instance = 'this one', ...rest } = options
  return takeBackup({
    folder,
    owner: database.connection,
    storage: services.storage,
    about: { kinora: 'test', instance, settings: [] },
    keysFolder: null,
    ...rest,
  })
}

/** The contents of every table, and of what belongs to the tables, as hashes: equal for two databases with the same contents. */
export async function contentsOf(connection: pg.ClientConfig): Promise<Record<string, string>> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`set timezone = 'UTC'; set search_path = ''`)
    const { rows: tables } = await client.query<{ name: string; columns: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name,
         (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in ('public', 'app', 'auth') order by 1`,
    )
    const contents: Record<string, string> = {}
    for (const { name, columns } of tables) {
      const { rows } = await client.query<{ said: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(line, ',' order by line collate "C")), '') as said
         from (select row(${columns})::text as line from ${name}) as lines`,
      )
      contents[name] = rows[0]?.said ?? ''
    }
    const { rows: rules } = await client.query<{ name: string; said: string }>(
      `select conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(oid) || convalidated as said from pg_constraint
       where contype <> 'n' and connamespace in (select oid from pg_namespace where nspname in ('public', 'app', 'auth'))
       union all select tgrelid::regclass || ' ' || tgname, tgenabled::text from pg_trigger where not tgisinternal`,
    )
    for (const { name, said } of rules) contents[name] = said
    return contents
  } finally {
    await client.end()
  }
}

/** Stores bytes as an upload does: first the object, then its row. */
export async function keepFile(
  { services, database }: TestKinora,
  who: Person,
  bytes: Uint8Array,
  sha256: string | null = null,
): Promise<string> {
  const key = `media/${who.id}/${randomBytes(8).toString('hex')}`
  await services.storage.put(key, bytes)
  await database.asOwner(
    `insert into media (user_id, role, kind, state, mime_type, size_bytes, sha256, storage_key)
     values ($1, 'original', 'image', 'stored', 'image/jpeg', $2, $3, $4)`,
    [who.id, bytes.length, sha256, key],
  )
  return key
}

/** Restores the newest backup of a folder into an empty database. */
export async function restoredInto(
  folder: string,
  connection: pg.ClientConfig,
  storage: Storage = newStore(),
  options: { despiteDamage?: boolean; sendsDue?: boolean } = {},
): Promise<Restored> {
  const { despiteDamage = false, sendsDue = false } = options
  const backup = await checkBackup(folder, { name: undefined, despiteDamage })
  return restoreBackup({ backup, owner: connection, storage, sendsDue, beforeRows: () => undefined })
}

/** Runs one query as the login of the connection. */
export async function queryIn<T extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  text: string,
): Promise<T[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/** The media that a backup lists. */
export async function linesOf(folder: string, name: string): Promise<MediaLine[]> {
  const lines: MediaLine[] = []
  for await (const line of readMediaLines(folder, name)) lines.push(line)
  return lines
}
