import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { tellersOf } from '#contract/book-layout.ts'
import type { StoryMaterial } from '#contract/book-material.ts'
import { passagesOf } from '#contract/book-passages.ts'
import type { PictureFailure } from '#contract/book-pictures.ts'
import { pictureStyle } from '#contract/book-pictures.ts'
import { lastingFailureOf } from '../../../ai/lasting-failure.ts'
import { asWorker, type Tx } from '../../../db/actor.ts'
import { declaredFailure } from '../../../errors.ts'
import { handleJob, type JobContext, type JobHandler } from '../../../jobs/job.ts'
import { fileKindOf } from '../../../media/file-kind.ts'
import { drawPublicPicture, PICTURE_TYPE } from '../../../media/image.ts'
import { MediaError } from '../../../media/media-tool.ts'
import type { Services } from '../../../services.ts'
import { sha256Of } from '../../../sha256.ts'
import { keepObject } from '../../media/media.ts'
import { loadMaterial } from '../material.ts'
import { findPage } from '../pages.ts'
import { drawPicture } from '../storybooks.jobs.ts'
import { peopleOf } from './pictures.ts'
import { promptOf, type Scene } from './prompt.ts'
import { openingOf, showPicture } from './show-picture.ts'

/** The largest answer that is taken from a model; an ordinary picture has a few megabytes. */
const BYTES_MAX = 40_000_000

type Parts = Pick<Services, 'db' | 'storage' | 'imageModel'>
type Wanted = { userId: string; drawingId: string }

/** The job that draws pictures in the background. */
export function pictureJobs(services: Parts): JobHandler[] {
  const giveUp = (wanted: Wanted) =>
    asWorker(services.db, wanted.userId, (tx) => writeState(tx, wanted, { state: 'failed', failure: 'BUSY' }))
  return [
    handleJob(drawPicture, (wanted, context) => drawPage(services, wanted, context), {
      turns: 'asked',
      giveUp,
    }),
  ]
}

/** Draws the picture of a page and shows it there. Does nothing when the drawing is done, or it or its page is gone. */
export async function drawPage(services: Parts, wanted: Wanted, context: JobContext): Promise<void> {
  const { db, imageModel } = services
  const fail = (failure: PictureFailure) =>
    asWorker(db, wanted.userId, (tx) => writeState(tx, wanted, { state: 'failed', failure }))
  try {
    const found = await asWorker(db, wanted.userId, (tx) => loadScene(tx, wanted))
    if (!found) return
    if (!imageModel) return await fail('REFUSED')
    const drawn = await imageModel.draw(found.prompt, context.signal)
    await keep(services, wanted, { ...found, picture: await asPicture(drawn), model: imageModel.label })
  } catch (error) {
    if (error instanceof NobodyWaits) return
    if (error instanceof MediaError) return fail('UNREADABLE')
    if (declaredFailure(error)?.code === 'STORAGE_LIMIT_REACHED') return fail('STORAGE_FULL')
    const failure = lastingFailureOf(error, context)
    context.log.error({ err: error, drawingId: wanted.drawingId }, 'the image model could not draw')
    await fail(failure === 'NONSENSE' ? 'UNREADABLE' : failure)
  }
}

/**
 * Accepts the model's answer only if its bytes are those of an image, and encodes the picture again so that nothing else in the
 * file is kept. @throws MediaError
 */
async function asPicture(bytes: Uint8Array): Promise<Uint8Array> {
  const kind = bytes.length > BYTES_MAX ? undefined : await fileKindOf(bytes)
  if (kind?.kind !== 'image') throw new MediaError('UNREADABLE', 'no picture came')
  return drawPublicPicture(bytes)
}

async function loadScene(tx: Tx, { userId, drawingId }: Wanted) {
  const wanted = await tx
    .selectFrom('storybook_drawings as drawing')
    .innerJoin('storybooks as book', (join) =>
      join.onRef('book.user_id', '=', 'drawing.user_id').onRef('book.id', '=', 'drawing.storybook_id'),
    )
    .where('drawing.user_id', '=', userId)
    .where('drawing.id', '=', drawingId)
    .where('drawing.state', '=', 'waiting')
    .select(['drawing.page_id as pageId', 'book.id as bookId', 'book.picture_style as style'])
    .executeTakeFirst()
  if (!wanted) return null
  const key = { userId, bookId: wanted.bookId }
  const found = await findPage(tx, key, wanted.pageId)
  const page = found && openingOf(found.page)
  if (!page) return null

  const { stories, description } = await loadMaterial(tx, key, page.storyId ?? undefined)
  const told =
    page.storyId === null ? [description, ...stories.map(({ title }) => title)] : stories.map(textOf)
  const scene: Scene = { title: page.content.title, text: told.join(' '), tellers: tellersOf(stories) }
  const style = pictureStyle.parse(wanted.style)
  return { key, pageId: page.id, prompt: promptOf(style, scene, await peopleOf(tx, key)) }
}

const textOf = (story: StoryMaterial) =>
  passagesOf(story)
    .map(({ text }) => text)
    .join(' ')

/** Another run of the same job has drawn the picture meanwhile, or it was given up: a second picture would have no drawing. */
class NobodyWaits extends Error {}

type Kept = { key: { userId: string; bookId: string }; pageId: string; picture: Uint8Array; model: string }

async function keep(services: Parts, wanted: Wanted, { key, pageId, picture, model }: Kept): Promise<void> {
  const { userId } = wanted
  const mediaId = uuidv7()
  const storageKey = `media/${userId}/${mediaId}.drawn`
  await keepObject(services, { userId, key: storageKey, bytes: picture }, () =>
    asWorker(services.db, userId, async (tx) => {
      const found = await findPage(tx, key, pageId)
      const page = found && openingOf(found.page)
      if (!page) throw new MediaError('UNREADABLE', 'its page is gone')
      if (!(await lockWaiting(tx, wanted))) throw new NobodyWaits()
      await tx
        .insertInto('media')
        .values({
          user_id: userId,
          id: mediaId,
          role: 'original',
          kind: 'image',
          state: 'stored',
          file_name: 'drawing.jpg',
          mime_type: PICTURE_TYPE,
          size_bytes: picture.length,
          sha256: sha256Of(picture),
          storage_key: storageKey,
          examined_at: new Date(),
        })
        .execute()
      const before = await putEarlierAway(tx, wanted, page.id, page.content.pictureId)
      await writeState(tx, wanted, {
        state: 'done',
        failure: null,
        model,
        media_id: mediaId,
        before_picture_id: before,
      })
      await showPicture(tx, userId, page, mediaId)
    }),
  )
}

/**
 * Deletes the page's earlier drawings and their files, except those that another page shows as well.
 * @returns the picture that the page shows without any drawing, or null
 */
async function putEarlierAway(tx: Tx, { userId, drawingId }: Wanted, pageId: string, shown: string | null) {
  const earlier = await tx
    .selectFrom('storybook_drawings')
    .where('user_id', '=', userId)
    .where('page_id', '=', pageId)
    .where('id', '<>', drawingId)
    .select(['id', 'media_id as mediaId', 'before_picture_id as beforeId'])
    .select(sql<boolean>`app.is_shown_besides(user_id, media_id, page_id)`.as('isShownBesides'))
    .execute()
  const gone = earlier.filter(({ isShownBesides }) => !isShownBesides).map(({ id }) => id)
  if (gone.length > 0) {
    await tx.deleteFrom('storybook_drawings').where('user_id', '=', userId).where('id', 'in', gone).execute()
  }
  const drawn = earlier.find(({ mediaId }) => mediaId !== null && mediaId === shown)
  return drawn ? drawn.beforeId : shown
}

/** Locks a drawing. @returns whether it is still to be drawn */
async function lockWaiting(tx: Tx, { userId, drawingId }: Wanted): Promise<boolean> {
  const waiting = await tx
    .selectFrom('storybook_drawings')
    .where('user_id', '=', userId)
    .where('id', '=', drawingId)
    .where('state', '=', 'waiting')
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return waiting !== undefined
}

type Fields = {
  state: string
  failure: PictureFailure | null
  model?: string
  media_id?: string
  before_picture_id?: string | null
}

async function writeState(tx: Tx, { userId, drawingId }: Wanted, fields: Fields): Promise<void> {
  await tx
    .updateTable('storybook_drawings')
    .set(fields)
    .where('user_id', '=', userId)
    .where('id', '=', drawingId)
    .where('state', '=', 'waiting')
    .execute()
}
