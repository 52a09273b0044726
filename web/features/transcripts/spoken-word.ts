import type { TranscriptLine } from '#contract/transcript-lines.ts'

export type SpokenWord = { line: number; word: number }

/**
 * The word being spoken at a time, or the last one spoken before it; null before the first word. Two binary searches, so the cost hardly
 * grows with the length of the recording.
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

/** The index of the last item that starts at or before `ms`, in a list ordered by time; -1 if there is none. */
function lastStarting(things: readonly { startMs: number }[], ms: number): number {
  let [low, high] = [0, things.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((things[middle]?.startMs ?? Number.POSITIVE_INFINITY) <= ms) low = middle + 1
    else high = middle
  }
  return low - 1
}
