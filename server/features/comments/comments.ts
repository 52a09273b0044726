import type { ExpressionBuilder } from 'kysely'
import { type Comment, comment, type Moment } from '#contract/comments.ts'
import type { Tx } from '../../db/actor.ts'
import { afterCursor, createdAtText, exactInstant, type Page, type PageInput, toPage } from '../../db/page.ts'
import type { Access } from '../../db/shared-access.ts'
import { storyAccess } from '../../db/story-access.ts'
import type { DB } from '../../db/tables.generated.ts'
import { codeError } from '../../errors.ts'

/** The person who asks, and the story. */
type Place = { userId: string; storyId: string }
type Draft = { id: string; text: string; moment: Moment | null }

const columns = (from: ExpressionBuilder<DB, 'comments'>) =>
  [
    'id',
    'story_id as storyId',
    'author_id',
    'author_name as author',
    'text',
    'recording_id',
    'at_ms',
    exactInstant('created_at').as('createdAt'),
    exactInstant('edited_at').$castTo<string | null>().as('editedAt'),
    from.ref('deleted_at').as('deletedAt'),
  ] as const

const commentsOf = (tx: Tx, { ownerId }: Access, storyId: string) =>
  tx.selectFrom('comments').where('user_id', '=', ownerId).where('story_id', '=', storyId)

type Row = Awaited<ReturnType<typeof findComment>>

/** One page of a story's comments, newest first. @throws NOT_FOUND */
export async function listComments(
  tx: Tx,
  { userId, storyId }: Place,
  page: PageInput,
): Promise<Page<Comment>> {
  const access = await accessTo(tx, storyId)
  const rows = await commentsOf(tx, access, storyId)
    .where('deleted_at', 'is', null)
    .where(afterCursor(page.cursor))
    .select(columns)
    .select(createdAtText.as('ordered_at'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  return toPage(rows, page.limit, (row) => shown(row, access, userId))
}

/**
 * Adds a comment. Idempotent by id: a retry after a lost response changes nothing.
 * @throws NOT_FOUND, GONE where the id belongs to a deleted comment or another person's
 */
export async function addComment(tx: Tx, { userId, storyId }: Place, draft: Draft): Promise<Comment> {
  const access = await accessTo(tx, storyId)
  if (draft.moment && !(await hasRecording(tx, access, storyId, draft.moment.recordingId))) {
    throw codeError('NOT_FOUND')
  }

  await tx
    .insertInto('comments')
    .values({
      user_id: access.ownerId,
      id: draft.id,
      story_id: storyId,
      author_id: userId,
      text: draft.text,
      recording_id: draft.moment?.recordingId ?? null,
      at_ms: draft.moment?.atMs ?? null,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .execute()
  const row = await findComment(tx, access, storyId, draft.id)
  if (!row || row.deletedAt !== null || row.author_id !== userId) throw codeError('GONE')
  return shown(row, access, userId)
}

/**
 * Lets its author change a comment.
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT where the text is neither `was` nor already the new one
 */
export async function editComment(
  tx: Tx,
  { userId, storyId }: Place,
  { id, text, was }: { id: string; text: string; was?: string | undefined },
): Promise<Comment> {
  const { access, row } = await existing(tx, storyId, id)
  if (row.author_id !== userId) throw codeError('FORBIDDEN')
  const now = await commentsOf(tx, access, storyId)
    .where('id', '=', id)
    .select('text')
    .forUpdate()
    .executeTakeFirst()
  // Whoever keeps the story has deleted it in this moment.
  if (!now) throw codeError('NOT_FOUND')
  if (was !== undefined && now.text !== was && now.text !== text) throw codeError('CONFLICT')

  await write(tx, access, id, { text })
  return shown((await existing(tx, storyId, id)).row, access, userId)
}

/**
 * Deletes a comment: the person's own, or any comment on a story that they own or administer.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function deleteComment(tx: Tx, { userId, storyId }: Place, id: string): Promise<void> {
  const { access, row } = await existing(tx, storyId, id)
  if (!shown(row, access, userId).mayDelete) throw codeError('FORBIDDEN')
  await write(tx, access, id, { deleted_at: new Date() })
}

/**
 * Restores a comment that the same person deleted; the database shows a deleted comment to nobody else.
 * @throws NOT_FOUND, FORBIDDEN where they may no longer delete it either
 */
export async function restoreComment(tx: Tx, { userId, storyId }: Place, id: string): Promise<Comment> {
  const access = await accessTo(tx, storyId)
  const row = await findComment(tx, access, storyId, id)
  if (!row) throw codeError('NOT_FOUND')

  const found = shown(row, access, userId)
  if (row.deletedAt === null) return found
  if (!found.mayDelete) throw codeError('FORBIDDEN')
  await write(tx, access, id, { deleted_at: null })
  return found
}

async function accessTo(tx: Tx, storyId: string): Promise<Access> {
  const access = await storyAccess(tx, storyId)
  if (!access) throw codeError('NOT_FOUND')
  return access
}

async function existing(tx: Tx, storyId: string, id: string) {
  const access = await accessTo(tx, storyId)
  const row = await findComment(tx, access, storyId, id)
  if (!row || row.deletedAt !== null) throw codeError('NOT_FOUND')
  return { access, row }
}

function findComment(tx: Tx, access: Access, storyId: string, id: string) {
  return commentsOf(tx, access, storyId).where('id', '=', id).select(columns).executeTakeFirst()
}

async function hasRecording(tx: Tx, access: Access, storyId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('recordings')
    .where('user_id', '=', access.ownerId)
    .where('id', '=', id)
    .where('story_id', '=', storyId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @throws NOT_FOUND where the comment has gone meanwhile, or the person may no longer change it */
async function write(
  tx: Tx,
  { ownerId }: Access,
  id: string,
  change: { text: string } | { deleted_at: Date | null },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('comments')
    .set(change)
    .where('user_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw codeError('NOT_FOUND')
}

function shown(row: NonNullable<Row>, { role }: Access, userId: string): Comment {
  const isOwn = row.author_id === userId
  const isKeeper = role === 'owner' || role === 'admin'
  return comment.parse({
    ...row,
    moment: row.recording_id === null ? null : { recordingId: row.recording_id, atMs: row.at_ms },
    mayEdit: isOwn,
    mayDelete: isOwn || isKeeper,
  })
}
