import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readBackupAge } from '../backup/last-backup.ts'
import { readJobFigures } from '../jobs/job-figures.ts'
import { readFixityFigures } from '../media/fixity-figures.ts'
import type { Services } from '../services.ts'
import type { Metrics } from './metrics.ts'

const JOBS_EVERY_MS = 10_000
const LOOK_EVERY_MS = 20

/** The gauges for operators; docs/operations.md gives the thresholds and what to do about them. */
export function addGauges({ gauge }: Metrics, { pool, db, storage }: Services): void {
  gauge('kinora_database_connections', 'Connections in the pool.', () => pool.totalCount)
  gauge('kinora_database_waiting', 'Requests waiting for a connection.', () => pool.waitingCount)
  gauge('kinora_memory_bytes', 'Resident memory of this process.', () => process.memoryUsage.rss())
  gauge(
    'kinora_event_loop_delay_seconds',
    'How late this process does what is due, 99th percentile since it was last asked.',
    watchEventLoop(),
  )
  gauge('kinora_storage_free_bytes', 'Room on the disk that holds media.', async () => {
    // An object store does not report its free space.
    if (storage.localPath('room') === null) return null
    const { bavail, bsize } = await statfs(await storage.workFolder())
    return bavail * bsize
  })

  const readFixity = remember(() => readFixityFigures(db), JOBS_EVERY_MS)
  gauge(
    'kinora_media_damaged',
    'Recordings and files whose bytes are no longer what they were.',
    async () => (await readFixity()).damaged,
  )
  gauge(
    'kinora_media_oldest_read_seconds',
    'How long ago those bytes were read again that were read longest ago.',
    async () => (await readFixity()).oldestReadSeconds,
  )

  gauge(
    'kinora_backup_age_seconds',
    'How long ago the newest backup was made; not told where there is none.',
    () => readBackupAge(db),
  )

  const readJobs = remember(() => readJobFigures(db), JOBS_EVERY_MS)
  gauge('kinora_jobs', 'Jobs of all processes that share the database.', async () => {
    const { due, running, failing, givenUp } = await readJobs()
    return { due, running, failing, given_up: givenUp }
  })
  gauge(
    'kinora_job_oldest_due_seconds',
    'How long the oldest job has waited that could be done.',
    async () => (await readJobs()).oldestDueSeconds,
  )
}

/** Each call returns the 99th percentile of the event loop's delay since the previous call, in seconds. */
function watchEventLoop(): () => number {
  const delays = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS })
  delays.enable()
  return () => {
    // The histogram records the time between two samples, of which the sampling interval itself is no delay.
    const lateMs = delays.percentile(99) / 1e6 - LOOK_EVERY_MS
    delays.reset()
    return Math.max(0, lateMs) / 1000
  }
}

/** Caches a result for `ms`; failures are not cached. */
function remember<T>(read: () => Promise<T>, ms: number): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  return () => {
    if (last !== undefined && performance.now() - last.at < ms) return last.answer
    const asked = { at: performance.now(), answer: read() }
    asked.answer.catch(() => {
      if (last === asked) last = undefined
    })
    last = asked
    return asked.answer
  }
}
