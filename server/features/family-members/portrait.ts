import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { asUser, type Claims, type Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { fileKindOf } from '../../media/file-kind.ts'
import { drawPortrait, PICTURE_TYPE } from '../../media/image.ts'
import { MediaError } from '../../media/media-tool.ts'
import type { Services } from '../../services.ts'

/**
 * Keeps a picture as somebody's portrait: small, upright and without the place it was taken at. What it is, its bytes
 * say; a type that could carry a script is not even opened.
 * @returns the id of its media
 * @throws FILE_EMPTY, FILE_TYPE_REFUSED, FILE_UNREADABLE, NOT_FOUND for a person who is not there, STORAGE_LIMIT_REACHED
 */
export async function keepPortrait(
  services: Pick<Services, 'db' | 'storage'>,
  claims: Claims,
  memberId: string,
  bytes: Uint8Array,
): Promise<string> {
  return keep(services, claims, memberId, await drawn(bytes))
}

async function drawn(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length === 0) throw codeError('FILE_EMPTY')
  const kind = await fileKindOf(bytes)
  if (kind?.kind !== 'image') throw codeError('FILE_TYPE_REFUSED')
  try {
    return await drawPortrait(bytes, limits.portraitPixels)
  } catch (error) {
    if (error instanceof MediaError) throw codeError('FILE_UNREADABLE')
    throw error
  }
}

/** The object first, then the row that names it: a crash in between leaves bytes that nobody sees. */
async function keep(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  claims: Claims,
  memberId: string,
  picture: Uint8Array,
): Promise<string> {
  const mediaId = uuidv7()
  const key = `media/${claims.sub}/${mediaId}.portrait`
  await storage.put(key, picture)
  try {
    await asUser(db, claims, async (tx) => {
      if (!(await dropPortrait(tx, claims.sub, memberId))) throw codeError('NOT_FOUND')
      await tx
        .insertInto('media')
        .values({
          user_id: claims.sub,
          id: mediaId,
          role: 'original',
          kind: 'image',
          state: 'stored',
          file_name: 'portrait.jpg',
          mime_type: PICTURE_TYPE,
          size_bytes: picture.length,
          sha256: createHash('sha256').update(picture).digest('hex'),
          storage_key: key,
        })
        .execute()
      await tx
        .updateTable('family_members')
        .set({ portrait_media_id: mediaId })
        .where('user_id', '=', claims.sub)
        .where('id', '=', memberId)
        .execute()
    })
  } catch (error) {
    await storage.delete(key)
    throw error
  }
  return mediaId
}

/** Takes the portrait away; its bytes go with its row. @returns whether there is such a person */
export async function dropPortrait(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('family_members')
    .select('portrait_media_id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  if (row.portrait_media_id) {
    await tx
      .deleteFrom('media')
      .where('user_id', '=', userId)
      .where('id', '=', row.portrait_media_id)
      .execute()
  }
  return true
}
