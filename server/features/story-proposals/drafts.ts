import type { Evidence, ProposalKind, RestsOn } from '#contract/story-proposals.ts'
import type { Sentence } from '../../told/sentences.ts'

/** What a machine proposes, before it is kept. */
export type Draft = {
  kind: ProposalKind
  text: string
  evidence: RestsOn
  start?: { transcriptId: string; startMs: number }
  familyMemberId?: string
}

const EVIDENCE_MAX = 5

export const spanOf = ({ lineId, transcriptId, startMs, text }: Sentence): Evidence => ({
  lineId,
  transcriptId,
  startMs,
  text,
})

/** Told sentences as evidence: each one stands for itself. */
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
 * The things named most in some sentences, in their most frequent spelling; among equals the one said earlier comes first.
 * Words that mostly tell what was done are left out, because they name nothing: "Boats and walked" is no title. With `among`,
 * the counts of the whole talk, words that are said everywhere rank lower.
 */
export function topTerms(
  sentences: readonly Sentence[],
  { many, atLeast, among }: { many: number; atLeast: number; among?: ReadonlyMap<string, number> },
): TopTerm[] {
  const weight = ([stem, count]: [string, number]) => (count * count) / (among?.get(stem) ?? count)
  const done = new Map<string, number>()
  for (const { stem, isDoing } of sentences.flatMap(({ terms }) => terms))
    if (isDoing) done.set(stem, (done.get(stem) ?? 0) + 1)
  return [...countTerms(sentences)]
    .filter(([stem, count]) => count >= atLeast && (done.get(stem) ?? 0) * 2 <= count)
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
