import type { TranscriptLine } from '#contract/transcript-lines.ts'

export type SpokenWord = { line: number; word: number }

/**
 * The word that is being said at a time, or was said last before it; null before the first. Two binary searches: what it
 * costs does not follow the length of the talk.
 */
export function spokenWordAt(lines: readonly TranscriptLine[], ms: number): SpokenWord | null {
  let line = lastStarting(lines, ms)
  while (line >= 0) {
    const word = lastStarting(lines[line]?.words ?? [], ms)
    if (word >= 0) return { line, word }
    line -= 1
  }
  return null
}

/** The last of some things in order of time that has begun at `ms`; -1 for none. */
function lastStarting(things: readonly { startMs: number }[], ms: number): number {
  let [low, high] = [0, things.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((things[middle]?.startMs ?? Number.POSITIVE_INFINITY) <= ms) low = middle + 1
    else high = middle
  }
  return low - 1
}
