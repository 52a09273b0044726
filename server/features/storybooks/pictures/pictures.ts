import { sql } from 'kysely'
import { type BookPictures, bookPictures, type Likeness } from '#contract/book-pictures.ts'
import type { PictureStyle } from '#contract/picture-styles.ts'
import type { Tx } from '../../../db/actor.ts'
import { codeError } from '../../../errors.ts'
import { enqueue } from '../../../jobs/job.ts'
import { requireMember } from '../../family-members/family-members.ts'
import type { BookKey } from '../material.ts'
import { findPage } from '../pages.ts'
import { drawPicture } from '../storybooks.jobs.ts'
import { openingOf, showPicture } from './show-picture.ts'

/** A book's picture style, the people in it with their descriptions, and its drawings. @throws NOT_FOUND */
export async function getPictures(tx: Tx, key: BookKey, draws: string | null): Promise<BookPictures> {
  const book = await tx
    .selectFrom('storybooks')
    .where('user_id', '=', key.userId)
    .where('id', '=', key.bookId)
    .select('picture_style as style')
    .executeTakeFirst()
  if (!book) throw codeError('NOT_FOUND')
  const rows = await drawingsOf(tx, key).execute()
  const drawings = [...Map.groupBy(rows, ({ pageId }) => pageId).values()].flatMap(toldOf)
  return bookPictures.parse({ draws, style: book.style, people: await peopleOf(tx, key), drawings })
}

/** Newest first. */
const drawingsOf = (tx: Tx, { userId, bookId }: BookKey) =>
  tx
    .selectFrom('storybook_drawings')
    .where('user_id', '=', userId)
    .where('storybook_id', '=', bookId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'page_id as pageId', 'state', 'failure'])
    .select(['media_id as mediaId', 'before_picture_id as beforeId'])

type DrawingRow = Awaited<ReturnType<ReturnType<typeof drawingsOf>['executeTakeFirstOrThrow']>>

/**
 * The one drawing of a page that is shown to people: a waiting one, or else the newest that has a picture, with the failure of
 * a later attempt. `rows` are the page's drawings, newest first.
 */
function toldOf(rows: readonly DrawingRow[]): DrawingRow[] {
  const newest = rows[0]
  if (!newest || newest.state === 'waiting') return newest ? [newest] : []
  const kept = rows.find(({ mediaId }) => mediaId !== null)
  if (kept) return [{ ...kept, failure: newest.failure }]
  return newest.state === 'failed' ? [newest] : []
}

/** The family members who tell in the book, or whom an accepted proposal places in one of its stories; 50 at most. */
export async function peopleOf(tx: Tx, { userId, bookId }: BookKey): Promise<Likeness[]> {
  const { rows } = await sql<Likeness>`
    with chosen as (
      select c.story_id from public.storybook_stories c where c.user_id = ${userId} and c.storybook_id = ${bookId}
    ), named as (
      select p.family_member_id as id from public.story_proposals p
      where p.user_id = ${userId} and p.story_id in (select story_id from chosen)
        and p.state = 'accepted' and p.family_member_id is not null
      union
      select m.id from public.transcript_speakers s
      join public.transcripts t on t.user_id = s.user_id and t.id = s.transcript_id
      join public.family_members m on m.user_id = s.user_id
        and s.name in (m.first_name, btrim(concat_ws(' ', m.first_name, m.last_name)))
      where s.user_id = ${userId} and s.name <> '' and s.merged_into is null and t.story_id in (select story_id from chosen)
    )
    select m.id as "familyMemberId", btrim(concat_ws(' ', m.first_name, nullif(m.last_name, m.first_name))) as name,
      coalesce(l.description, '') as description
    from public.family_members m
    left join public.likenesses l on l.user_id = m.user_id and l.id = m.id
    where m.user_id = ${userId} and m.id in (select id from named)
    order by name, m.id limit 50`.execute(tx)
  return rows
}

export async function setStyle(tx: Tx, { userId, bookId }: BookKey, style: PictureStyle): Promise<void> {
  await tx
    .updateTable('storybooks')
    .set({ picture_style: style })
    .where('user_id', '=', userId)
    .where('id', '=', bookId)
    .execute()
}

/**
 * Sets how a person looks in every picture from now on; an empty description removes that.
 * @throws NOT_FOUND, or CONFLICT when the stored description is by now neither `was` nor the new one
 */
export async function describePerson(
  tx: Tx,
  userId: string,
  id: string,
  { description, was }: { description: string; was?: string | undefined },
): Promise<void> {
  // Locks the family member's row, because a person without a description has no row in `likenesses` that could be locked.
  await requireMember(tx, userId, id, 'write')
  if (was !== undefined && ![was, description].includes(await likenessOf(tx, userId, id)))
    throw codeError('CONFLICT')
  if (description === '') {
    await tx.deleteFrom('likenesses').where('user_id', '=', userId).where('id', '=', id).execute()
    return
  }
  await tx
    .insertInto('likenesses')
    .values({ user_id: userId, id, description })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ description }))
    .execute()
}

async function likenessOf(tx: Tx, userId: string, id: string): Promise<string> {
  const said = await tx
    .selectFrom('likenesses')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .select('description')
    .executeTakeFirst()
  return said?.description ?? ''
}

/**
 * Queues a drawing. An id that exists already, or another drawing of the page that is still waiting, makes this do nothing.
 * @throws NOT_FOUND, CONFLICT for a page that is neither the cover nor a chapter's opening, AI_LIMIT_REACHED
 */
export async function requestDrawing(tx: Tx, key: BookKey, pageId: string, drawingId: string): Promise<void> {
  const found = await findPage(tx, key, pageId)
  if (!found || found.isRemoved) throw codeError('NOT_FOUND')
  if (!openingOf(found.page)) throw codeError('CONFLICT')
  const newest = await drawingsOf(tx, key).where('page_id', '=', pageId).limit(1).executeTakeFirst()
  if (newest?.state === 'waiting') return

  const asked = await tx
    .insertInto('storybook_drawings')
    .values({ user_id: key.userId, id: drawingId, storybook_id: key.bookId, page_id: pageId })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!asked) return
  const payload = { userId: key.userId, drawingId }
  await enqueue(tx, drawPicture, payload, { key: `draw_picture/${key.userId}/${drawingId}` })
}

/**
 * Shows a page's drawing again, or puts it away and shows the picture from before it. If the page shows another picture by
 * now, putting the drawing away leaves that picture as it is.
 * @throws NOT_FOUND
 */
export async function switchDrawing(tx: Tx, key: BookKey, pageId: string, isShown: boolean): Promise<void> {
  const found = await findPage(tx, key, pageId)
  // The newest drawing that has a picture: later attempts that failed are passed over.
  const drawn = await drawingsOf(tx, key)
    .where('page_id', '=', pageId)
    .where('media_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  const page = found && openingOf(found.page)
  if (!page || found.isRemoved || !drawn) throw codeError('NOT_FOUND')
  const shows = page.content.pictureId === drawn.mediaId
  if (shows !== isShown) await showPicture(tx, key.userId, page, isShown ? drawn.mediaId : drawn.beforeId)
  await tx
    .updateTable('storybook_drawings')
    .set({ state: isShown ? 'done' : 'removed' })
    .where('user_id', '=', key.userId)
    .where('id', '=', drawn.id)
    .execute()
}
