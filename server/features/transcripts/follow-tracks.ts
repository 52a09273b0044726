import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { asWorker, type Tx } from '../../db/actor.ts'
import { hasCode } from '../../error-code.ts'
import { MediaError } from '../../media/media-tool.ts'
import { measureLoudness } from '../../media/tracks/measure-loudness.ts'
import type { Services } from '../../services.ts'
import type { RecognisedWord } from '../../speech/speech.ts'
import { withLocalFile } from '../../storage/local-file.ts'
import { requestLooks } from './complete-transcript.ts'
import { hasEdits } from './edit-rows.ts'
import { linesOfSegments, segmentsOf } from './heard-lines.ts'
import { type TranscriptKey, writeLines } from './line-rows.ts'
import { voicesByTrack } from './voices-by-track.ts'

type Parts = Pick<Services, 'db' | 'storage'>
type Track = { id: string; storageKey: string; offsetMs: number; driftPpm: number }

const heardWords: z.ZodType<RecognisedWord[]> = z.array(
  z.object({
    text: z.string(),
    startMs: z.number(),
    endMs: z.number(),
    confidence: z.number().nullable(),
    speaker: z.string().nullable(),
  }),
)

/**
 * Where two devices recorded the same talk, one near each person, decides word for word who speaks: the person whose
 * track is louder. Does so only while nobody has edited the transcript, and never changes the machine's segments.
 * Idempotent.
 */
export async function followTracks(
  { db, storage }: Parts,
  key: TranscriptKey,
  signal: AbortSignal,
): Promise<void> {
  const found = await asWorker(db, key.userId, async (tx) => ({
    tracks: await tracksOf(tx, key),
    pieces: await heardIn(tx, key),
  }))
  const own = found.tracks.find(({ id }) => id === key.transcriptId)
  const [other, third] = found.tracks.filter(({ id }) => id !== key.transcriptId)
  const words = found.pieces.flatMap((piece) => piece.words)
  if (!own || !other || third || words.length === 0) return

  const loudnessOf = ({ storageKey }: Track) =>
    withLocalFile(storage, storageKey, (file) => measureLoudness(file, signal))
  try {
    const pace = 1 + other.driftPpm / 1e6
    const voices = voicesByTrack(
      words,
      { energy: await loudnessOf(own), atMs: (ms) => ms },
      { energy: await loudnessOf(other), atMs: (ms) => (ms - other.offsetMs) / pace },
    )
    if (!voices) return
    const voiceOf = new Map(words.map((word, index) => [word, voices[index] ?? null]))
    await asWorker(db, key.userId, (tx) =>
      rewriteLines(tx, key, found.pieces, (word) => voiceOf.get(word) ?? null),
    )
  } catch (error) {
    // If a track is gone or has no sound, or this server no ffmpeg, the speakers that the engine named stay.
    if (hasCode(error, 'ENOENT', 'NOT_FOUND')) return
    if (!(error instanceof MediaError) || error.code === 'ABORTED') throw error
  }
}

/** The tracks of the group whose leading recording this is; empty for a recording that belongs to no group. */
async function tracksOf(tx: Tx, { userId, transcriptId }: TranscriptKey): Promise<Track[]> {
  return tx
    .selectFrom('recordings')
    .innerJoin('media', (join) =>
      join
        .onRef('media.user_id', '=', 'recordings.user_id')
        .onRef('media.id', '=', 'recordings.original_media_id'),
    )
    .where('recordings.user_id', '=', userId)
    .where('recordings.track_group', '=', transcriptId)
    .select(['recordings.id', 'media.storage_key as storageKey'])
    .select((row) => [
      row.fn.coalesce('recordings.offset_ms', row.lit(0)).as('offsetMs'),
      row.fn.coalesce('recordings.drift_ppm', row.lit(0)).as('driftPpm'),
    ])
    .execute()
}

type Piece = {
  index: number
  startMs: number
  endMs: number
  language: string | null
  words: RecognisedWord[]
}

/** What the machine heard, piece by piece. */
async function heardIn(tx: Tx, { userId, transcriptId }: TranscriptKey): Promise<Piece[]> {
  const pieces = await tx
    .selectFrom('transcript_pieces')
    .where('user_id', '=', userId)
    .where('transcript_id', '=', transcriptId)
    .where('done_at', 'is not', null)
    .orderBy('index')
    .select(['index', 'start_ms as startMs', 'end_ms as endMs', 'language'])
    .execute()
  const segments = await tx
    .selectFrom('transcript_segments')
    .where('user_id', '=', userId)
    .where('transcript_id', '=', transcriptId)
    .orderBy('start_ms')
    .orderBy('id')
    .select(['piece_index', 'words'])
    .execute()
  return pieces.map((piece) => ({
    ...piece,
    words: segments
      .filter(({ piece_index }) => piece_index === piece.index)
      .flatMap(({ words }) => heardWords.parse(words)),
  }))
}

async function piecesHeard(tx: Tx, { userId, transcriptId }: TranscriptKey): Promise<number> {
  const { count } = await tx
    .selectFrom('transcript_pieces')
    .where('user_id', '=', userId)
    .where('transcript_id', '=', transcriptId)
    .where('done_at', 'is not', null)
    .select((heard) => heard.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Replaces all lines by lines cut where the voice changes. Does nothing once a person has edited any line, nor where
 * pieces were recognised after the tracks had been compared: their lines would be deleted, and the job that recognises
 * them compares the tracks again at its end.
 */
async function rewriteLines(
  tx: Tx,
  key: TranscriptKey,
  pieces: readonly Piece[],
  voiceOf: (word: RecognisedWord) => string | null,
): Promise<void> {
  const { userId, transcriptId } = key
  const transcript = await tx
    .selectFrom('transcripts')
    .where('user_id', '=', userId)
    .where('id', '=', transcriptId)
    .select(['story_id', 'version', 'state'])
    .forUpdate()
    .executeTakeFirst()
  if (!transcript || (await hasEdits(tx, key))) return
  if ((await piecesHeard(tx, key)) > pieces.length) return

  await tx
    .deleteFrom('transcript_lines')
    .where('user_id', '=', userId)
    .where('transcript_id', '=', transcriptId)
    .execute()
  for (const piece of pieces) {
    const spoken = piece.words.map((word) => ({ ...word, speaker: voiceOf(word) }))
    const segments = segmentsOf(spoken).map((segment) => ({ ...segment, id: uuidv7() }))
    const lines = linesOfSegments(segments, piece.index, piece)
    await writeLines(tx, key, lines, transcript.story_id)
  }
  // A version without an edit: whoever has the transcript open reads all lines anew, because theirs are gone.
  await tx
    .updateTable('transcripts')
    .set({ version: transcript.version + 1 })
    .where('user_id', '=', userId)
    .where('id', '=', transcriptId)
    .execute()
  // In a story with one storyteller every speaker was given that name. Now there are two speakers, and a person has to
  // say which is which.
  await tx
    .insertInto('transcript_speakers')
    .values(
      ['1', '2'].map((voice) => ({ user_id: userId, transcript_id: transcriptId, key: voice, name: '' })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'transcript_id', 'key'])
        .doUpdateSet({ name: '' })
        .where('transcript_speakers.version', '=', 0),
    )
    .execute()
  if (transcript.state === 'completed') await requestLooks(tx, key, transcript.story_id)
}
