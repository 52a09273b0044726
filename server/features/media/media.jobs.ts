import { sql } from 'kysely'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { asWorker, type Tx } from '../../db/actor.ts'
import { mayRemoveObjects } from '../../db/removals.ts'
import { defineJob, handleJob, type JobHandler } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { clearWorkFolder } from '../../storage/local-file.ts'

const emptyStorageBin = defineJob('empty_storage_bin', z.unknown())

/** Objects deleted in one run; the next run goes on. */
const BATCH = 500

/**
 * One object that cannot be deleted does not hold up the others. So many failures mean that the store itself is at fault, and end
 * the run.
 */
const FAILURES_MAX = 3

/** The background job that keeps the store in step with the rows. */
export function mediaJobs(services: Pick<Services, 'db' | 'storage' | 'log'>): JobHandler[] {
  return [handleJob(emptyStorageBin, () => emptyBin(services), { schedule: '*/10 * * * *' })]
}

const comingUntil = sql<Date>`now() + make_interval(days => ${limits.archivePlacingDays})`
/**
 * Keys of objects that are still coming in carry a time in the future and are not due. A time beyond that limit was written by a
 * clock that was ahead.
 */
const isDue = sql<boolean>`(deleted_at <= now() or deleted_at > ${comingUntil})`

/** Every media key begins with its owner's id, on whose behalf the rows are asked whether they still name the key. */
const keyOwner = /^media\/([0-9a-f-]{36})\//

/**
 * Deletes the objects whose last row is gone. The object is deleted before its row in the bin: killed in between, the next run finds
 * it gone already. A key that a row names again (a copy that was made anew) stays. The bin waits while a backup is being made.
 * Objects that could not be deleted come last in the next run; a few of them would otherwise hold up all others for good.
 */
export async function emptyBin({
  db,
  storage,
  log,
}: Pick<Services, 'db' | 'storage' | 'log'>): Promise<void> {
  const binned = await asWorker(db, null, (tx) =>
    tx
      .selectFrom('app.storage_deletions')
      .select('storage_key')
      .where(isDue)
      .orderBy('deleted_at')
      .limit(BATCH)
      .execute(),
  )
  const failed: string[] = []
  for (const { storage_key: key } of binned) {
    try {
      const owner = keyOwner.exec(key)?.[1]
      const isWanted = !owner || (await namedOf(db, owner, [key])).has(key)
      if (!(await removeBinned({ db, storage }, key, isWanted))) break
    } catch (err) {
      log.error({ err, key }, 'an object was not taken out of the store')
      failed.push(key)
      if (failed.length === FAILURES_MAX) break
    }
  }
  await putLast(db, failed)
  await clearWorkFolder(storage)
}

/** Keys that were taken out of the bin meanwhile stay out of it, and keys that were marked as coming in stay marked. */
async function putLast(db: Services['db'], keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await asWorker(db, null, async (tx) => {
    const there = await tx
      .deleteFrom('app.storage_deletions')
      .where('storage_key', 'in', keys)
      .where(isDue)
      .returning('storage_key')
      .execute()
    if (there.length > 0) await tx.insertInto('app.storage_deletions').values(there).execute()
  })
}

/**
 * Takes one key out of the bin, and deletes its object unless `isWanted`. The key's row stays locked until the object is gone, so
 * whoever wants to write a new object under the key waits. A key that was taken out of the bin before, or marked as coming in, is
 * left alone.
 * @returns false while a backup is being made
 */
export async function removeBinned(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  key: string,
  isWanted: boolean,
): Promise<boolean> {
  return asWorker(db, null, async (tx) => {
    if (!(await mayRemoveObjects(tx))) return false
    const { numDeletedRows } = await tx
      .deleteFrom('app.storage_deletions')
      .where('storage_key', '=', key)
      .where(isDue)
      .executeTakeFirst()
    if (!isWanted && numDeletedRows > 0n) await storage.delete(key)
    return true
  })
}

/**
 * Puts a key into the bin before its object is written, so that a crash before a row names the object leaves nothing behind. The
 * transaction that adds the row takes the key out again.
 */
export async function binBefore(db: Services['db'], key: string): Promise<void> {
  await asWorker(db, null, (tx) =>
    tx
      .insertInto('app.storage_deletions')
      .values({ storage_key: key })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/**
 * The same for very many objects that a single transaction names at the end, which may take days. The bin leaves the keys alone for
 * that time, so that after a crash nothing stays for good. An object that was about to be deleted under such a key stays as well.
 */
export async function binForLater(db: Services['db'], key: string): Promise<void> {
  await asWorker(db, null, async (tx) => {
    await takeOutOfBin(tx, key)
    await tx
      .insertInto('app.storage_deletions')
      .values({ storage_key: key, deleted_at: comingUntil })
      .execute()
  })
}

/** Makes all keys of an account that are coming in due at once: their bytes are deleted with everything else of the account. */
export async function expectNoMore(db: Services['db'], userId: string): Promise<void> {
  await asWorker(db, null, async (tx) => {
    const coming = await tx
      .deleteFrom('app.storage_deletions')
      .where('storage_key', 'like', `media/${userId}/%`)
      .where('deleted_at', '>', sql<Date>`now()`)
      .returning('storage_key')
      .execute()
    const keys = coming.map(({ storage_key: key }) => key)
    await putIntoBin(tx, keys)
  })
}

/**
 * Takes those of several keys out of the bin that rows of their owner name by now; the others become due.
 * @returns whether all were still there, as with `takeOutOfBin`
 */
export async function takeNamedOutOfBin(tx: Tx, userId: string, keys: ReadonlySet<string>): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('app.storage_deletions')
    .where('storage_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .executeTakeFirst()
  const named = await namedIn(tx, userId, [...keys])
  const left = [...keys].filter((key) => !named.has(key))
  await putIntoBin(tx, left)
  return numDeletedRows === BigInt(keys.size)
}

const putIntoBin = (tx: Tx, keys: string[]) =>
  sql`insert into app.storage_deletions (storage_key) select unnest(${keys}::text[])`.execute(tx)

/** Takes a key out of the bin. @returns whether it was still there: its object then stays, and otherwise may be gone */
export async function takeOutOfBin(tx: Tx, key: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('app.storage_deletions')
    .where('storage_key', '=', key)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Removes objects after the transaction that was to add their rows has failed. When a connection broke at the very end of a
 * transaction, it is unknown whether the rows exist: an object that a row names stays. All stay while the database cannot be asked,
 * since unnamed bytes only cost room.
 */
export async function removeUnnamed(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  userId: string,
  keys: string[],
): Promise<void> {
  const named = await namedOf(db, userId, keys).catch(() => new Set(keys))
  for (const key of keys) if (!named.has(key)) await storage.delete(key)
}

const namedOf = (db: Services['db'], userId: string, keys: string[]) =>
  asWorker(db, userId, (tx) => namedIn(tx, userId, keys))

/** Which of the keys are named by rows of their owner. */
async function namedIn(tx: Tx, userId: string, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from media where user_id = ${userId} and storage_key = any(${keys})
    union all
    select storage_key from storybook_exports where user_id = ${userId} and storage_key = any(${keys})
    union all
    select storage_key from archive_exports where user_id = ${userId} and storage_key = any(${keys})`.execute(
    tx,
  )
  return new Set(rows.map(({ key }) => key))
}
