import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { asWorker } from '../../db/actor.ts'
import { tryEach } from '../../jobs/try-each.ts'
import type { Services } from '../../services.ts'

/**
 * Deletes stories, storybooks, notes and comments for good once their days in the trash are over. The bytes of their
 * files follow when a job empties the storage bin.
 *
 * @throws whatever kept a story from being deleted, once all others are
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
  const failures: unknown[] = []
  await tryEach(
    rows,
    ({ user_id: userId, id }) =>
      asWorker(db, userId, (tx) =>
        // The condition is repeated, because the story may have been restored since the list was read.
        tx
          .deleteFrom('stories')
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${limits.trashDays})`)
          .execute(),
      ),
    (error) => failures.push(error),
  )
  if (failures.length > 0) throw failures[0]
}
