import type { Evidence, ProposalKind, RestsOn } from '#contract/story-proposals.ts'
import { type TranscriptWord, textOf } from '#contract/transcript-words.ts'
import { bareWord, isEnglish, isFiller, type Vocabulary } from './vocabulary.ts'

/** A word that carries meaning: what all its forms have in common, how it is written here, whether it opens a sentence. */
export type Term = { stem: string; written: string; opens: boolean }
/** A sentence as it was told: where it stands, and the words that carry its meaning. */
export type Sentence = Evidence & { endMs: number; words: readonly TranscriptWord[]; terms: Term[] }
export type ToldLine = { id: string; transcriptId: string; language: string | null; words: TranscriptWord[] }
/** What a machine proposes, before it is kept. */
export type Draft = {
  kind: ProposalKind
  text: string
  evidence: RestsOn
  start?: { transcriptId: string; startMs: number }
  familyMemberId?: string
}

const EVIDENCE_MAX = 5
const endsSentence = /[.!?…。？！]["”’)]*$/u
const edges = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** The sentences of lines. Where an engine writes no full stops, a line is one. */
export function sentencesOf(lines: readonly ToldLine[], vocabulary: Vocabulary): Sentence[] {
  return lines.flatMap(({ id: lineId, transcriptId, language, words }) => {
    const groups: TranscriptWord[][] = [[]]
    for (const word of words) {
      groups.at(-1)?.push(word)
      if (endsSentence.test(word.text)) groups.push([])
    }
    return groups.flatMap((group) => {
      const [first, last] = [group[0], group.at(-1)]
      if (!first || !last) return []
      const terms = group.flatMap(({ text }, index): Term[] => {
        const word = bareWord(text)
        const stem = vocabulary(word, language)
        if (stem === null || !isLongEnough(word) || (isEnglish(language) && isFiller(word))) return []
        return [{ stem, written: text.replaceAll(edges, '').replace(/['’]s$/, ''), opens: index === 0 }]
      })
      const { startMs } = first
      return [{ lineId, transcriptId, startMs, endMs: last.endMs, text: textOf(group), words: group, terms }]
    })
  })
}

/** Scripts without letter case often have words of two signs. */
const isLongEnough = (word: string) =>
  /^\p{L}[\p{L}\p{M}'’-]+$/u.test(word) && (word.length > 2 || /\p{Lo}/u.test(word))

export const spanOf = ({ lineId, transcriptId, startMs, text }: Sentence): Evidence => ({
  lineId,
  transcriptId,
  startMs,
  text,
})

/** Sentences as what something rests on: each says itself. */
export const restingOn = (said: readonly Sentence[]): RestsOn =>
  said.slice(0, EVIDENCE_MAX).map((sentence) => ({ sentence: sentence.text, spans: [spanOf(sentence)] }))

/** How often each word that carries meaning is said, in any of its forms. */
export function countTerms(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { stem } of sentences.flatMap(({ terms }) => terms))
    counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}

export type TopTerm = { stem: string; written: string }

/**
 * The words said most in some sentences, as they are written most often there; those said earlier first among equals.
 * Given what is said around them, words that are said everywhere come later.
 */
export function topTerms(
  sentences: readonly Sentence[],
  { many, atLeast, among }: { many: number; atLeast: number; among?: ReadonlyMap<string, number> },
): TopTerm[] {
  const weight = ([stem, count]: [string, number]) => (count * count) / (among?.get(stem) ?? count)
  return [...countTerms(sentences)]
    .filter(([, count]) => count >= atLeast)
    .sort((one, other) => weight(other) - weight(one))
    .slice(0, many)
    .map(([stem]) => ({ stem, written: writtenMostly(stem, sentences) }))
}

function writtenMostly(stem: string, sentences: readonly Sentence[]): string {
  const forms = new Map<string, number>()
  for (const term of sentences.flatMap(({ terms }) => terms)) {
    if (term.stem !== stem) continue
    // A capital that only opens a sentence says nothing about the word.
    const form = term.opens ? term.written.toLowerCase() : term.written
    forms.set(form, (forms.get(form) ?? 0) + (term.opens ? 1 : 2))
  }
  return [...forms].sort(([, one], [, other]) => other - one)[0]?.[0] ?? stem
}
