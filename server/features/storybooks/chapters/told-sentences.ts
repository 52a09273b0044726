import { mainTeller } from '#contract/book-passages.ts'
import type { Tx } from '../../../db/actor.ts'
import { sentencesOf } from '../../../told/sentences.ts'
import { loadVocabulary } from '../../../told/vocabulary.ts'
import { toldLines } from '../material.ts'
import type { ToldSentence } from './check-sentences.ts'

export type Talk = {
  sentences: ToldSentence[]
  /** The voice that says most. */
  teller: string
}

/** Everything that was said in a story, sentence by sentence, with who says it. */
export async function loadTalk(tx: Tx, userId: string, storyId: string): Promise<Talk> {
  const lines = await toldLines(tx, userId, storyId)
  const read = lines.map(({ id, recordingId, language, words }) => ({
    id,
    transcriptId: recordingId,
    language,
    words: [...words],
  }))
  const byLine = new Map(lines.map((line) => [line.id, line]))
  const sentences = sentencesOf(read, await loadVocabulary(tx, read)).map((sentence) => {
    const { voice = '', speaker = '' } = byLine.get(sentence.lineId) ?? {}
    return { ...sentence, voice, speaker }
  })
  return { sentences, teller: mainTeller(lines) }
}
