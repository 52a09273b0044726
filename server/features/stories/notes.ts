import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { NoteDraft, StoryNote } from '#contract/stories.ts'
import type { Tx } from '../../db/actor.ts'
import { exactInstant } from '../../db/page.ts'
import { codeError } from '../../errors.ts'

type Placed = NoteDraft & { position: number; created_at?: string }

async function writeNotes(tx: Tx, userId: string, storyId: string, notes: Placed[]) {
  if (notes.length === 0) return
  await tx
    .insertInto('story_notes')
    .values(notes.map((note) => ({ ...note, user_id: userId, story_id: storyId })))
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'id'])
        .doUpdateSet((row) => ({
          text: row.ref('excluded.text'),
          timestamp: row.ref('excluded.timestamp'),
          position: row.ref('excluded.position'),
        }))
        // A note stays in the story it was written for.
        .whereRef('story_notes.story_id', '=', 'excluded.story_id'),
    )
    .execute()
}

/**
 * Makes a story's notes exactly these, in this order. Only differences are written: notes whose id stays keep their
 * rows.
 */
export async function replaceNotes(
  tx: Tx,
  userId: string,
  storyId: string,
  notes: NoteDraft[],
): Promise<void> {
  let gone = tx.deleteFrom('story_notes').where('user_id', '=', userId).where('story_id', '=', storyId)
  if (notes.length > 0) {
    gone = gone.where(
      'id',
      'not in',
      notes.map((note) => note.id),
    )
  }
  await gone.execute()
  // If an id is given twice, the later note counts: one statement may not write the same row twice.
  const placed = new Map(notes.map((note, position) => [note.id, { ...note, position }]))
  await writeNotes(tx, userId, storyId, [...placed.values()])
}

/**
 * Adds a note after the others, or rewrites it in its place. Returns null if there is no such story, 'full' at the
 * limit.
 * @throws CONFLICT where the note's text is neither `was` nor already the new one
 */
export async function putNote(
  tx: Tx,
  userId: string,
  storyId: string,
  { was, ...note }: NoteDraft & { was?: string | undefined },
): Promise<StoryNote | 'full' | null> {
  const story = await tx
    .selectFrom('stories')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', storyId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!story) return null

  const { count, position, text, last } = await tx
    .selectFrom('story_notes')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .select((notes) => [
      notes.fn.countAll<number>().as('count'),
      sql<number | null>`max(position) filter (where id = ${note.id})`.as('position'),
      sql<string | null>`max(text) filter (where id = ${note.id})`.as('text'),
      sql<number>`coalesce(max(position), -1)`.as('last'),
    ])
    .executeTakeFirstOrThrow()
  if (position === null && count >= limits.notesPerStory) return 'full'
  if (was !== undefined && text !== null && text !== was && text !== note.text) throw codeError('CONFLICT')

  const before = position === null ? await takeFromBin(tx, userId, storyId, note.id) : null
  await writeNotes(tx, userId, storyId, [{ ...note, position: position ?? last + 1, ...before }])
  const written = await tx
    .selectFrom('story_notes')
    .select(['id', 'text', 'timestamp', exactInstant('created_at').as('createdAt')])
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .where('id', '=', note.id)
    .executeTakeFirst()
  return written ?? null
}

/**
 * Moves a note to the bin; `putNote` with its id takes it out again. The bin may already hold the note: `replaceNotes`,
 * and a `putNote` that runs at the same time as the deletion, bring a note back without taking it out of the bin. Then
 * the row in the bin is overwritten.
 * @returns whether there was such a note
 */
export async function deleteNote(tx: Tx, userId: string, storyId: string, id: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('story_notes')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .where('id', '=', id)
    .returning([
      'user_id',
      'id',
      'story_id',
      'text',
      'timestamp',
      'position',
      exactInstant('created_at').as('created_at'),
    ])
    .executeTakeFirst()
  if (!gone) return false

  const binned = { ...gone, deleted_at: new Date() }
  await tx
    .insertInto('deleted_notes')
    .values(binned)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(binned))
    .execute()
  return true
}

/** Takes a note out of the bin. @returns the position and creation time it had; null if it never was in this story */
async function takeFromBin(tx: Tx, userId: string, storyId: string, id: string) {
  const binned = await tx
    .deleteFrom('deleted_notes')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['story_id', 'position', exactInstant('created_at').as('created_at')])
    .executeTakeFirst()
  if (binned?.story_id !== storyId) return null
  return { position: binned.position, created_at: binned.created_at }
}
