import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { tellersOf } from '#contract/book-layout.ts'
import { type BookPage, bookPage } from '#contract/book-pages.ts'
import { type StorybookFormat, storybookFormat } from '#contract/storybook-exports.ts'
import { asWorker, asWorkerSnapshot, type Tx } from '../../db/actor.ts'
import { failsForGood, handleJob, type JobContext, type JobHandler } from '../../jobs/job.ts'
import { drawPicture, drawPrint } from '../../media/image.ts'
import type { MediaTool } from '../../media/media-tool.ts'
import { fontFolder } from '../../print/font-files.ts'
import { lettersTold } from '../../print/letters.ts'
import type { Services } from '../../services.ts'
import { withWorkFile } from '../../storage/local-file.ts'
import { removeUnnamed } from '../media/media.ts'
import { bookState } from './book-state.ts'
import { chapterVoices } from './chapter-voices.ts'
import { gatherAssets, recordingsOf } from './epub/assets.ts'
import type { writeEpub as writesEpub } from './epub/write-epub.ts'
import { bookFileKey } from './exports.ts'
import type { writeFolder as writesFolder } from './html/write-folder.ts'
import { tellLeftOut } from './left-out.ts'
import { loadMaterial } from './material.ts'
import type { writePdf as writesPdf } from './pdf/write-pdf.ts'
import { exportStorybook } from './storybooks.jobs.ts'

type Parts = Pick<Services, 'db' | 'storage' | 'secrets' | 'env'>

/** The code that writes a format is loaded only when the first book in that format is made. */
const writeEpub: typeof writesEpub = async (...book) =>
  (await import('./epub/write-epub.ts')).writeEpub(...book)
const writeFolder: typeof writesFolder = async (...book) =>
  (await import('./html/write-folder.ts')).writeFolder(...book)
const writePdf: typeof writesPdf = async (...book) => (await import('./pdf/write-pdf.ts')).writePdf(...book)

export function storybookJobs(services: Parts, tool: () => Promise<MediaTool>): JobHandler[] {
  return [
    handleJob(
      exportStorybook,
      async ({ userId, exportId }, job) => makeExport(services, await tool(), { userId, exportId }, job),
      { giveUp: (wanted) => giveUp(services, wanted) },
    ),
  ]
}

type Wanted = { userId: string; exportId: string }

/**
 * Makes the file and puts it into the object store; does nothing when that is done already. If the export's row was deleted
 * meanwhile (with its book or account, say), its object was marked for deletion before its bytes were stored, and may have
 * been cleared already. The bytes are therefore removed here, also those that an earlier attempt left behind when its worker died.
 */
async function makeExport(services: Parts, tool: MediaTool, wanted: Wanted, job: JobContext): Promise<void> {
  const report = (fields: Fields) => writeState(services, wanted, fields, unmade)
  const book = await loadBook(services, wanted)
  const { userId } = wanted
  const clearAway = () => removeUnnamed(services, userId, [bookFileKey(userId, wanted.exportId)])
  if (!book) return clearAway()
  if (book.state === 'completed') return

  const write = { epub: writeEpub, pdf: writePdf, html: writeFolder }[book.format]
  // Another run of the job has completed the file since, or the row is gone; what a row names stays.
  if (!(await report({ state: 'processing', progress: 0 }))) return clearAway()
  try {
    const made = await gatherAssets(
      {
        services,
        tool,
        userId,
        pages: book.pages,
        signal: job.signal,
        ...contents(book),
      },
      async (share) => void (await report({ progress: Math.floor(share * 90) })),
      (assets) =>
        withWorkFile(services.storage, async (path) => {
          const missing = await write(path, { ...book, ...assets, fonts: fontFolder(services.env) })
          const leftOut = await asWorker(services.db, userId, (tx) =>
            tellLeftOut(tx, userId, assets.leftOut, book),
          )
          return {
            ...(await keep(services, book.storageKey, path)),
            unprintable: lettersTold(missing ?? []),
            left_out: JSON.stringify(leftOut),
          }
        }),
    )
    const done = { state: 'completed', progress: 100, book_state: book.bookState, ...made }
    // Whatever the row says by now: these bytes are the last that were stored.
    if (!(await writeState(services, wanted, done))) await clearAway()
  } catch (error) {
    if (failsForGood(job)) await report({ state: 'failed' })
    throw error
  }
}

/** How a format's pictures are drawn, and which recordings go into its file. */
function contents({ format, pages }: { format: StorybookFormat; pages: BookPage[] }) {
  return format === 'pdf'
    ? { draw: drawPrint, recordings: [] }
    : { draw: drawPicture, recordings: recordingsOf(pages) }
}

/**
 * Reads the book from one snapshot, so that its pages, tellers and language belong together even if somebody changes it
 * meanwhile. Null when the export is gone.
 */
async function loadBook(parts: Parts, { userId, exportId }: Wanted) {
  return asWorkerSnapshot(parts.db, userId, async (tx) => {
    const found = await tx
      .selectFrom('storybook_exports as file')
      .innerJoin('storybooks as book', (join) =>
        join.onRef('book.user_id', '=', 'file.user_id').onRef('book.id', '=', 'file.storybook_id'),
      )
      .where('file.user_id', '=', userId)
      .where('file.id', '=', exportId)
      .select(['file.storage_key as storageKey', 'file.state', 'book.id', 'book.title'])
      .select(['book.updated_at as modified', 'file.format', 'file.voice_links as voiceLinks'])
      .executeTakeFirst()
    if (!found) return null

    const { state: bookStateNow } = await tx
      .selectNoFrom(bookState(userId, found.id).as('state'))
      .executeTakeFirstOrThrow()
    const rows = await tx
      .selectFrom('storybook_pages')
      .where('user_id', '=', userId)
      .where('storybook_id', '=', found.id)
      .where('removed_at', 'is', null)
      .orderBy('position')
      .select(['id', 'story_id as storyId', 'content', 'edited', 'version'])
      .execute()
    const { stories } = await loadMaterial(tx, { userId, bookId: found.id })
    const storyIds = stories.map(({ id }) => id)
    return {
      ...found,
      bookState: bookStateNow,
      format: storybookFormat.parse(found.format),
      chapters: found.voiceLinks ? await chapterVoices(tx, parts, userId, stories) : new Map(),
      pages: rows.map((row) => bookPage.parse(row)),
      stories: stories.map(({ id, title }) => ({ id, title })),
      creators: tellersOf(stories),
      language: storyIds.length === 0 ? 'en' : await languageOf(tx, userId, storyIds),
    }
  })
}

/** The language of most of the stories' transcripts; English where no transcript has one. */
async function languageOf(tx: Tx, userId: string, storyIds: string[]): Promise<string> {
  const row = await tx
    .selectFrom('transcripts')
    .where('user_id', '=', userId)
    .where('story_id', 'in', storyIds)
    .where('language', 'is not', null)
    .groupBy('language')
    .orderBy((from) => from.fn.countAll(), 'desc')
    .orderBy('language')
    .limit(1)
    .select('language')
    .executeTakeFirst()
  return row?.language ?? 'en'
}

async function keep({ storage }: Parts, key: string, path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  await storage.put(key, createReadStream(path))
  return { size_bytes: (await stat(path)).size, sha256: hash.digest('hex') }
}

type Fields = {
  state?: string
  progress?: number
  size_bytes?: number
  sha256?: string
  book_state?: string
  unprintable?: string
  left_out?: string
}

/** What a run may still write to: a file that was completed stays so, whichever run of the same job did it. */
const unmade = ['pending', 'processing', 'failed']

/** Marks the export as failed, unless it was completed after all. */
function giveUp(parts: Pick<Parts, 'db'>, wanted: Wanted) {
  return writeState(parts, wanted, { state: 'failed' }, ['pending', 'processing'])
}

/** Writes to the export's row, in these states only where some are given. @returns whether there was such a row */
async function writeState(
  { db }: Pick<Parts, 'db'>,
  { userId, exportId }: Wanted,
  fields: Fields,
  states?: string[],
): Promise<boolean> {
  const { numUpdatedRows } = await asWorker(db, userId, (tx) =>
    tx
      .updateTable('storybook_exports')
      .set(fields)
      .where('user_id', '=', userId)
      .where('id', '=', exportId)
      .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}
