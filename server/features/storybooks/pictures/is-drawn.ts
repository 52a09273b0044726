import { sql } from 'kysely'
import type { PageContent } from '#contract/book-pages.ts'
import type { Tx } from '../../../db/actor.ts'

/** A page with whether a machine drew what it shows: asked of the drawings, whoever edits and wherever a picture goes. */
export async function withMark(tx: Tx, userId: string, content: PageContent): Promise<PageContent> {
  if (!('pictureId' in content)) return content
  return { ...content, isDrawn: (await isDrawn(tx, userId, content.pictureId)) || undefined }
}

/** Whether a machine drew a picture of this family. */
export async function isDrawn(tx: Tx, userId: string, pictureId: string | null): Promise<boolean> {
  if (pictureId === null) return false
  const { is } = await tx
    .selectNoFrom(sql<boolean>`app.is_drawn(${userId}, ${pictureId})`.as('is'))
    .executeTakeFirstOrThrow()
  return is
}
