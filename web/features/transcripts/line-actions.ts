import type { TranscriptLine } from '#contract/transcript-lines.ts'

export type WordPlace = { lineId: string; word: number }

/** What can be done from a line. All lines share one object of a stable identity, so that it makes none of them render again. */
export type LineActions = {
  pause: () => void
  hear: (place: WordPlace) => void
  edit: (place: WordPlace) => void
  endEdit: (lineId: string) => void
  splitBefore: (place: WordPlace) => void
  /** Splits a line at the cursor, before which this text stands in the editor. */
  splitAtCursor: (lineId: string, typedBefore: string) => void
  joinWithBefore: (lineId: string) => void
  chooseSpeaker: (lineId: string) => void
  /** Saves the reading text of a line; null returns to the spoken words. Resolves to whether the server accepted it. */
  writeReading: (line: TranscriptLine, text: string | null) => Promise<boolean>
  keep: (refusedId: string) => void
  insist: (refusedId: string) => void
}
