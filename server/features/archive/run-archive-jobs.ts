import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { asWorker } from '../../db/actor.ts'
import { enqueue, handleJob, type JobHandler } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { eraseAccount, makeArchive, restoreArchive, sweepArchives } from './archive.jobs.ts'
import { erase } from './erase-account.ts'
import { giveUpExport, runExport } from './make-archive.ts'
import { giveUpImport, runImport } from './run-import.ts'

type Parts = Pick<Services, 'db' | 'storage' | 'mail' | 'env' | 'log'>

/** The background jobs that work on whole accounts. */
export function archiveJobs(services: Parts): JobHandler[] {
  return [
    handleJob(makeArchive, (wanted, job) => runExport(services, wanted, job), {
      giveUp: (wanted) => giveUpExport(services, wanted),
    }),
    handleJob(restoreArchive, (wanted, job) => runImport(services, wanted, job), {
      giveUp: (wanted) => giveUpImport(services, wanted),
    }),
    handleJob(eraseAccount, ({ userId }) => erase(services, userId)),
    handleJob(sweepArchives, () => sweep(services), { schedule: '25 * * * *' }),
  ]
}

type Expired = { kind: 'export' | 'import'; user_id: string; id: string }

/** Deletes expired archives, and queues a job of its own for each account whose day has come. */
export async function sweep({ db }: Pick<Services, 'db'>): Promise<void> {
  const { rows: expired } = await asWorker(db, null, (tx) =>
    sql<Expired>`select * from app.expired_archives(${limits.archiveImportHours})`.execute(tx),
  )
  for (const { kind, user_id: userId, id } of expired) {
    const table = kind === 'export' ? 'archive_exports' : 'archive_imports'
    await asWorker(db, userId, (tx) =>
      tx.deleteFrom(table).where('user_id', '=', userId).where('id', '=', id).execute(),
    )
  }
  await asWorker(db, null, async (tx) => {
    const { rows } = await sql<{ id: string }>`select app.due_deletions() as id`.execute(tx)
    for (const { id: userId } of rows) {
      await enqueue(tx, eraseAccount, { userId }, { key: `erase_account/${userId}` })
    }
  })
}
