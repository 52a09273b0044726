import { plainWord, type Span, spread, type TranscriptWord } from '#contract/transcript-words.ts'

/** Two words less alike than this are not taken for the same word, corrected. */
const LIKE_ENOUGH = 0.4
/**
 * Above this number of comparisons, aligning costs more than it is worth, and the words in the middle are spread over the time
 * instead.
 */
const COMPARISONS_MAX = 250_000

/**
 * For each new token, the index of the old word that it replaces, or -1. Order is kept, so the times taken over never decrease.
 * Equal words at both ends are matched directly; the middle by the best alignment of similar words.
 */
export function align(before: readonly string[], after: readonly string[]): number[] {
  const [old, now] = [before.map(plainWord), after.map(plainWord)]
  const matches = now.map(() => -1)
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) {
    matches[start] = start
    start += 1
  }
  let [oldEnd, nowEnd] = [old.length, now.length]
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) {
    oldEnd -= 1
    nowEnd -= 1
    matches[nowEnd] = oldEnd
  }
  const middle = alignMiddle(old.slice(start, oldEnd), now.slice(start, nowEnd))
  for (const [index, match] of middle.entries()) {
    if (match >= 0) matches[start + index] = start + match
  }
  return matches
}

function alignMiddle(old: readonly string[], now: readonly string[]): number[] {
  const matches = now.map(() => -1)
  if (old.length === 0 || old.length * now.length > COMPARISONS_MAX) return matches

  const [oldPairs, nowPairs] = [old.map(letterPairs), now.map(letterPairs)]
  const width = now.length + 1
  const likenessAt = (i: number, j: number) => likeness(oldPairs[i] ?? [], nowPairs[j] ?? [])
  const best = new Float64Array((old.length + 1) * width)
  const at = (i: number, j: number) => best[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const like = likenessAt(i, j)
      const matched = like >= LIKE_ENOUGH ? like + at(i + 1, j + 1) : 0
      best[i * width + j] = Math.max(matched, at(i + 1, j), at(i, j + 1))
    }
  }
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    const like = likenessAt(i, j)
    if (like >= LIKE_ENOUGH && at(i, j) === like + at(i + 1, j + 1)) {
      matches[j] = i
      i += 1
      j += 1
    } else if (at(i, j) === at(i + 1, j)) i += 1
    else j += 1
  }
  return matches
}

/** The letter pairs of a word, with a space at either end so that short words can be alike too. */
function letterPairs(word: string): string[] {
  const edged = ` ${word} `
  return Array.from({ length: edged.length - 1 }, (_, index) => edged.slice(index, index + 2))
}

/** Dice's coefficient of letter pairs: 1 for the same word, 0 where nothing is shared. */
function likeness(one: readonly string[], other: readonly string[]): number {
  const rest = [...other]
  let common = 0
  for (const pair of one) {
    const found = rest.indexOf(pair)
    if (found < 0) continue
    rest.splice(found, 1)
    common += 1
  }
  return (2 * common) / (one.length + other.length)
}

/**
 * Gives new tokens the times of the words they replace. A word that is unchanged or corrected keeps its time; added words share the
 * time that is left between those.
 */
export function retime(
  before: readonly TranscriptWord[],
  tokens: readonly string[],
  within: Span,
): TranscriptWord[] {
  const matches = align(
    before.map((word) => word.text),
    tokens,
  )
  const timed: TranscriptWord[] = []
  let loose: string[] = []
  const placeLoose = (endMs: number) => {
    timed.push(...spread(loose, { startMs: timed.at(-1)?.endMs ?? within.startMs, endMs }))
    loose = []
  }
  for (const [index, text] of tokens.entries()) {
    const kept = before[matches[index] ?? -1]
    if (!kept) {
      loose.push(text)
      continue
    }
    placeLoose(kept.startMs)
    timed.push(kept.text === text ? kept : { ...kept, text, confidence: null, heard: false })
  }
  placeLoose(within.endMs)
  return timed
}
