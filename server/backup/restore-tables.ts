import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { copyIn } from '../db/copy.ts'
import { StartError } from '../start-error.ts'
import { backupsIn } from './backup-folder.ts'
import { type RestoredJobs, restoreJobs } from './jobs.ts'
import { type BackupManifest, jobsName } from './manifest.ts'
import { copyTarget, listTables, ownSchemas, plainFormats } from './tables.ts'

type Rows = { folder: string; name: string; manifest: BackupManifest; sendsDue: boolean }

/**
 * Puts all rows of a backup into a migrated database without accounts, in one transaction.
 *
 * Triggers are disabled, because what they count, enqueue and announce is among the restored rows already. Foreign keys are dropped
 * and added again: that checks all rows at once, needs no order of tables, and, unlike switching them off, no superuser.
 */
export async function restoreRows(client: pg.Client, rows: Rows): Promise<RestoredJobs> {
  const { manifest } = rows
  await client.query(plainFormats)
  await client.query('begin')
  await refuseAccounts(client)
  const tables = (await listTables(client)).map((table) => `"${table.schema}"."${table.name}"`)
  const keys = await foreignKeys(client)
  for (const { owner, name } of keys) await client.query(`alter table ${owner} drop constraint "${name}"`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${tables.join(', ')}`)

  for (const table of manifest.tables) {
    const added = await copyIn(client, `copy ${copyTarget(table)} from stdin`, unpacked(rows, table.file))
    if (added !== table.rows) throw new StartError(`${table.name}: ${added} rows instead of ${table.rows}`)
  }
  for (const { schema, name, value } of manifest.sequences) {
    await client.query('select setval(format($1, $2::text, $3::text)::regclass, $4)', [
      '%I.%I',
      schema,
      name,
      value,
    ])
  }
  const jobs = await restoreJobs(client, unpacked(rows, jobsName), {
    madeAt: new Date(manifest.createdAt),
    sendsDue: rows.sendsDue,
  })

  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  for (const { owner, name, definition } of keys) {
    await client.query(`alter table ${owner} add constraint "${name}" ${definition}`)
  }
  await client.query('commit')
  await client.query('analyze')
  return jobs
}

/** @throws StartError where anybody has an account: restored rows are never mixed with existing ones */
export async function refuseAccounts(client: pg.Client): Promise<void> {
  const { rows: found } = await client.query(`select to_regclass('auth.users') as users`)
  if (found[0]?.users === null) return
  const { rows } = await client.query('select 1 from auth.users limit 1')
  if (rows.length === 0) return
  throw new StartError(
    'There are accounts in this Kinora already, and nothing was changed. A backup goes only into an empty one: name a new ' +
      'DATA_DIR (or DATABASE_URL and STORAGE_URL) and run it again.',
  )
}

type ForeignKey = { owner: string; name: string; definition: string }

async function foreignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select c.conrelid::regclass::text as owner, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where c.contype = 'f' and c.conparentid = 0 and n.nspname = any($1) order by 1, 2`,
    [ownSchemas],
  )
  return rows
}

function unpacked({ folder, name }: Rows, file: string) {
  const packed = createReadStream(join(backupsIn(folder), name, file))
  const plain = createGunzip()
  packed.on('error', (error) => plain.destroy(error))
  return packed.pipe(plain)
}
