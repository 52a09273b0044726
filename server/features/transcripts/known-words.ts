import { asWorker } from '../../db/actor.ts'
import type { Database } from '../../db/database.ts'
import type { RecognisedWord } from '../../speech/speech.ts'
import { completeTranscript } from './complete-transcript.ts'
import type { TranscriptKey } from './line-rows.ts'
import { keepHeard, keepPieces } from './pieces.ts'

/**
 * Stores words that are known already as if an engine had recognised them. Does nothing to a transcript that is not
 * pending.
 * @param words in the order they were said; their speakers become the transcript's
 */
export function keepKnownWords(
  db: Database,
  key: TranscriptKey,
  words: RecognisedWord[],
  language: string,
): Promise<void> {
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last) return Promise.resolve()

  return asWorker(db, key.userId, async (tx) => {
    const begun = await tx
      .updateTable('transcripts')
      .set({ state: 'processing' })
      .where('user_id', '=', key.userId)
      .where('id', '=', key.transcriptId)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    if (begun.numUpdatedRows === 0n) return

    const piece = { index: 0, startMs: first.startMs, endMs: last.endMs }
    await keepPieces(tx, key, [piece])
    await keepHeard(tx, key, piece, { words, language }, null)
    await completeTranscript(tx, key)
  })
}
