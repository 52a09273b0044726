import type { TranscriptWord } from '#contract/transcript-words.ts'

/** One talk: who says what, when. Words have the times that subtitles need. */
export type Talk = {
  /** As shown; empty where nobody knows. */
  speaker: string
  startMs: number
  endMs: number
  text: string
  words: TranscriptWord[]
}

/** A transcript as every format gets it. */
export type TranscriptDocument = {
  id: string
  title: string
  date: string
  description: string
  /** BCP 47; null where the engine did not say. */
  language: string | null
  engine: string | null
  kind: 'video' | 'audio'
  durationMs: number
  talks: Talk[]
}

/** h:mm:ss of a time, as people write it. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
