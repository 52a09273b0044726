import { sql } from 'kysely'
import { z } from 'zod'
import type { Change } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { textOf } from '#contract/transcript-words.ts'
import { heardSegment, type TranscriptEdit } from '#contract/transcripts.ts'
import type { Tx } from '../../db/actor.ts'
import { integer, readCursor, writeCursor } from '../../db/cursor.ts'
import { exactInstant, type Page, type PageInput } from '../../db/page.ts'
import { codeError } from '../../errors.ts'
import { undoneSince } from './edit-rows.ts'
import { lineOfRow, linesOf, type TranscriptKey } from './line-rows.ts'

/** One page of lines, in order. The cursor is the position of the last line of the previous page. */
export async function listLines(
  tx: Tx,
  key: TranscriptKey,
  { cursor, limit }: PageInput,
): Promise<Page<TranscriptLine>> {
  const rows = await linesOf(tx, key)
    .where('position', '>', cursor ?? '')
    .orderBy('position')
    .limit(limit + 1)
    .execute()
  return pageOf(rows.map(lineOfRow), limit, (line) => line.position)
}

const segmentPlace = z.tuple([integer, integer, z.uuid()])
const BEFORE_ALL: z.infer<typeof segmentPlace> = [-1, 0, '00000000-0000-0000-0000-000000000000']

/** One page of segments: what the machine heard, before any edit. */
export async function listHeard(tx: Tx, key: TranscriptKey, { cursor, limit }: PageInput) {
  const [piece, startMs, id] = cursor === undefined ? BEFORE_ALL : readCursor(segmentPlace, cursor)
  const rows = await tx
    .selectFrom('transcript_segments')
    .where('user_id', '=', key.userId)
    .where('transcript_id', '=', key.transcriptId)
    .where(sql<boolean>`(piece_index, start_ms, id) > (${piece}::int, ${startMs}::int, ${id}::uuid)`)
    .orderBy('piece_index')
    .orderBy('start_ms')
    .orderBy('id')
    .limit(limit + 1)
    .select(['id', 'piece_index as pieceIndex', 'speaker', 'language'])
    .select(['start_ms as startMs', 'end_ms as endMs', 'words'])
    .execute()
  const segments = rows.map((row) => heardSegment.parse(row))
  return pageOf(segments, limit, (last) => writeCursor([last.pieceIndex, last.startMs, last.id]))
}

/**
 * One page of the edits, newest first. The cursor is the version of the last edit of the previous page.
 * @throws BAD_REQUEST for a cursor that is no version
 */
export async function listHistory(
  tx: Tx,
  { userId, transcriptId }: TranscriptKey,
  { cursor, limit }: PageInput,
): Promise<Page<TranscriptEdit>> {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
  if (!Number.isSafeInteger(before)) throw codeError('BAD_REQUEST')
  const rows = await tx
    .selectFrom('transcript_edits as edit')
    .where('edit.user_id', '=', userId)
    .where('edit.transcript_id', '=', transcriptId)
    .where('edit.version', '<', before)
    .orderBy('edit.version', 'desc')
    .limit(limit + 1)
    .select(['edit.version', 'edit.id', 'edit.group_id', 'edit.author_id', 'edit.author_name'])
    .select(['edit.change', 'edit.line_ids', 'edit.undoes', exactInstant('edit.created_at').as('at')])
    .execute()
  const undone = await undoneSince(tx, { userId, transcriptId }, rows.at(-1)?.version ?? 0)
  const edits = rows.map((row): TranscriptEdit => {
    const change = row.change as Change
    return {
      version: row.version,
      id: row.id,
      groupId: row.group_id,
      authorId: row.author_id,
      authorName: row.author_name,
      at: row.at,
      type: change.type,
      lineIds: row.line_ids,
      ...inWords(change),
      undoes: row.undoes,
      undone: undone.has(row.version),
    }
  })
  return pageOf(edits, limit, (edit) => String(edit.version))
}

function inWords(change: Change): { before: string; after: string } {
  switch (change.type) {
    case 'words':
      return { before: textOf(change.removed), after: textOf(change.inserted) }
    case 'split':
    case 'join':
      return { before: '', after: '' }
    default:
      return { before: change.before ?? '', after: change.after ?? '' }
  }
}

function pageOf<Item>(found: Item[], limit: number, cursorOf: (item: Item) => string): Page<Item> {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: found.length > limit && last !== undefined ? cursorOf(last) : null }
}
