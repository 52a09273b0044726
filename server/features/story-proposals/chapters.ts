import { cutText } from '#contract/cut-text.ts'
import type { Sentence } from '../../told/sentences.ts'
import { countTerms, type Draft, spanOf, topTerms } from './drafts.ts'

/** The length of the shortest chapter; a talk shorter than two of them is a single chapter. */
const CHAPTER_MS_MIN = 90_000
const CHAPTER_MS_USUAL = 180_000
const CHAPTERS_MAX = 20
/** How many sentences are compared on either side of a place. */
const AROUND = 6
const PAUSE_MS_MAX = 10_000

/** Cuts each recording where its words change and somebody pauses, after Hearst's TextTiling; chapters are named by their words. */
export function chaptersOf(sentences: readonly Sentence[]): Draft[] {
  const recordings = Map.groupBy(sentences, ({ transcriptId }) => transcriptId)
  return [...recordings.values()].flatMap((talk) => {
    const starts = startsOf(talk)
    if (starts.length < 2) return []
    const among = countTerms(talk)
    return starts.flatMap((start, index) => chapterOf(talk.slice(start, starts[index + 1]), among))
  })
}

function chapterOf(told: readonly Sentence[], among: ReadonlyMap<string, number>): Draft[] {
  const [first] = told
  if (!first) return []
  const words = topTerms(told, { many: 3, atLeast: 1, among }).map(({ written }) => written)
  const text = words.length > 0 ? words.join(', ') : cutText(first.text, 60)
  return [
    {
      kind: 'chapter',
      text: text.slice(0, 1).toUpperCase() + text.slice(1),
      evidence: [{ sentence: first.text, spans: [spanOf(first)] }],
      start: { transcriptId: first.transcriptId, startMs: first.startMs },
    },
  ]
}

function startsOf(talk: readonly Sentence[]): number[] {
  const [first, last] = [talk[0], talk.at(-1)]
  if (!first || !last) return []
  const lengthMs = last.endMs - first.startMs
  const many = Math.min(CHAPTERS_MAX, Math.floor(lengthMs / CHAPTER_MS_USUAL))
  const chosen = [0]
  const byChange = changesOf(talk)
  const clear = clearChange(byChange.map(({ change }) => change))
  byChange.sort((one, other) => other.change - one.change)
  const startOf = (index: number) => talk[index]?.startMs ?? 0
  for (const { index, change } of byChange) {
    if (chosen.length > many || change < clear) break
    const isFar = chosen.every((other) => Math.abs(startOf(other) - startOf(index)) >= CHAPTER_MS_MIN)
    if (isFar && last.endMs - startOf(index) >= CHAPTER_MS_MIN) chosen.push(index)
  }
  return chosen.sort((one, other) => one - other)
}

/**
 * How much the talk changes before each sentence: the depth of the valley that the similarity of the words on either side has
 * there (an end of the talk is no valley), plus the length of the pause, from 0 to 1.
 */
function changesOf(talk: readonly Sentence[]): { index: number; change: number }[] {
  const likeness = talk.slice(1).map((_, before) => {
    const index = before + 1
    const earlier = countTerms(talk.slice(Math.max(0, index - AROUND), index))
    return cosine(earlier, countTerms(talk.slice(index, index + AROUND)))
  })
  const [earlier, later] = [climbsOf(likeness.toReversed()).toReversed(), climbsOf(likeness)]
  return likeness.map((_, before) => {
    const index = before + 1
    const depth = (earlier[before] ?? 0) + (later[before] ?? 0)
    const pauseMs = (talk[index]?.startMs ?? 0) - (talk[index - 1]?.endMs ?? 0)
    return { index, change: depth + Math.min(Math.max(pauseMs, 0), PAUSE_MS_MAX) / PAUSE_MS_MAX }
  })
}

/** How far the heights rise from each place until they first fall. Computed from the end, to walk a long talk only once. */
function climbsOf(heights: readonly number[]): number[] {
  const tops = [...heights]
  for (let at = heights.length - 2; at >= 0; at -= 1) {
    if ((heights[at + 1] ?? 0) >= (heights[at] ?? 0)) tops[at] = tops[at + 1] ?? 0
  }
  return tops.map((top, at) => top - (heights[at] ?? 0))
}

/** A change stands out when it is half a standard deviation above the usual. */
function clearChange(changes: readonly number[]): number {
  const mean = changes.reduce((sum, each) => sum + each, 0) / changes.length
  const variance = changes.reduce((sum, each) => sum + (each - mean) ** 2, 0) / changes.length
  return mean + Math.sqrt(variance) / 2
}

function cosine(one: Map<string, number>, other: Map<string, number>): number {
  const length = (counts: Map<string, number>) => Math.hypot(...counts.values())
  let product = 0
  for (const [word, count] of one) product += count * (other.get(word) ?? 0)
  const lengths = length(one) * length(other)
  return lengths === 0 ? 0 : product / lengths
}
