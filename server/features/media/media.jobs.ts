import { sql } from 'kysely'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { asWorker, type Tx } from '../../db/actor.ts'
import { mayRemoveObjects } from '../../db/removals.ts'
import { defineJob, handleJob, type JobHandler } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { clearWorkFolder } from '../../storage/local-file.ts'

const emptyStorageBin = defineJob('empty_storage_bin', z.unknown())

/** So many objects at a run; the next run goes on. */
const BATCH = 500

/** One object that cannot be deleted keeps nothing else waiting; so many say that it is the store, and end a run. */
const FAILURES_MAX = 3

/** What keeps the store and its rows in step. */
export function mediaJobs(services: Pick<Services, 'db' | 'storage' | 'log'>): JobHandler[] {
  return [handleJob(emptyStorageBin, () => emptyBin(services), { schedule: '*/10 * * * *' })]
}

const comingUntil = sql<Date>`now() + make_interval(days => ${limits.archivePlacingDays})`
/** What is coming in is not. A line of an even later time is of a clock that was ahead. */
const isDue = sql<boolean>`(deleted_at <= now() or deleted_at > ${comingUntil})`

/** Every key begins so; whose object it is says who may know whether a row still names it. */
const keyOwner = /^media\/([0-9a-f-]{36})\//

/**
 * Deletes the objects whose last row is gone. The object goes before its line in the bin: killed in between, the next
 * run finds it gone already. A key that a row names again (a copy that was made anew) stays. While a backup is being made
 * the bin waits. What could not be deleted comes last in the next run, or a few of those would keep everything else for good.
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

/** What somebody took out of the bin meanwhile stays out of it. */
async function putLast(db: Services['db'], keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await asWorker(db, null, async (tx) => {
    const there = await tx
      .deleteFrom('app.storage_deletions')
      .where('storage_key', 'in', keys)
      .returning('storage_key')
      .execute()
    if (there.length > 0) await tx.insertInto('app.storage_deletions').values(there).execute()
  })
}

/**
 * Takes one key out of the bin, and its object out of the store. The line is held until the object is gone: what took it
 * out of the bin meanwhile, or says that it is coming in, puts something new under the key, and what would do so waits.
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
 * Puts a key into the bin before its object is written: killed before a row names it, whoever wrote it leaves nothing behind. The
 * row's transaction takes it out again.
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
 * The same where very many objects are written before one transaction names them all, which may take days: until then the bin
 * leaves them alone, and whoever was killed leaves nothing that stays for good. An object that was to go a moment ago stays as well.
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

/** What was coming in for somebody comes no more: its bytes go with all else of theirs. */
export async function expectNoMore(db: Services['db'], userId: string): Promise<void> {
  await asWorker(db, null, async (tx) => {
    const coming = await tx
      .deleteFrom('app.storage_deletions')
      .where('storage_key', 'like', `media/${userId}/%`)
      .where('deleted_at', '>', sql<Date>`now()`)
      .returning('storage_key')
      .execute()
    const keys = coming.map(({ storage_key: key }) => key)
    await sql`insert into app.storage_deletions (storage_key) select unnest(${keys}::text[])`.execute(tx)
  })
}

/** @returns whether all were there still, as `takeOutOfBin` has it */
export async function takeAllOutOfBin(tx: Tx, keys: ReadonlySet<string>): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('app.storage_deletions')
    .where('storage_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .executeTakeFirst()
  return numDeletedRows === BigInt(keys.size)
}

/** @returns whether it was there still: its object then stays, and otherwise may be gone */
export async function takeOutOfBin(tx: Tx, key: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('app.storage_deletions')
    .where('storage_key', '=', key)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Removes objects whose rows did not come to be. Whether they did is not sure when a connection broke at the very end of
 * a transaction: what a row names stays, and so does everything while the database cannot be asked, since bytes that nobody
 * names only cost room.
 */
export async function removeUnnamed(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  userId: string,
  keys: string[],
): Promise<void> {
  const named = await namedOf(db, userId, keys).catch(() => new Set(keys))
  for (const key of keys) if (!named.has(key)) await storage.delete(key)
}

/** Which of some keys rows of their owner name. */
async function namedOf(db: Services['db'], userId: string, keys: string[]): Promise<Set<string>> {
  const { rows } = await asWorker(db, userId, (tx) =>
    sql<{ key: string }>`
      select storage_key as key from media where user_id = ${userId} and storage_key = any(${keys})
      union all
      select storage_key from storybook_exports where user_id = ${userId} and storage_key = any(${keys})
      union all
      select storage_key from archive_exports where user_id = ${userId} and storage_key = any(${keys})`.execute(
      tx,
    ),
  )
  return new Set(rows.map(({ key }) => key))
}
