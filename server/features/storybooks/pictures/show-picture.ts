import { sql } from 'kysely'
import type { BookPage, PageContent } from '#contract/book-pages.ts'
import type { Tx } from '../../../db/actor.ts'
import { withMark } from './is-drawn.ts'

type Opening = Extract<PageContent, { kind: 'cover' | 'chapter' }>

/** Puts a picture onto a cover or a chapter's opening. The page then counts as edited, so laying out again leaves it alone. */
export async function showPicture(
  tx: Tx,
  userId: string,
  { id, version, content }: BookPage & { content: Opening },
  pictureId: string | null,
): Promise<void> {
  const shown = await withMark(tx, userId, { ...content, pictureId })
  await tx
    .updateTable('storybook_pages')
    .set({ content: JSON.stringify(shown), edited: true, version: version + 1 })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** @returns the page, if it is one that can be drawn for: a cover or a chapter's opening */
export function openingOf(page: BookPage): (BookPage & { content: Opening }) | null {
  const { content } = page
  return content.kind === 'cover' || content.kind === 'chapter' ? { ...page, content } : null
}

/** After a person chose a page's picture: a drawing of the page that is now shown becomes `done`, the others `removed`. */
export async function followChoice(
  tx: Tx,
  userId: string,
  pageId: string,
  pictureId: string | null,
): Promise<void> {
  await tx
    .updateTable('storybook_drawings')
    .set({ state: sql`case when media_id = ${pictureId} then 'done' else 'removed' end` })
    .where('user_id', '=', userId)
    .where('page_id', '=', pageId)
    .where('state', 'in', ['done', 'removed'])
    .where('media_id', 'is not', null)
    .execute()
}
