import type { Tx } from '../../db/actor.ts'
import { asWorker } from '../../db/actor.ts'
import { failsForGood, type JobContext } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { withLocalFile } from '../../storage/local-file.ts'
import { binBefore, removeBinned } from '../media/media.ts'
import { problemOf } from './archive-error.ts'
import { withArchive } from './open-archive.ts'
import { restoreInto } from './restore-archive.ts'

type Parts = Pick<Services, 'db' | 'storage'>
type Wanted = { userId: string; id: string }

const REPORT_MS = 1_000

/**
 * Checks an uploaded archive and brings it in. A file that is not a valid archive ends the import with a reason and leaves the account
 * as it was; after any other error the job is tried again.
 */
export async function runImport(services: Parts, wanted: Wanted, job: JobContext): Promise<void> {
  const row = await findReceived(services, wanted)
  if (!row) return

  const progress = reporter(services, wanted)
  try {
    await write(services, wanted, { state: 'checking', done_bytes: 0 })
    await withLocalFile(services.storage, row.storage_key, (path) =>
      withArchive(path, { signal: job.signal, onBytes: progress.add }, async (archive) => {
        await progress.begin()
        // The import was deleted while the archive was being checked: nothing of it comes in.
        if (!(await write(services, wanted, { state: 'restoring' }))) return
        await restoreInto({
          services,
          userId: wanted.userId,
          archive,
          signal: job.signal,
          onBytes: progress.add,
          conclude: async (tx, counts) => {
            // The last report has to be through: a later one would wait for the row that this transaction locks.
            await progress.stop()
            await writeIn(tx, wanted, { state: 'completed', counts: JSON.stringify(counts), problem: null })
          },
        })
      }),
    )
  } catch (error) {
    await progress.stop()
    const problem = problemOf(error) ?? (failsForGood(job) ? 'unexpected' : null)
    if (problem === null) throw error
    job.log.warn({ err: error, problem }, 'an archive was refused')
    await write(services, wanted, { state: 'failed', problem })
  } finally {
    await progress.stop()
  }
  await letGo(services, row.storage_key)
}

/** Runs when the queue gives the job up: nothing of the archive is in the account, and another one can be brought in. */
export async function giveUpImport(services: Parts, wanted: Wanted): Promise<void> {
  const row = await findReceived(services, wanted)
  if (!row) return
  await write(services, wanted, { state: 'failed', problem: 'unexpected' })
  await letGo(services, row.storage_key)
}

/**
 * Deletes the zip, which is not kept once the import has ended. If the store fails to delete it, the outcome of the import stands: the
 * bin tries again, and logs the error.
 */
async function letGo(services: Parts, key: string): Promise<void> {
  try {
    await binBefore(services.db, key)
    await removeBinned(services, key, false)
  } catch {
    // It is deleted later: by the bin, or with the row of its import.
  }
}

function findReceived({ db }: Parts, { userId, id }: Wanted) {
  return asWorker(db, userId, (tx) =>
    tx
      .selectFrom('archive_imports')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('state', 'in', ['checking', 'restoring'])
      .select('storage_key')
      .executeTakeFirst(),
  )
}

type Fields = { state?: string; problem?: string | null; counts?: string; done_bytes?: number }

/** @returns whether the row is still there: it is deleted when nobody wants the import any more */
const write = ({ db }: Parts, wanted: Wanted, fields: Fields) =>
  asWorker(db, wanted.userId, (tx) => writeIn(tx, wanted, fields))

async function writeIn(tx: Tx, { userId, id }: Wanted, fields: Fields): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('archive_imports')
    .set(fields)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Reports once a second how many bytes of a step are done. */
function reporter(services: Parts, wanted: Wanted) {
  let done = 0
  let told: Promise<unknown> = Promise.resolve()
  const tell = () => {
    told = told.then(() => write(services, wanted, { done_bytes: done })).catch(() => undefined)
    return told
  }
  const timer = setInterval(tell, REPORT_MS)
  return {
    add: (count: number) => {
      done += count
    },
    begin: () => {
      done = 0
      return tell()
    },
    stop: async () => {
      clearInterval(timer)
      await told
    },
  }
}
