import type { TranscriptWord } from '#contract/transcript-words.ts'

type Timed = Pick<TranscriptWord, 'text' | 'startMs' | 'endMs'>

/**
 * Finds the words of a recording that lie within a stretch of it, in written order. The words are sorted by time once, because
 * voices that talk at once overlap and written order is not that of the times. The cost of a look-up then depends on the
 * length of the stretch, not on that of the talk.
 */
export function wordsByTime(written: readonly Timed[]): (startMs: number, endMs: number) => readonly Timed[] {
  const inTime = written
    .map(({ text, startMs, endMs }, at) => ({ text, startMs, endMs, at }))
    .toSorted((one, other) => one.startMs - other.startMs)

  return (startMs, endMs) => {
    const found: typeof inTime = []
    for (let at = firstFrom(inTime, startMs); at < inTime.length; at += 1) {
      const word = inTime[at]
      if (!word || word.startMs > endMs) break
      if (word.endMs <= endMs) found.push(word)
    }
    return found.toSorted((one, other) => one.at - other.at)
  }
}

/** The index of the first word that begins at `startMs` or later. */
function firstFrom(inTime: readonly { startMs: number }[], startMs: number): number {
  let [low, high] = [0, inTime.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((inTime[middle]?.startMs ?? 0) < startMs) low = middle + 1
    else high = middle
  }
  return low
}
