import {
  type BookPage,
  type PageContent,
  type PageEdit,
  type Passage,
  stretchesOf,
} from '#contract/book-pages.ts'
import { piecesOf } from '#contract/book-sentence-places.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { BookKey } from './material.ts'
import { findPage } from './pages.ts'
import { withMark } from './pictures/is-drawn.ts'
import { followChoice, openingOf } from './pictures/show-picture.ts'

/** Changes what a page says. @throws NOT_FOUND, or CONFLICT when somebody changed the page since `baseVersion` */
export async function editPage(
  tx: Tx,
  key: BookKey,
  { id, baseVersion, content }: { id: string; baseVersion: number; content: PageEdit },
): Promise<BookPage> {
  const found = await findPage(tx, key, id)
  if (!found || found.isRemoved) throw codeError('NOT_FOUND')
  const { page } = found
  if (page.version !== baseVersion || page.content.kind !== content.kind) throw codeError('CONFLICT')

  await assertPicture(tx, key, content, page.content)
  const shown = await withMark(tx, key.userId, merged(page.content, content))
  const edited = { ...page, content: shown, edited: true, version: page.version + 1 }
  await tx
    .updateTable('storybook_pages')
    .set({ content: JSON.stringify(edited.content), edited: true, version: edited.version })
    .where('user_id', '=', key.userId)
    .where('id', '=', id)
    .execute()
  const opening = openingOf(page)
  const chosen = openingOf(edited)
  if (opening && chosen && chosen.content.pictureId !== opening.content.pictureId)
    await followChoice(tx, key.userId, id, chosen.content.pictureId)
  return edited
}

/** Takes a page out of the book. @throws NOT_FOUND, or CONFLICT for the cover, which cannot be taken out */
export async function removePage(tx: Tx, key: BookKey, id: string): Promise<void> {
  const found = await findPage(tx, key, id)
  if (!found || found.isRemoved) throw codeError('NOT_FOUND')
  if (found.page.content.kind === 'cover') throw codeError('CONFLICT')
  await setRemoved(tx, key, id, new Date())
}

/** Puts a page that was taken out back in its place. @throws NOT_FOUND */
export async function restorePage(tx: Tx, key: BookKey, id: string): Promise<BookPage> {
  const found = await findPage(tx, key, id)
  if (!found) throw codeError('NOT_FOUND')
  if (!found.isRemoved) return found.page
  await setRemoved(tx, key, id, null)
  return { ...found.page, version: found.page.version + 1 }
}

async function setRemoved(tx: Tx, key: BookKey, id: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('storybook_pages')
    .set((page) => ({ removed_at: at, version: page('version', '+', 1) }))
    .where('user_id', '=', key.userId)
    .where('id', '=', id)
    .execute()
}

/** What a passage rests on is never read from the edit: a known passage keeps what is stored, a new one rests on nothing. */
function merged(before: PageContent, edit: PageEdit): PageContent {
  if (edit.kind !== 'text' || before.kind !== 'text') return edit as PageContent
  const known = new Map(before.passages.map((passage) => [passage.id, passage]))
  const own = before.passages.filter(({ kind }) => kind !== 'quote')
  return {
    kind: 'text',
    madeOf: before.madeOf ?? own.map(stretchesOf),
    passages: edit.passages.map(({ id, text }) => {
      const passage = known.get(id)
      return passage
        ? reworded(passage, text)
        : { id, kind: 'words', speaker: '', text, verbatim: null, voice: null }
    }),
  }
}

/** A sentence of a written chapter that the new text no longer contains unchanged is dropped with the places it rests on. */
function reworded(passage: Passage, text: string): Passage {
  if (!passage.sentences) return { ...passage, text }
  const sentences = piecesOf(text, passage.sentences).flatMap(({ sentence }) => sentence ?? [])
  return { ...passage, text, sentences }
}

/** A picture that the page shows already may be gone by now; its words can be changed all the same. */
async function assertPicture(
  tx: Tx,
  { userId }: BookKey,
  content: PageEdit,
  before: PageContent,
): Promise<void> {
  if (!('pictureId' in content) || content.pictureId === null) return
  if ('pictureId' in before && before.pictureId === content.pictureId) return
  await assertOwnPicture(tx, userId, content.pictureId)
}

/** @throws NOT_FOUND for a picture that is not among the family's */
export async function assertOwnPicture(tx: Tx, userId: string, mediaId: string): Promise<void> {
  const picture = await tx
    .selectFrom('media')
    .where('user_id', '=', userId)
    .where('id', '=', mediaId)
    .where('kind', '=', 'image')
    .where('state', '=', 'stored')
    .select('id')
    .executeTakeFirst()
  if (!picture) throw codeError('NOT_FOUND')
}
