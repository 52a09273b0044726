import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { Tx } from '../../db/actor.ts'
import { AROUND_MS } from '../../speech/pieces.ts'
import type { Recognition, Stretch } from '../../speech/speech.ts'
import { linesOfSegments, segmentsOf } from './heard-lines.ts'
import type { HeardBefore, SpeakerKeys } from './join-speakers.ts'
import { type TranscriptKey, writeLines } from './line-rows.ts'

export type Piece = Stretch & { index: number }
/** A piece that has been recognised, with its speakers as they were matched to the transcript's. */
export type HeardPiece = Stretch & HeardBefore

/**
 * Stores the pieces of a recording. Idempotent: two processes that cut the same file get the same pieces. If a
 * recording has become longer since it was cut, only what lies behind its stored pieces is added; a piece that ends
 * within `AROUND_MS` of the last one is only the end of its last word.
 */
export async function keepPieces(tx: Tx, { userId, transcriptId }: TranscriptKey, cut: readonly Stretch[]) {
  const { count, endMs } = await tx
    .selectFrom('transcript_pieces')
    .where('user_id', '=', userId)
    .where('transcript_id', '=', transcriptId)
    .select((piece) => [
      piece.fn.countAll<number>().as('count'),
      sql<number>`coalesce(max(end_ms), 0)`.as('endMs'),
    ])
    .executeTakeFirstOrThrow()
  const behind = count === 0 ? cut : cut.filter((piece) => piece.endMs > endMs + AROUND_MS)
  const rows = behind.map((piece, index) => ({
    user_id: userId,
    transcript_id: transcriptId,
    index: count + index,
    start_ms: Math.max(piece.startMs, endMs),
    end_ms: piece.endMs,
  }))
  if (rows.length > 0) {
    await tx
      .insertInto('transcript_pieces')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await tx
    .updateTable('transcripts')
    .set({ pieces_total: count + rows.length })
    .where('user_id', '=', userId)
    .where('id', '=', transcriptId)
    .execute()
}

/** The first piece that has not been recognised yet. */
export async function nextPiece(tx: Tx, key: TranscriptKey): Promise<Piece | null> {
  return (await piecesLeft(tx, key).limit(1).executeTakeFirst()) ?? null
}

/** The pieces that have not been recognised yet, in order. */
export function piecesLeft(tx: Tx, { userId, transcriptId }: TranscriptKey) {
  return tx
    .selectFrom('transcript_pieces')
    .where('user_id', '=', userId)
    .where('transcript_id', '=', transcriptId)
    .where('done_at', 'is', null)
    .orderBy('index')
    .select(['index', 'start_ms as startMs', 'end_ms as endMs'])
}

/**
 * Puts shorter pieces in the place of those that have not been recognised yet. These are the last of a recording, because pieces are
 * recognised in order.
 * @param divide a piece into at least one, in order
 */
export async function keepShorter(
  tx: Tx,
  key: TranscriptKey,
  divide: (piece: Stretch) => Stretch[],
): Promise<void> {
  const { userId, transcriptId } = key
  const left = await piecesLeft(tx, key).execute()
  const from = left[0]?.index
  if (from === undefined) return

  const rows = left.flatMap(divide).map((piece, index) => ({
    user_id: userId,
    transcript_id: transcriptId,
    index: from + index,
    start_ms: piece.startMs,
    end_ms: piece.endMs,
  }))
  await tx
    .insertInto('transcript_pieces')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'transcript_id', 'index']).doUpdateSet((row) => ({
        start_ms: row.ref('excluded.start_ms'),
        end_ms: row.ref('excluded.end_ms'),
      })),
    )
    .execute()
  await tx
    .updateTable('transcripts')
    .set({ pieces_total: from + rows.length })
    .where('user_id', '=', userId)
    .where('id', '=', transcriptId)
    // The recording has grown and is to be cut anew.
    .where('pieces_total', 'is not', null)
    .execute()
}

const speakerKeys = z.record(z.string(), z.string())
const heardWords = z.array(
  z.object({ startMs: z.number(), endMs: z.number(), speaker: z.string().nullable() }),
)

/** The last recognised piece before the given one, and who spoke in it; null where there is none. */
export async function pieceBefore(
  tx: Tx,
  { userId, transcriptId }: TranscriptKey,
  { index }: Piece,
): Promise<HeardPiece | null> {
  const pieces = await tx
    .selectFrom('transcript_pieces')
    .where('user_id', '=', userId)
    .where('transcript_id', '=', transcriptId)
    .where('index', '<', index)
    .where('done_at', 'is not', null)
    .orderBy('index')
    .select(['index', 'start_ms as startMs', 'end_ms as endMs', 'speakers'])
    .execute()
  const last = pieces.at(-1)
  if (!last) return null

  const segments = await tx
    .selectFrom('transcript_segments')
    .where('user_id', '=', userId)
    .where('transcript_id', '=', transcriptId)
    .where('piece_index', '=', last.index)
    .orderBy('start_ms')
    .select('words')
    .execute()
  const keys = speakerKeys.parse(last.speakers)
  const words = segments
    .flatMap((segment) => heardWords.parse(segment.words))
    .flatMap(({ speaker, ...times }) =>
      speaker === null ? [] : [{ ...times, speaker: keys[speaker] ?? speaker }],
    )
  const known = pieces.flatMap((piece) => Object.values(speakerKeys.parse(piece.speakers)))
  return { startMs: last.startMs, endMs: last.endMs, words, keys: [...new Set(known)] }
}

/**
 * Stores what was recognised in a piece as segments, lines and speakers, and so counts its time. Does nothing if the
 * piece is stored already, or is not as long any more. PostgreSQL raises KN424 if the plan has too few hours left.
 * @param keys the transcript's keys for the engine's speakers; segments keep the engine's own names
 */
export async function keepHeard(
  tx: Tx,
  key: TranscriptKey,
  piece: Piece,
  { words, language }: Recognition,
  onlyTeller: string | null,
  keys: SpeakerKeys = {},
): Promise<void> {
  const { userId, transcriptId } = key
  const found = await tx
    .selectFrom('transcripts')
    .where('user_id', '=', userId)
    .where('id', '=', transcriptId)
    .select(['story_id', 'language'])
    .forUpdate()
    .executeTakeFirst()
  if (!found || !(await markDone(tx, key, piece, { language, keys }))) return

  const segments = segmentsOf(words).map((segment) => ({ ...segment, id: uuidv7() }))
  if (segments.length > 0) {
    await tx
      .insertInto('transcript_segments')
      .values(
        segments.map((segment) => ({
          user_id: userId,
          id: segment.id,
          transcript_id: transcriptId,
          piece_index: piece.index,
          speaker: segment.speaker,
          language,
          start_ms: segment.startMs,
          end_ms: segment.endMs,
          words: JSON.stringify(segment.words),
        })),
      )
      .execute()
  }

  const lines = linesOfSegments(segments, piece.index, { ...piece, language })
  const unnamed = onlyTeller === null ? null : '1'
  const keyOf = new Map(Object.entries(keys))
  const spoken = lines.map((line) => ({
    ...line,
    speaker: line.speaker === null ? unnamed : (keyOf.get(line.speaker) ?? line.speaker),
  }))
  await writeLines(tx, key, spoken, found.story_id)
  await addSpeakers(
    tx,
    key,
    spoken.map((line) => line.speaker),
    onlyTeller,
  )
  if (found.language === null && language !== null) {
    await tx
      .updateTable('transcripts')
      .set({ language })
      .where('user_id', '=', userId)
      .where('id', '=', transcriptId)
      .execute()
  }
}

async function markDone(
  tx: Tx,
  { userId, transcriptId }: TranscriptKey,
  { index, endMs }: Piece,
  { language, keys }: { language: string | null; keys: SpeakerKeys },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('transcript_pieces')
    .set({ done_at: sql<Date>`now()`, language, speakers: JSON.stringify(keys) })
    .where('user_id', '=', userId)
    .where('transcript_id', '=', transcriptId)
    .where('index', '=', index)
    // It may have been cut shorter meanwhile.
    .where('end_ms', '=', endMs)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function addSpeakers(
  tx: Tx,
  { userId, transcriptId }: TranscriptKey,
  keys: readonly (string | null)[],
  name: string | null,
): Promise<void> {
  const heard = [...new Set(keys)].filter((key) => key !== null).slice(0, limits.transcriptSpeakers)
  if (heard.length === 0) return
  await tx
    .insertInto('transcript_speakers')
    .values(heard.map((key) => ({ user_id: userId, transcript_id: transcriptId, key, name: name ?? '' })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether the plan's hours of this month suffice for a stretch of this length. */
export async function hasHoursFor(tx: Tx, userId: string, { startMs, endMs }: Stretch): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`
    select limits.ai_hours_per_month is null or limits.ai_hours_per_month >= ${endMs - startMs}::numeric / 3600000 + case
      when used.ai_hours_month = date_trunc('month', now() at time zone 'utc')::date then used.ai_analysis_hours_used
      else 0 end as fits
    from public.usage_tracking used
    join app.allowances limits on limits.user_id = used.user_id
    where used.user_id = ${userId}`.execute(tx)
  return rows[0]?.fits ?? false
}
