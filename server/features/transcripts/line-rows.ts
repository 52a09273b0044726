import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { TranscriptSpeaker } from '#contract/transcript-apply.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { textOf, transcriptWord } from '#contract/transcript-words.ts'
import type { Tx } from '../../db/actor.ts'
import type { TranscriptLines } from '../../db/tables.generated.ts'

/** A transcript and its owner. */
export type TranscriptKey = { userId: string; transcriptId: string }

const words = z.array(transcriptWord)

/** A query for a transcript's lines; callers add conditions, order and limit. */
export const linesOf = (tx: Tx, { userId, transcriptId }: TranscriptKey) =>
  tx
    .selectFrom('transcript_lines')
    .where('user_id', '=', userId)
    .where('transcript_id', '=', transcriptId)
    .select(['id', 'position', 'speaker', 'start_ms', 'end_ms', 'words', 'reading', 'reading_is_old'])
    .select(['version', 'language'])

type LineRow = Pick<
  Selectable<TranscriptLines>,
  | 'id'
  | 'position'
  | 'speaker'
  | 'start_ms'
  | 'end_ms'
  | 'words'
  | 'reading'
  | 'reading_is_old'
  | 'version'
  | 'language'
>

export function lineOfRow(row: LineRow): TranscriptLine {
  return {
    id: row.id,
    position: row.position,
    speaker: row.speaker,
    language: row.language,
    startMs: row.start_ms,
    endMs: row.end_ms,
    words: words.parse(row.words),
    reading: row.reading,
    readingIsOld: row.reading_is_old,
    version: row.version,
  }
}

export async function loadLine(tx: Tx, key: TranscriptKey, id: string): Promise<TranscriptLine | null> {
  const row = await linesOf(tx, key).where('id', '=', id).executeTakeFirst()
  return row ? lineOfRow(row) : null
}

/** The line that follows a position. */
export async function loadNext(tx: Tx, key: TranscriptKey, position: string): Promise<TranscriptLine | null> {
  const row = await linesOf(tx, key)
    .where('position', '>', position)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return row ? lineOfRow(row) : null
}

/** Inserts or updates lines. The language of an existing line never changes: it is the one the line was heard in. */
export async function writeLines(
  tx: Tx,
  { userId, transcriptId }: TranscriptKey,
  lines: readonly TranscriptLine[],
  storyId: string,
): Promise<void> {
  if (lines.length === 0) return
  await tx
    .insertInto('transcript_lines')
    .values(
      lines.map((line) => ({
        user_id: userId,
        id: line.id,
        transcript_id: transcriptId,
        story_id: storyId,
        position: line.position,
        speaker: line.speaker,
        language: line.language,
        start_ms: line.startMs,
        end_ms: line.endMs,
        words: JSON.stringify(line.words),
        text: textOf(line.words),
        reading: line.reading,
        reading_is_old: line.readingIsOld,
        version: line.version,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'id'])
        .doUpdateSet((row) => ({
          position: row.ref('excluded.position'),
          speaker: row.ref('excluded.speaker'),
          start_ms: row.ref('excluded.start_ms'),
          end_ms: row.ref('excluded.end_ms'),
          words: row.ref('excluded.words'),
          text: row.ref('excluded.text'),
          reading: row.ref('excluded.reading'),
          reading_is_old: row.ref('excluded.reading_is_old'),
          version: row.ref('excluded.version'),
        }))
        // A browser chooses the ids of new lines; this keeps such an id from overwriting a line of another transcript.
        .whereRef('transcript_lines.transcript_id', '=', 'excluded.transcript_id'),
    )
    .execute()
}

/** The speakers of a transcript, in the order in which they were heard or added. */
export async function loadSpeakers(
  tx: Tx,
  userId: string,
  transcriptId: string,
): Promise<TranscriptSpeaker[]> {
  return (
    tx
      .selectFrom('transcript_speakers')
      .where('user_id', '=', userId)
      .where('transcript_id', '=', transcriptId)
      // Voices are numbered as they are heard, and 10 comes after 2; the ids of those that were added are in order of time.
      .orderBy(sql`case when key ~ '^[0-9]+$' then length(key) end nulls last`)
      .orderBy('key')
      .select(['key', 'name', 'merged_into as mergedInto', 'version'])
      .execute()
  )
}

/** Locks a transcript’s row until the transaction ends. */
export async function lockTranscript(tx: Tx, { userId, transcriptId }: TranscriptKey): Promise<void> {
  await tx
    .selectFrom('transcripts')
    .where('user_id', '=', userId)
    .where('id', '=', transcriptId)
    .select('id')
    .forUpdate()
    .execute()
}
