import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import { asUser, type Claims, type Tx } from '../../db/actor.ts'
import { ownerOfPerson } from '../../db/person-access.ts'
import { codeError } from '../../errors.ts'
import { inDrawingTurn } from '../../media/drawing-turns.ts'
import { fileKindOf } from '../../media/file-kind.ts'
import { drawPortrait, PICTURE_TYPE } from '../../media/image.ts'
import { MediaError } from '../../media/media-tool.ts'
import type { Services } from '../../services.ts'
import { sha256Of } from '../../sha256.ts'
import { keepObject } from '../media/media.ts'

/** The owner of the person's family, whose storage the picture takes up, and the media id of the picture. */
export type Portrait = { ownerId: string; mediaId: string }

/**
 * Keeps a picture as a person's portrait: small, upright and without the place it was taken at. Its type is determined from
 * its bytes; a type that could carry a script is not even opened.
 * @throws FILE_EMPTY, FILE_TYPE_REFUSED, FILE_UNREADABLE, NOT_FOUND for a person who is not there, FORBIDDEN for one whom the
 *   account may only look at, STORAGE_LIMIT_REACHED
 */
export async function keepPortrait(
  services: Pick<Services, 'db' | 'storage'>,
  claims: Claims,
  memberId: string,
  bytes: Uint8Array,
): Promise<Portrait> {
  return keep(services, claims, memberId, await drawn(claims.sub, bytes))
}

async function drawn(userId: string, bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length === 0) throw codeError('FILE_EMPTY')
  const kind = await fileKindOf(bytes)
  if (kind?.kind !== 'image') throw codeError('FILE_TYPE_REFUSED')
  try {
    return await inDrawingTurn(userId, () => drawPortrait(bytes, limits.portraitPixels))
  } catch (error) {
    if (error instanceof MediaError) throw codeError('FILE_UNREADABLE')
    throw error
  }
}

async function keep(
  services: Pick<Services, 'db' | 'storage'>,
  claims: Claims,
  memberId: string,
  picture: Uint8Array,
): Promise<Portrait> {
  const { db } = services
  const ownerId = await asUser(db, claims, (tx) => ownerOfPerson(tx, memberId, 'change'))
  const mediaId = uuidv7()
  const key = `media/${ownerId}/${mediaId}.portrait`
  const sha256 = sha256Of(picture)
  await keepObject(services, { userId: ownerId, key, bytes: picture }, async () => {
    const { rows } = await asUser(db, claims, (tx) =>
      sql<{ kept: boolean }>`
        select app.put_portrait(
          ${ownerId}, ${memberId}, ${mediaId}, ${PICTURE_TYPE}, ${picture.length}, ${sha256}
        ) as kept`.execute(tx),
    )
    if (!rows[0]?.kept) throw codeError('NOT_FOUND')
  })
  return { ownerId, mediaId }
}

/** Removes a portrait; its bytes go with its row. @returns whether the person exists and the account may change them */
export async function dropPortrait(tx: Tx, ownerId: string, id: string): Promise<boolean> {
  const { rows } = await sql<{
    dropped: boolean
  }>`select app.drop_portrait(${ownerId}, ${id}) as dropped`.execute(tx)
  return rows[0]?.dropped ?? false
}
