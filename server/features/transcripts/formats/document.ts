import type { TranscriptWord } from '#contract/transcript-words.ts'

/** What one line becomes in a file: who says what, when. Subtitles need the times of the words. */
export type Talk = {
  /** The name as shown; empty where the speaker is unknown. */
  speaker: string
  /** BCP 47; null where the engine did not say. */
  language: string | null
  startMs: number
  endMs: number
  text: string
  words: TranscriptWord[]
}

/** A transcript as input for every format. */
export type TranscriptDocument = {
  id: string
  title: string
  date: string
  description: string
  /** BCP 47: the first language that was heard; null where the engine did not say. */
  language: string | null
  engine: string | null
  kind: 'video' | 'audio'
  durationMs: number
  talks: Talk[]
}

/** A time as h:mm:ss. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
