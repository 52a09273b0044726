import { sql } from 'kysely'
import type { PageContent } from '#contract/book-pages.ts'
import type { Tx } from '../../../db/actor.ts'

/**
 * Marks a page's content with whether a machine drew its picture. The stored drawings answer that, not the edit, so that the
 * mark follows a picture to any page it is put on.
 */
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
