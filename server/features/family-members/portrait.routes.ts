import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { asUser, type Claims } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { readClaims } from '../../http/bearer.ts'
import type { HttpEnv } from '../../http/http-env.ts'
import { readBody } from '../../http/request-body.ts'
import { fileKindOf } from '../../media/file-kind.ts'
import { drawPortrait, PICTURE_TYPE } from '../../media/image.ts'
import { MediaError } from '../../media/media-tool.ts'
import type { Services } from '../../services.ts'
import { signAddress } from '../media/media.ts'
import { dropPortrait } from './family-members.ts'

/** PUT of a portrait: the raw bytes of a picture. What it is, its bytes say, never its name. */
export function portraitRoutes(services: Services): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()

  app.put('/media/portraits/:id', async (c) => {
    const claims = await readClaims(c, services)
    if (!claims) throw codeError('UNAUTHORIZED')
    const id = z.uuid().safeParse(c.req.param('id'))
    if (!id.success) throw codeError('NOT_FOUND')

    const picture = await drawn(await readBody(c, limits.portraitBytes))
    const mediaId = await keep(services, claims, id.data, picture)
    return c.json({ portrait: signAddress(services.secrets, claims.sub, mediaId).url })
  })

  return app
}

/** Small, upright and without the place it was taken at; a type that could carry a script is not even opened. */
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
  { db, storage }: Services,
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
