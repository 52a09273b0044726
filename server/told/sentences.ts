import { languageOf } from '#contract/question-languages.ts'
import type { Evidence } from '#contract/story-proposals.ts'
import { endsSentence, type TranscriptWord, textOf } from '#contract/transcript-words.ts'
import { bareWord, isDoing, isEnglish, isFiller, type Vocabulary } from './vocabulary.ts'

/**
 * A word that carries meaning: the stem that all its forms share, its spelling here, whether it opens a sentence, and whether it
 * tells here what was done, where that can be determined.
 */
export type Term = { stem: string; written: string; opens: boolean; isDoing: boolean }
/** A sentence as it was told: its place, and the words that carry its meaning. */
export type Sentence = Evidence & {
  endMs: number
  words: readonly TranscriptWord[]
  terms: Term[]
  /** As `languageOf` returns it: 'de'. */
  language: string
}
export type ToldLine = { id: string; transcriptId: string; language: string | null; words: TranscriptWord[] }

const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** Splits lines into sentences. Where an engine writes no full stops, a whole line is one sentence. */
export function sentencesOf(lines: readonly ToldLine[], vocabulary: Vocabulary): Sentence[] {
  return lines.flatMap(({ id: lineId, transcriptId, language, words }) => {
    const groups: TranscriptWord[][] = [[]]
    for (const word of words) {
      groups.at(-1)?.push(word)
      if (endsSentence(word.text)) groups.push([])
    }
    return groups.flatMap((group) => {
      const [first, last] = [group[0], group.at(-1)]
      if (!first || !last) return []
      const bare = group.map(({ text }) => bareWord(text))
      const terms = group.flatMap(({ text }, index): Term[] => {
        const word = bare[index] ?? ''
        const stem = vocabulary(word, language)
        if (stem === null || !isLongEnough(word) || (isEnglish(language) && isFiller(word))) return []
        const written = text.replaceAll(edges, '').replace(/['’]s$/, '')
        const before = bare.slice(Math.max(0, index - 2), index)
        return [{ stem, written, opens: index === 0, isDoing: isEnglish(language) && isDoing(word, before) }]
      })
      const place = { lineId, transcriptId, startMs: first.startMs, endMs: last.endMs }
      return [{ ...place, text: textOf(group), words: group, terms, language: languageOf(language) }]
    })
  })
}

/** Scripts without upper and lower case often have words of two letters. */
const isLongEnough = (word: string) =>
  /^\p{L}[\p{L}\p{M}'’-]+$/u.test(word) && (word.length > 2 || /\p{Lo}/u.test(word))
