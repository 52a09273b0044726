import { sql } from 'kysely'
import { asWorker } from '../../db/actor.ts'
import type { Services } from '../../services.ts'
import { expectNoMore, removeBinned } from '../media/media.ts'

/**
 * Erases an account whose day has come: its rows and references to it elsewhere in one transaction, then its bytes. After a crash in
 * between, or while a backup is being made, the rest is left to the job that empties the storage bin. An account whose owner decided to
 * keep it stays.
 */
export async function erase(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  userId: string,
): Promise<void> {
  await asWorker(db, userId, (tx) => sql`select app.erase_account(${userId})`.execute(tx))

  const isThere = await asWorker(db, userId, (tx) =>
    tx.selectFrom('profiles').where('id', '=', userId).select('id').executeTakeFirst(),
  )
  if (isThere) return
  await expectNoMore(db, userId)
  for (const key of await binnedKeys(db, userId)) {
    if (!(await removeBinned({ db, storage }, key, false))) return
  }
}

async function binnedKeys(db: Services['db'], userId: string): Promise<string[]> {
  const rows = await asWorker(db, null, (tx) =>
    tx
      .selectFrom('app.storage_deletions')
      .where('storage_key', 'like', `media/${userId}/%`)
      .select('storage_key')
      .execute(),
  )
  return rows.map(({ storage_key: key }) => key)
}
