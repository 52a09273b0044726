import { sql } from 'kysely'
import { leftOut, type StorybookExport, type StorybookFormat } from '#contract/storybook-exports.ts'
import type { Tx } from '../../db/actor.ts'
import { exactInstant } from '../../db/page.ts'
import { codeError } from '../../errors.ts'
import { enqueue } from '../../jobs/job.ts'
import type { Services } from '../../services.ts'
import { bookState } from './book-state.ts'
import { openVoices } from './chapter-voices.ts'
import type { BookKey } from './material.ts'
import { exportStorybook } from './storybooks.jobs.ts'

const files: Record<StorybookFormat, { extension: string; mimeType: string }> = {
  epub: { extension: 'epub', mimeType: 'application/epub+zip' },
  pdf: { extension: 'pdf', mimeType: 'application/pdf' },
  html: { extension: 'zip', mimeType: 'application/zip' },
}

/** How many of the ids that a file took the place of are remembered. No request is still on its way after so many newer ones. */
const EARLIER_IDS = 50

/** The storage key of a file made of a book. */
export const bookFileKey = (userId: string, exportId: string): string => `media/${userId}/book-${exportId}`

/** The signed address of a finished file. */
export type DownloadOf = (exportId: string) => string

/** The files made of a book, newest first; of each format there is only the newest. */
export async function listExports(
  tx: Tx,
  { userId, bookId }: BookKey,
  downloadOf: DownloadOf,
): Promise<StorybookExport[]> {
  const rows = await exportsOf(tx, { userId, bookId }).orderBy('created_at', 'desc').execute()
  return rows.map((row) => shown(row, downloadOf))
}

/**
 * Queues the making of a file, which replaces an earlier one of the same format. Idempotent by id: a request that comes again after
 * its file was replaced changes nothing either, and is answered with the newer file.
 * @throws NOT_FOUND, CONFLICT when the id belongs to a file of another book
 */
export async function startExport(
  tx: Tx,
  parts: Pick<Services, 'secrets' | 'env'>,
  { userId, bookId }: BookKey,
  { id, format, voiceLinks }: { id: string; format: StorybookFormat; voiceLinks: boolean },
  downloadOf: DownloadOf,
): Promise<StorybookExport> {
  const book = await tx
    .selectFrom('storybooks')
    .where('user_id', '=', userId)
    .where('id', '=', bookId)
    .where('deleted_at', 'is', null)
    .select('title')
    .forUpdate()
    .executeTakeFirst()
  if (!book) throw codeError('NOT_FOUND')

  const known = await exportsOf(tx, { userId, bookId })
    .where((file) => file.or([file('id', '=', id), sql<boolean>`${id}::uuid = any (earlier_ids)`]))
    .executeTakeFirst()
  if (known) return shown(known, downloadOf)
  // Only now: a repeat must not open again what was closed since the first request.
  if (voiceLinks) await openVoices(tx, parts, { userId, bookId })

  const replaced = await tx
    .deleteFrom('storybook_exports')
    .where('user_id', '=', userId)
    .where('storybook_id', '=', bookId)
    .where('format', '=', format)
    .returning(['id', 'earlier_ids'])
    .execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('storybook_exports')
    .values({
      user_id: userId,
      id,
      storybook_id: bookId,
      format,
      voice_links: voiceLinks,
      file_name: `${fileNameOf(book.title)}.${files[format].extension}`,
      mime_type: files[format].mimeType,
      storage_key: bookFileKey(userId, id),
      earlier_ids: replaced.flatMap((file) => [...file.earlier_ids, file.id]).slice(-EARLIER_IDS),
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .executeTakeFirst()
  // The id belongs to a file of another book.
  if (numInsertedOrUpdatedRows === 0n) throw codeError('CONFLICT')
  await enqueue(tx, exportStorybook, { userId, exportId: id }, { key: `export_storybook/${userId}/${id}` })
  const started = await exportsOf(tx, { userId, bookId }).where('id', '=', id).executeTakeFirstOrThrow()
  return shown(started, downloadOf)
}

const exportsOf = (tx: Tx, { userId, bookId }: BookKey) =>
  tx
    .selectFrom('storybook_exports')
    .where('user_id', '=', userId)
    .where('storybook_id', '=', bookId)
    .select(['id', 'storybook_id as storybookId', 'format', 'state', 'progress', 'file_name as fileName'])
    .select(['voice_links as voiceLinks', 'unprintable', 'left_out as leftOut'])
    .select(['size_bytes as sizeBytes', exactInstant('created_at').as('createdAt')])
    // Null for files made before `book_state` was recorded: whether they are outdated is unknown, so they are not shown as such.
    .select(sql<boolean>`coalesce(book_state <> ${bookState(userId, bookId)}, false)`.as('isOutdated'))

type Row = Awaited<ReturnType<ReturnType<typeof exportsOf>['executeTakeFirstOrThrow']>>

const allLeftOut = leftOut.array()

function shown(row: Row, downloadOf: DownloadOf): StorybookExport {
  return {
    ...row,
    // The columns' check constraints allow no other values.
    format: row.format as StorybookExport['format'],
    state: row.state as StorybookExport['state'],
    leftOut: allLeftOut.parse(row.leftOut),
    downloadUrl: row.state === 'completed' ? downloadOf(row.id) : null,
  }
}

/** A title made into a file name that every common file system accepts. */
function fileNameOf(title: string): string {
  const plain = title.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').replaceAll(/\s+/gu, ' ')
  return (
    [...plain.trim()]
      .slice(0, 80)
      .join('')
      .replace(/[. ]+$/, '') || 'Storybook'
  )
}

/** A finished file, as the route serves it; null when it is not there or its book lies in the trash. */
export async function findExport(tx: Tx, userId: string, id: string) {
  const row = await tx
    .selectFrom('storybook_exports as file')
    .innerJoin('storybooks as book', (join) =>
      join.onRef('book.user_id', '=', 'file.user_id').onRef('book.id', '=', 'file.storybook_id'),
    )
    .where('file.user_id', '=', userId)
    .where('file.id', '=', id)
    .where('file.state', '=', 'completed')
    .where('book.deleted_at', 'is', null)
    .select(['file.storage_key as storageKey', 'file.size_bytes as sizeBytes', 'file.mime_type as mimeType'])
    .select(['file.sha256', 'file.file_name as fileName'])
    .executeTakeFirst()
  return row ? { ...row, sizeBytes: row.sizeBytes ?? 0, title: null } : null
}
