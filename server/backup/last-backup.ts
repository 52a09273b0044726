import { sql } from 'kysely'
import type pg from 'pg'
import { asWorker } from '../db/actor.ts'
import type { Database } from '../db/database.ts'

/** Records that there is a complete backup of this moment. A database that has not been migrated yet has no table for it. */
export async function noteBackup(client: pg.Client, takenAt: string): Promise<void> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('kinora.last_backup') is not null as known`,
  )
  if (!rows[0]?.known) return
  await client.query(
    `insert into kinora.last_backup (taken_at) values ($1)
     on conflict (is_last) do update set taken_at = excluded.taken_at`,
    [takenAt],
  )
}

/** Seconds since the newest backup was made; null where none was ever made. */
export async function readBackupAge(db: Database): Promise<number | null> {
  const { rows } = await asWorker(db, null, (tx) =>
    sql<{ seconds: number | null }>`
      select extract(epoch from now() - app.last_backup_at())::float8 as seconds`.execute(tx),
  )
  return rows[0]?.seconds ?? null
}
