import { sql } from 'kysely'
import { z } from 'zod'
import { optionalText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '../../db/actor.ts'
import { advisoryLocks } from '../../db/advisory-locks.ts'
import { refuseSharedStory } from '../../db/story-access.ts'
import { codeError } from '../../errors.ts'
import { FILE_HEAD_BYTES, fileKindOf } from '../../media/file-kind.ts'
import type { Storage } from '../../storage/storage.ts'
import { queueProcessing } from './uploads.jobs.ts'

/** The row of an upload keeps everything that is said of it, and PostgreSQL cannot store U+0000. */
const said = z
  .string()
  .refine((text) => !text.includes('\u0000'))
  .nullish()

/** What a client says of a file before it sends it. Its name is kept; its type is not trusted, but detected from the bytes. */
const described = z
  .object({
    filename: optionalText(limits.fileName).default(''),
    storyId: z.uuid().nullish(),
    idempotencyKey: said,
  })
  .catchall(said)

type Draft = { id: string; size: number; metadata: Record<string, string | null> | undefined }

/**
 * The unfinished upload that an identical earlier request has begun, when the answer to that request was lost. A second upload
 * would reserve its room again, and for two days nobody could free the first. Without an idempotency key no upload counts as the
 * same.
 */
export async function findBegun(tx: Tx, userId: string, draft: Draft): Promise<string | undefined> {
  const key = described.safeParse(draft.metadata ?? {}).data?.idempotencyKey
  if (!key) return undefined
  // Held until this transaction ends, so that the second of two requests at the same moment finds the upload that the first has
  // begun.
  await sql`select pg_advisory_xact_lock(${advisoryLocks.uploads}::int, hashtext(${`${userId} ${key}`}))`.execute(
    tx,
  )
  const begun = await tx
    .selectFrom('uploads')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'receiving')
    .where('size_bytes', '=', draft.size)
    .where('metadata', '=', JSON.stringify(draft.metadata))
    .where('expires_at', '>', new Date())
    .limit(1)
    .executeTakeFirst()
  return begun?.id
}

/**
 * Makes room for a file: its media row holds the space from now on, so that two uploads cannot both take the last byte.
 * @throws BAD_REQUEST, FILE_EMPTY, NOT_FOUND (the story), LIMIT_REACHED (its files), STORAGE_LIMIT_REACHED from the database
 */
export async function reserveUpload(tx: Tx, userId: string, draft: Draft): Promise<void> {
  const { data: file } = described.safeParse(draft.metadata ?? {})
  if (!file) throw codeError('BAD_REQUEST')
  if (draft.size === 0) throw codeError('FILE_EMPTY')

  const storyId = file.storyId ?? null
  if (storyId !== null && !(await hasStory(tx, userId, storyId))) {
    await refuseSharedStory(tx, storyId)
    throw codeError('NOT_FOUND')
  }

  const row = {
    user_id: userId,
    id: draft.id,
    story_id: storyId,
    file_name: file.filename,
    size_bytes: draft.size,
    storage_key: `media/${userId}/${draft.id}`,
  }
  await tx
    .insertInto('media')
    .values({
      ...row,
      role: 'original',
      kind: 'document',
      mime_type: 'application/octet-stream',
      position: await nextPlace(tx, userId, storyId),
    })
    .execute()
  await tx
    .insertInto('uploads')
    .values({
      ...row,
      metadata: JSON.stringify(draft.metadata ?? {}),
      media_id: draft.id,
      expires_at: expiresFromNow(),
    })
    .execute()
}

/**
 * An upload expires this long after its last byte, not after its first: one that is merely slow has not been abandoned. One that has ended
 * can be asked about for as long.
 */
const expiresFromNow = () => new Date(Date.now() + limits.uploadExpiresAfterHours * 3_600_000)

/**
 * The position behind the files that are there. Two uploads that begin at once get the same position; their age then decides the
 * order.
 *
 * @throws LIMIT_REACHED when the story has as many files as can be put in order
 */
async function nextPlace(tx: Tx, userId: string, storyId: string | null): Promise<number> {
  const { count, last } = await tx
    .selectFrom('media')
    .where('user_id', '=', userId)
    .where('story_id', '=', storyId)
    .where('role', '=', 'original')
    .where('recording_id', 'is', null)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max<number | null>('position').as('last')])
    .executeTakeFirstOrThrow()
  if (count >= limits.filesPerStory) throw codeError('LIMIT_REACHED')
  return last === null ? 0 : last + 1
}

async function hasStory(tx: Tx, userId: string, id: string): Promise<boolean> {
  const story = await tx
    .selectFrom('stories')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return story !== undefined
}

/** An upload's row, locked when `lock` is 'write'; undefined when the account has no such upload. */
export function findUpload(tx: Tx, userId: string, id: string, lock: 'read' | 'write') {
  return tx
    .selectFrom('uploads')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .$if(lock === 'write', (q) => q.forUpdate())
    .executeTakeFirst()
}

/**
 * Records that the bytes up to `offset` are flushed. With the last byte the type of the file is detected from its contents: the
 * file is stored and queued for its copies, or refused, and then nothing of it stays.
 */
export async function advanceUpload(
  tx: Tx,
  storage: Storage,
  upload: { user_id: string; id: string; size_bytes: number; storage_key: string },
  offset: number,
): Promise<void> {
  const { user_id: userId, id: mediaId } = upload
  type Change = { byte_offset: number; expires_at?: Date; state?: string; code?: string; media_id?: null }
  const set = (change: Change) =>
    tx.updateTable('uploads').set(change).where('user_id', '=', userId).where('id', '=', mediaId).execute()
  if (offset < upload.size_bytes) {
    await set({ byte_offset: offset, expires_at: expiresFromNow() })
    return
  }

  const file = await fileKindOf(await readHead(storage, upload))
  if (!file) {
    await set({
      byte_offset: offset,
      state: 'refused',
      code: 'FILE_TYPE_REFUSED',
      media_id: null,
      expires_at: expiresFromNow(),
    })
    await tx.deleteFrom('media').where('user_id', '=', userId).where('id', '=', mediaId).execute()
    return
  }
  await set({ byte_offset: offset, state: 'stored', expires_at: expiresFromNow() })
  await tx
    .updateTable('media')
    .set({ kind: file.kind, mime_type: file.mimeType, state: 'stored' })
    .where('user_id', '=', userId)
    .where('id', '=', mediaId)
    .execute()
  await queueProcessing(tx, userId, mediaId)
}

async function readHead(
  storage: Storage,
  upload: { size_bytes: number; storage_key: string },
): Promise<Buffer> {
  const end = Math.min(upload.size_bytes, FILE_HEAD_BYTES) - 1
  const pieces: Buffer[] = []
  for await (const piece of await storage.read(upload.storage_key, { start: 0, end })) pieces.push(piece)
  return Buffer.concat(pieces)
}

/**
 * Drops an expired upload, unless its sender has gone on with it since the list of expired uploads was read. Of one that has ended, what
 * is known of its file stands in its media row, and only what the sender said of it goes.
 */
export async function dropExpired(tx: Tx, userId: string, id: string): Promise<void> {
  const upload = await findUpload(tx, userId, id, 'write')
  if (!upload || upload.expires_at >= new Date()) return
  if ((await dropUpload(tx, userId, id)) === 'ended') await forgetUpload(tx, userId, id)
}

/** Deletes the row of an upload, and nothing of its file. */
export async function forgetUpload(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('uploads').where('user_id', '=', userId).where('id', '=', id).execute()
}

/** Drops an unfinished upload: its room is free at once, and its bytes are deleted after its row. */
export async function dropUpload(
  tx: Tx,
  userId: string,
  id: string,
): Promise<'dropped' | 'ended' | 'unknown'> {
  const upload = await findUpload(tx, userId, id, 'write')
  if (!upload) return 'unknown'
  if (upload.state !== 'receiving') return 'ended'

  await tx.deleteFrom('media').where('user_id', '=', userId).where('id', '=', id).execute()
  await forgetUpload(tx, userId, id)
  return 'dropped'
}
