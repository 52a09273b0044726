import { sql } from 'kysely'
import { drawable } from '#contract/drawable.ts'
import { type MediaItem, mediaItem } from '#contract/media.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { SignedMedia } from './address.ts'
import type { StoredFile } from './answer-file.ts'

export { addressSigner, signAddress, signDownload } from './address.ts'
export { deriveCopies, EncodingLeft, hasCopy } from './derive.ts'
export { downloadRoutes } from './download-routes.ts'
export { markExamined, writeFinding } from './findings.ts'
export { keepObject } from './keep-object.ts'
export {
  binBefore,
  binForLater,
  emptyBin,
  expectNoMore,
  removeBinned,
  removeUnnamed,
  takeNamedOutOfBin,
} from './media.jobs.ts'
export { isShownByCopy } from './public-form.ts'

/** `isOriginal`: the file is as it was given, with everything that a camera or phone wrote into it. */
export type FoundFile = StoredFile & { kind: string; isOriginal: boolean }

/**
 * The file behind an address, or null when it does not exist, is not complete yet, or its story lies in the trash.
 */
export async function findFile(
  tx: Tx,
  { ownerId, mediaId }: Omit<SignedMedia, 'reader'>,
): Promise<FoundFile | null> {
  const found = await tx
    .selectFrom('media')
    .leftJoin('stories', (join) =>
      join.onRef('stories.user_id', '=', 'media.user_id').onRef('stories.id', '=', 'media.story_id'),
    )
    .where('media.user_id', '=', ownerId)
    .where('media.id', '=', mediaId)
    .where('media.state', '=', 'stored')
    .where('stories.deleted_at', 'is', null)
    .select([
      'media.storage_key as storageKey',
      'media.size_bytes as sizeBytes',
      'media.mime_type as mimeType',
      'media.sha256',
      'media.file_name as fileName',
      'stories.title',
      'media.created_at as keptAt',
      'media.kind',
      sql<boolean>`media.role = 'original'`.as('isOriginal'),
    ])
    .executeTakeFirst()
  return found ?? null
}

/** The id of the file that a browser can show of this one: of a picture that it cannot draw, the poster, if there is one. */
export async function shownAs(
  tx: Tx,
  { ownerId, mediaId }: Omit<SignedMedia, 'reader'>,
  { kind, mimeType }: Pick<FoundFile, 'kind' | 'mimeType'>,
): Promise<string> {
  if (kind !== 'image' || drawable.has(mimeType)) return mediaId
  const poster = await tx
    .selectFrom('media')
    .where('user_id', '=', ownerId)
    .where('source_media_id', '=', mediaId)
    .where('role', '=', 'poster')
    .where('state', '=', 'stored')
    .select('id')
    .executeTakeFirst()
  return poster?.id ?? mediaId
}

/** An added file as the contract shows it. */
export async function getMediaItem(tx: Tx, userId: string, id: string): Promise<MediaItem | null> {
  const row = await tx
    .selectFrom('media')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('role', '=', 'original')
    .selectAll()
    .executeTakeFirst()
  if (!row) return null

  const derived = await tx
    .selectFrom('media')
    .where('user_id', '=', userId)
    .where('source_media_id', '=', id)
    .select(['id', 'role'])
    .execute()
  const idOf = (role: string) => derived.find((one) => one.role === role)?.id ?? null
  return mediaItem.parse({
    id: row.id,
    storyId: row.story_id,
    kind: row.kind,
    fileName: row.file_name,
    caption: row.caption,
    mimeType: row.mime_type,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    durationMs: row.duration_ms,
    width: row.width,
    height: row.height,
    playbackMediaId: idOf('playback'),
    posterMediaId: idOf('poster'),
    finding: row.finding,
    examined: row.examined_at !== null,
    createdAt: row.created_at.toISOString(),
  })
}

/**
 * Sets the caption of an added file. @returns null when the account has no such file
 * @throws CONFLICT when the present caption is neither `was` nor the new one
 */
export async function describeMedia(
  tx: Tx,
  userId: string,
  id: string,
  { caption, was }: { caption: string; was?: string | undefined },
): Promise<MediaItem | null> {
  const now = await tx
    .selectFrom('media')
    .select('caption')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (was !== undefined && now && now.caption !== was && now.caption !== caption) throw codeError('CONFLICT')
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({ caption })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('role', '=', 'original')
    .where('recording_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? getMediaItem(tx, userId, id) : null
}

/**
 * Takes an added file out of its story, and its derived files with it; a job later deletes the bytes from the bin.
 * @returns 'kept' for a file that a recording or an unfinished upload still needs
 */
export async function removeMedia(tx: Tx, userId: string, id: string): Promise<'removed' | 'kept' | null> {
  const row = await tx
    .selectFrom('media')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('role', '=', 'original')
    .select(['recording_id', 'state'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  if (row.recording_id !== null || row.state !== 'stored') return 'kept'

  await tx.deleteFrom('media').where('user_id', '=', userId).where('id', '=', id).execute()
  return 'removed'
}
