import { countWords, type Draft, type Sentence, spanOf, topWords } from './sentences.ts'

/** A talk shorter than two of these is one chapter. */
const CHAPTER_MS_MIN = 90_000
const CHAPTER_MS_USUAL = 180_000
const CHAPTERS_MAX = 20
/** How much is compared on either side of a place. */
const AROUND = 6
const PAUSE_MS_MAX = 10_000

/** Cuts each recording where the words change and somebody pauses, after Hearst's TextTiling; named by their words. */
export function chaptersOf(sentences: readonly Sentence[]): Draft[] {
  const recordings = Map.groupBy(sentences, ({ transcriptId }) => transcriptId)
  return [...recordings.values()].flatMap((talk) => {
    const starts = startsOf(talk)
    if (starts.length < 2) return []
    return starts.flatMap((start, index): Draft[] => {
      const chapter = talk.slice(start, starts[index + 1])
      const [first] = chapter
      if (!first) return []
      const words = topWords(chapter, 3, 1)
      const text = words.length > 0 ? words.join(', ') : first.text.slice(0, 60)
      return [
        {
          kind: 'chapter',
          text: text.slice(0, 1).toUpperCase() + text.slice(1),
          evidence: [{ sentence: first.text, spans: [spanOf(first)] }],
          start: { transcriptId: first.transcriptId, startMs: first.startMs },
        },
      ]
    })
  })
}

function startsOf(talk: readonly Sentence[]): number[] {
  const [first, last] = [talk[0], talk.at(-1)]
  if (!first || !last) return []
  const lengthMs = last.endMs - first.startMs
  const many = Math.min(CHAPTERS_MAX, Math.floor(lengthMs / CHAPTER_MS_USUAL))
  const chosen = [0]
  const byChange = talk
    .map((_, index) => ({ index, change: changeBefore(talk, index) }))
    .slice(1)
    .sort((one, other) => other.change - one.change)
  const startOf = (index: number) => talk[index]?.startMs ?? 0
  for (const { index } of byChange) {
    if (chosen.length > many) break
    const isFar = chosen.every((other) => Math.abs(startOf(other) - startOf(index)) >= CHAPTER_MS_MIN)
    if (isFar && last.endMs - startOf(index) >= CHAPTER_MS_MIN) chosen.push(index)
  }
  return chosen.sort((one, other) => one - other)
}

/** How much the talk changes before a sentence: by its words, and by the pause. */
function changeBefore(talk: readonly Sentence[], index: number): number {
  const before = countWords(talk.slice(Math.max(0, index - AROUND), index))
  const after = countWords(talk.slice(index, index + AROUND))
  const pauseMs = (talk[index]?.startMs ?? 0) - (talk[index - 1]?.endMs ?? 0)
  return 1 - cosine(before, after) + Math.min(Math.max(pauseMs, 0), PAUSE_MS_MAX) / PAUSE_MS_MAX
}

function cosine(one: Map<string, number>, other: Map<string, number>): number {
  const length = (counts: Map<string, number>) => Math.hypot(...counts.values())
  let product = 0
  for (const [word, count] of one) product += count * (other.get(word) ?? 0)
  const lengths = length(one) * length(other)
  return lengths === 0 ? 0 : product / lengths
}
