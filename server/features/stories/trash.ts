import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { asWorker } from '../../db/actor.ts'
import type { Services } from '../../services.ts'

/**
 * Deletes stories, storybooks, notes and comments for good once their days in the trash are over. The bytes of their
 * files follow when a job empties the storage bin.
 */
export async function deleteExpired(db: Services['db']): Promise<void> {
  await asWorker(db, null, (tx) => sql`select app.empty_deleted_comments(${limits.trashDays})`.execute(tx))
  await asWorker(db, null, (tx) => sql`select app.empty_notes_bin(${limits.trashDays})`.execute(tx))
  await asWorker(db, null, (tx) => sql`select app.empty_deleted_storybooks(${limits.trashDays})`.execute(tx))
  const { rows } = await asWorker(db, null, (tx) =>
    sql<{
      user_id: string
      id: string
    }>`select user_id, id from app.expired_stories(${limits.trashDays})`.execute(tx),
  )
  for (const { user_id: userId, id } of rows) {
    await asWorker(db, userId, (tx) =>
      // The condition is repeated, because the story may have been restored since the list was read.
      tx
        .deleteFrom('stories')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${limits.trashDays})`)
        .execute(),
    )
  }
}
