import type { ArchiveExport } from '#contract/archive.ts'
import { archiveExportStates } from '#contract/archive.ts'
import type { Tx } from '../../db/actor.ts'
import { exactInstant } from '../../db/page.ts'
import { codeError } from '../../errors.ts'
import { enqueue } from '../../jobs/job.ts'
import { makeArchive } from './archive.jobs.ts'
import { archiveName } from './names.ts'

/** The signed address of a finished archive. */
export type DownloadOf = (exportId: string) => string

/** A person's archives, newest first. */
export async function listExports(tx: Tx, userId: string, downloadOf: DownloadOf): Promise<ArchiveExport[]> {
  const rows = await exportsOf(tx, userId).orderBy('created_at', 'desc').limit(20).execute()
  return rows.map((row) => shown(row, downloadOf))
}

/**
 * Starts an archive of everything in the account. Only one is made at a time: while one is being made, that one is
 * returned. The finished archive before it stays until the new one is finished.
 */
export async function startExport(
  tx: Tx,
  userId: string,
  id: string,
  downloadOf: DownloadOf,
): Promise<ArchiveExport> {
  // The lock on the profile's row makes two requests at the same moment wait for each other.
  await tx.selectFrom('profiles').where('id', '=', userId).select('id').forUpdate().execute()
  const running = await exportsOf(tx, userId)
    .where((where) => where.or([where('id', '=', id), where('state', 'in', ['pending', 'processing'])]))
    .executeTakeFirst()
  if (running) return shown(running, downloadOf)

  await tx.deleteFrom('archive_exports').where('user_id', '=', userId).where('state', '=', 'failed').execute()
  await tx.insertInto('archive_exports').values({ user_id: userId, id }).execute()
  await enqueue(tx, makeArchive, { userId, id }, { key: `make_archive/${userId}` })
  const row = await exportsOf(tx, userId).where('id', '=', id).executeTakeFirstOrThrow()
  return shown(row, downloadOf)
}

/** Deletes an archive. A job that is still making it notices, and stops. @throws NOT_FOUND */
export async function deleteExport(tx: Tx, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('archive_exports')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw codeError('NOT_FOUND')
}

/**
 * A finished archive as the route serves it; null when there is none. Its id stands in for the hash, because the
 * bytes never change.
 */
export async function findArchive(tx: Tx, userId: string, id: string) {
  const row = await tx
    .selectFrom('archive_exports')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('state', '=', 'completed')
    .select(['id', 'storage_key as storageKey', 'size_bytes as sizeBytes', 'created_at as createdAt'])
    .executeTakeFirst()
  if (!row) return null
  const fileName = `${archiveName(row.createdAt)}.zip`
  return {
    storageKey: row.storageKey,
    sizeBytes: row.sizeBytes ?? 0,
    mimeType: 'application/zip',
    sha256: row.id,
    fileName,
    title: null,
  }
}

const exportsOf = (tx: Tx, userId: string) =>
  tx
    .selectFrom('archive_exports')
    .where('user_id', '=', userId)
    .select([
      'id',
      'state',
      'done_bytes as doneBytes',
      'total_bytes as totalBytes',
      'size_bytes as sizeBytes',
    ])
    .select(['file_count as fileCount', exactInstant('created_at').as('createdAt')])
    .select(exactInstant('expires_at').$castTo<string | null>().as('expiresAt'))

type ExportRow = Awaited<ReturnType<ReturnType<typeof exportsOf>['executeTakeFirstOrThrow']>>

function shown(row: ExportRow, downloadOf: DownloadOf): ArchiveExport {
  const state = archiveExportStates.find((one) => one === row.state) ?? 'failed'
  return { ...row, state, downloadUrl: state === 'completed' ? downloadOf(row.id) : null }
}
