import type { TranscriptLine } from '#contract/transcript-lines.ts'

export type WordPlace = { lineId: string; word: number }

/** What can be done from a line; one object for all lines, so that none is drawn anew for it. */
export type LineActions = {
  pause: () => void
  hear: (place: WordPlace) => void
  edit: (place: WordPlace) => void
  endEdit: (lineId: string) => void
  splitBefore: (place: WordPlace) => void
  joinWithBefore: (lineId: string) => void
  chooseSpeaker: (lineId: string) => void
  /** Writes how a line reads well; null goes back to the spoken words. Answers whether it was accepted. */
  writeReading: (line: TranscriptLine, text: string | null) => Promise<boolean>
  keep: (refusedId: string) => void
  insist: (refusedId: string) => void
}
