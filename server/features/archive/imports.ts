import { type ArchiveImport, archiveCounts, archiveImportStates, archiveProblem } from '#contract/archive.ts'
import type { Tx } from '../../db/actor.ts'
import { exactInstant } from '../../db/page.ts'
import { codeError } from '../../errors.ts'
import { enqueue } from '../../jobs/job.ts'
import { restoreArchive } from './archive.jobs.ts'
import { largestZip } from './room.ts'

export async function listImports(tx: Tx, userId: string): Promise<ArchiveImport[]> {
  const rows = await importsOf(tx, userId).orderBy('created_at', 'desc').limit(20).execute()
  return rows.map(shown)
}

/**
 * Begins to bring an archive in, one at a time. A repeated call with the same id answers with the import as it
 * stands.
 * @throws CONFLICT while another archive comes in, STORAGE_LIMIT_REACHED when it is larger than the plan could ever
 * hold
 */
export async function startImport(
  tx: Tx,
  userId: string,
  { id, fileName, sizeBytes }: { id: string; fileName: string; sizeBytes: number },
): Promise<ArchiveImport> {
  await tx.selectFrom('profiles').where('id', '=', userId).select('id').forUpdate().execute()
  const there = await importsOf(tx, userId)
    .where((where) =>
      where.or([where('id', '=', id), where('state', 'in', ['receiving', 'checking', 'restoring'])]),
    )
    .execute()
  const known = there.find((one) => one.id === id)
  if (known) return shown(known)
  if (there.length > 0) throw codeError('CONFLICT')
  await refuseTooLarge(tx, userId, sizeBytes)

  await tx
    .insertInto('archive_imports')
    .values({ user_id: userId, id, file_name: fileName, size_bytes: sizeBytes })
    .execute()
  return getImport(tx, userId, id)
}

async function refuseTooLarge(tx: Tx, userId: string, sizeBytes: number): Promise<void> {
  const plan = await tx
    .selectFrom('app.allowances as limits')
    .innerJoin('usage_tracking as used', 'used.user_id', 'limits.user_id')
    .where('used.user_id', '=', userId)
    .select(['limits.storage_bytes as limitBytes', 'used.storage_used_bytes as usedBytes'])
    .executeTakeFirstOrThrow()
  const { limitBytes, usedBytes } = plan
  if (limitBytes === null) return
  if (sizeBytes > largestZip(limitBytes)) throw codeError('STORAGE_LIMIT_REACHED', { usedBytes, limitBytes })
}

/**
 * Where the next piece of an archive is written; null when none is expected. The row stays locked until the piece is
 * flushed.
 */
export async function placeOfPiece(
  tx: Tx,
  userId: string,
  id: string,
): Promise<{ storageKey: string; receivedBytes: number; sizeBytes: number } | null> {
  const row = await tx
    .selectFrom('archive_imports')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .select(['storage_key as storageKey', 'received_bytes as receivedBytes', 'size_bytes as sizeBytes'])
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function noteReceived(tx: Tx, userId: string, id: string, receivedBytes: number): Promise<void> {
  await tx
    .updateTable('archive_imports')
    .set({ received_bytes: receivedBytes })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/**
 * Called when all pieces have arrived: queues the job that checks the archive and brings it in. A repeated call
 * changes nothing.
 * @throws NOT_FOUND, UPLOAD_INCOMPLETE
 */
export async function finishImport(tx: Tx, userId: string, id: string): Promise<ArchiveImport> {
  const row = await tx
    .selectFrom('archive_imports')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .select(['state', 'received_bytes', 'size_bytes'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw codeError('NOT_FOUND')
  if (row.state !== 'receiving') return getImport(tx, userId, id)
  if (row.received_bytes !== row.size_bytes) throw codeError('UPLOAD_INCOMPLETE')

  await tx
    .updateTable('archive_imports')
    .set({ state: 'checking' })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  await enqueue(tx, restoreArchive, { userId, id }, { key: `restore_archive/${userId}/${id}` })
  return getImport(tx, userId, id)
}

/** @throws NOT_FOUND, CONFLICT while its rows are being written */
export async function deleteImport(tx: Tx, userId: string, id: string): Promise<void> {
  const row = await importsOf(tx, userId).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw codeError('NOT_FOUND')
  if (row.state === 'restoring') throw codeError('CONFLICT')
  await tx.deleteFrom('archive_imports').where('user_id', '=', userId).where('id', '=', id).execute()
}

async function getImport(tx: Tx, userId: string, id: string): Promise<ArchiveImport> {
  return shown(await importsOf(tx, userId).where('id', '=', id).executeTakeFirstOrThrow())
}

const importsOf = (tx: Tx, userId: string) =>
  tx
    .selectFrom('archive_imports')
    .where('user_id', '=', userId)
    .select(['id', 'state', 'file_name as fileName', 'size_bytes as sizeBytes', 'problem', 'counts'])
    .select(['received_bytes as receivedBytes', 'done_bytes as doneBytes'])
    .select(exactInstant('created_at').as('createdAt'))

type ImportRow = Awaited<ReturnType<ReturnType<typeof importsOf>['executeTakeFirstOrThrow']>>

function shown({ counts, problem, ...row }: ImportRow): ArchiveImport {
  return {
    ...row,
    state: archiveImportStates.find((one) => one === row.state) ?? 'failed',
    problem: problem === null ? null : archiveProblem.catch('unexpected').parse(problem),
    counts: archiveCounts.parse(counts),
  }
}
