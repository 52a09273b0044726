import { z } from 'zod'
import type { ChapterParagraph } from '#contract/book-chapters.ts'
import { type RestingPlace, writtenParagraph } from '#contract/book-sentences.ts'
import { plainWord, textOf, tokensOf, transcriptWord } from '#contract/transcript-words.ts'
import type { Tx } from '../../../db/actor.ts'
import { wordsByTime } from './words-by-time.ts'

const paragraphs = z.array(writtenParagraph)
const words = z.array(transcriptWord)

/**
 * Written paragraphs, each sentence with `isOld`: whether the words it rests on have changed since, by a correction or because
 * their line was removed. The times of a sentence stay right even then, because the recording does not change.
 */
export async function withAge(tx: Tx, userId: string, text: unknown): Promise<ChapterParagraph[]> {
  const written = paragraphs.parse(text)
  const recordingIds = [...new Set(written.map(({ recordingId }) => recordingId))]
  if (recordingIds.length === 0) return []

  const lines = await tx
    .selectFrom('transcript_lines')
    .where('user_id', '=', userId)
    .where('transcript_id', 'in', recordingIds)
    .orderBy('position')
    .select(['transcript_id as recordingId', 'words'])
    .execute()
  const said = Map.groupBy(lines, ({ recordingId }) => recordingId)
  const between = new Map(
    [...said].map(([id, rows]) => [id, wordsByTime(rows.flatMap((row) => words.parse(row.words)))]),
  )
  return written.map((paragraph) => {
    const now = between.get(paragraph.recordingId) ?? wordsByTime([])
    return {
      ...paragraph,
      sentences: paragraph.sentences.map((sentence) => ({
        ...sentence,
        isOld: !sentence.spans.every((span) => stillSays(now, span)),
      })),
    }
  })
}

/**
 * Whether the place still says the same words; punctuation and capitals do not count, nor where an engine cuts the words of a
 * script without spaces. Some engines give short words no length: such a word where the place begins or ends may be of the
 * sentence beside it.
 */
export function stillSays(
  now: ReturnType<typeof wordsByTime>,
  { startMs, endMs, text }: RestingPlace,
): boolean {
  const plain = (words: string) => tokensOf(words).map(plainWord).join(' ')
  const then = plain(text)
  const found = now(startMs, endMs)
  const firstWithin = found.findIndex((word) => word.endMs > startMs)
  const lastWithin = found.findLastIndex((word) => word.startMs < endMs)
  for (let from = 0; from <= Math.max(0, firstWithin); from += 1) {
    for (let to = found.length; to > Math.max(from, lastWithin); to -= 1) {
      if (plain(textOf(found.slice(from, to))) === then) return true
    }
  }
  return false
}
