import type { BookPage } from '#contract/book-pages.ts'
import type { Tx } from '../../../db/actor.ts'

/** Puts a picture onto a cover or a chapter's opening. The page is then the family's: laying out anew leaves it alone. */
export async function showPicture(
  tx: Tx,
  userId: string,
  { id, version, content }: BookPage,
  { pictureId, isDrawn }: { pictureId: string | null; isDrawn: boolean },
): Promise<void> {
  const { isDrawn: _, ...rest } = { isDrawn: undefined, ...content }
  const shown = { ...rest, pictureId, ...(isDrawn ? { isDrawn } : {}) }
  await tx
    .updateTable('storybook_pages')
    .set({ content: JSON.stringify(shown), edited: true, version: version + 1 })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}
