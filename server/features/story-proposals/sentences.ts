import type { Evidence } from '#contract/story-proposals.ts'
import { plainWord, type TranscriptWord, textOf } from '#contract/transcript-words.ts'

/** A sentence as it was told: where it stands, and the words that carry its meaning. */
export type Sentence = Evidence & { endMs: number; words: readonly TranscriptWord[]; meaning: string[] }
export type ToldLine = { id: string; transcriptId: string; startMs: number; endMs: number; words: TranscriptWord[] }
/** What a machine proposes, before it is kept. */
export type Draft = {
  kind: 'summary' | 'title' | 'tag' | 'chapter' | 'person' | 'place'
  text: string
  evidence: { sentence: string; spans: Evidence[] }[]
  start?: { transcriptId: string; startMs: number }
  familyMemberId?: string
}

const COMMON = new Set(
  `about after again all also always and another any are aren't around back because been before being both but came can
  can't come could couldn't did didn't does doesn't don't down each even ever every few first for from gave get getting go
  goes going gone gonna got great had hadn't has have haven't having her here hers him his how i'd i'll i'm i've into isn't
  it's its just kind knew know last let like little long lot made make many maybe mean might more most much must never next
  not nothing now off once one only other our out over own people put quite really remember right said same saw say she
  should since some something sort still such take tell than that that's the their them then there there's these they thing
  things think this those though thought three time told too took two under until upon used very want was wasn't way well
  went were weren't what when where which while who why will with without would wouldn't yeah year years yes yet you your`
    .split(/\s+/)
    .map(plainWord),
)

/** The sentences of lines. Where an engine writes no full stops, a line is one. */
export function sentencesOf(lines: readonly ToldLine[]): Sentence[] {
  return lines.flatMap(({ id: lineId, transcriptId, words }) => {
    const groups: TranscriptWord[][] = [[]]
    for (const word of words) {
      groups.at(-1)?.push(word)
      if (/[.!?…。？！]["”’)]*$/u.test(word.text)) groups.push([])
    }
    return groups.flatMap((group) => {
      const [first, last] = [group[0], group.at(-1)]
      if (!first || !last) return []
      const meaning = group.map((word) => plainWord(word.text)).filter(isMeaningful)
      const { startMs } = first
      return [{ lineId, transcriptId, startMs, endMs: last.endMs, text: textOf(group), words: group, meaning }]
    })
  })
}

const isMeaningful = (word: string) => word.length > 3 && /^\p{L}[\p{L}'’-]+$/u.test(word) && !COMMON.has(word)

export const spanOf = ({ lineId, transcriptId, startMs, text }: Sentence): Evidence => ({
  lineId,
  transcriptId,
  startMs,
  text,
})

/** How often each word that carries meaning is said. */
export function countWords(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of sentences.flatMap(({ meaning }) => meaning)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** The words said most, those said earlier first among equals. */
export function topWords(sentences: readonly Sentence[], many: number, atLeast: number): string[] {
  return [...countWords(sentences)]
    .filter(([, count]) => count >= atLeast)
    .sort(([, one], [, other]) => other - one)
    .slice(0, many)
    .map(([word]) => word)
}
