import { createReadStream } from 'node:fs'
import pg from 'pg'
import { keptAlive } from '../db/kept-alive.ts'
import { liftTimeouts } from '../db/lift-timeouts.ts'
import { migrateTo } from '../db/migrate.ts'
import { StartError } from '../start-error.ts'
import type { Storage } from '../storage/storage.ts'
import { listBackups, readManifest } from './backup-folder.ts'
import type { RestoredJobs } from './jobs.ts'
import { KeptObjects } from './kept-objects.ts'
import type { BackupManifest } from './manifest.ts'
import { readMediaLines } from './media-lines.ts'
import { refuseAccounts, restoreRows } from './restore-tables.ts'
import { verifyBackups } from './verify-backup.ts'

export type CheckedBackup = {
  folder: string
  name: string
  manifest: BackupManifest
  /** Hashes of objects that the folder has lost; empty unless the operator wants the rest all the same (`despiteDamage`). */
  lostObjects: Set<string>
}

/**
 * Finds the backup that is meant and reads every byte of it before any of it is restored.
 * @param name one of several; the newest where it is undefined
 * @throws StartError when there is none, or it is damaged
 */
export async function checkBackup(
  folder: string,
  { name, despiteDamage }: { name: string | undefined; despiteDamage: boolean },
): Promise<CheckedBackup> {
  const all = await listBackups(folder)
  const meant = name ?? all.at(-1)
  if (meant === undefined || !all.includes(meant)) {
    const there = all.length === 0 ? 'no finished backup' : `the backups ${all.join(', ')}`
    throw new StartError(`There is ${there} in ${folder}${meant === undefined ? '' : `, and no ${meant}`}.`)
  }
  const [verified] = await verifyBackups(folder, [meant])
  if (!verified) throw new Error('nothing was verified')
  if (verified.isNewer) {
    throw new StartError(`The backup ${meant} was made by a newer Kinora: restore it with that one.`)
  }
  if (verified.problems.length > 0 && !(despiteDamage && verified.hasRows)) {
    const others = all.filter((one) => one !== meant)
    throw new StartError(
      [
        `The backup ${meant} is not as it was written, and nothing was restored:`,
        ...verified.problems.slice(0, 20).map((problem) => `  ${problem}`),
        ...(verified.problems.length > 20 ? [`  and ${verified.problems.length - 20} more`] : []),
        ...(others.length > 0 ? [`Older ones: ${others.join(', ')} (--at NAME).`] : []),
        ...(verified.hasRows ? ['Everything but what is named above: --despite-damage.'] : []),
      ].join('\n'),
    )
  }
  return {
    folder,
    name: meant,
    manifest: await readManifest(folder, meant),
    lostObjects: verified.lostObjects,
  }
}

export type RestoreWork = {
  backup: CheckedBackup
  owner: pg.ClientConfig
  storage: Storage
  /** Whether mails and pushes are sent that were due when the backup was made. */
  sendsDue: boolean
  /** Called once it is certain that this instance may be filled. */
  beforeRows: () => Promise<void> | undefined
}

export type Restored = RestoredJobs & { objects: number; lost: string[] }

/**
 * Puts a checked backup into an empty instance: first the bytes, then all rows in one transaction. If it is ended before the
 * transaction commits, the instance still has no accounts, and the backup can be restored into it again.
 * @throws StartError where the instance is not empty, or its schema is not that of the backup
 */
export async function restoreBackup({
  backup,
  owner,
  storage,
  sendsDue,
  beforeRows,
}: RestoreWork): Promise<Restored> {
  const { folder, name, manifest } = backup
  const client = new pg.Client({ ...owner, ...keptAlive })
  // A connection that breaks while bytes are placed is noticed at the next query. Without this listener the error would end the
  // process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await liftTimeouts(client)
    await refuseAccounts(client)
    await refuseRunning(client)
    await migrateTo(owner, manifest.migrations)
    await beforeRows()
    const placed = await placeObjects(storage, backup)
    const jobs = await restoreRows(client, { folder, name, manifest, sendsDue })
    return { ...jobs, ...placed }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Refuses while other processes work on this database, which is possible where it is not the embedded one. An idle process shows no
 * more than the connection that marks it as running.
 */
async function refuseRunning(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name like 'kinora%' limit 1`,
  )
  if (rows.length > 0) throw new StartError('Kinora is running on this database. Stop it first, everywhere.')
}

async function placeObjects(
  storage: Storage,
  { folder, name, lostObjects }: CheckedBackup,
): Promise<{ objects: number; lost: string[] }> {
  const kept = new KeptObjects(folder)
  const lost: string[] = []
  let objects = 0
  for await (const { key, sha256, size, isGrowing } of readMediaLines(folder, name)) {
    if (sha256 === null || lostObjects.has(sha256)) {
      lost.push(key)
      continue
    }
    // Nothing of it had arrived; the first bytes will create the object.
    if (isGrowing && size === 0) continue
    const bytes = createReadStream(kept.pathOf(sha256), { highWaterMark: 256 * 1024 })
    if (isGrowing) await placeGrowing(storage, key, bytes)
    else await storage.put(key, bytes)
    objects += 1
  }
  return { objects, lost }
}

/** Written as a growing object, so that the rest can be appended. */
async function placeGrowing(storage: Storage, key: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await storage.delete(key)
  await storage.writeAt(key, 0, bytes)
}
