import type { BookVoice, PageContent, Passage } from '#contract/book-pages.ts'
import type { WrittenParagraph } from '#contract/book-sentences.ts'
import type { TranscriptWord } from '#contract/transcript-words.ts'

/** A line as somebody said it, with the text that reads well. */
export type ToldLine = {
  recordingId: string
  /** Who it was, also where nobody has said their name yet. */
  voice: string
  /** What they are called; empty while nobody has said. */
  speaker: string
  words: readonly TranscriptWord[]
  reading: string | null
  /** What it is said in, as the engine told it; null where it did not. */
  language: string | null
  startMs: number
  endMs: number
}

/** What the pages of one story are made of. */
export type StoryMaterial = {
  id: string
  title: string
  description: string
  date: string
  lines: readonly ToldLine[]
  /** The chapter that a model wrote and a person accepted; it stands in place of the lines. */
  written?: readonly WrittenParagraph[]
  /** What somebody wrote: journal entries and notes. */
  entries: readonly string[]
  pictures: readonly { id: string; caption: string }[]
}

export type BookMaterial = {
  title: string
  description: string
  coverPictureId: string | null
  /** Whether a machine drew the picture chosen for the cover. */
  isCoverDrawn: boolean
  stories: readonly StoryMaterial[]
}

/** A passage before it has an id. */
export type PassageDraft = Omit<Passage, 'id'>
export type PageDraft = {
  storyId: string | null
  content: Exclude<PageContent, { kind: 'text' }> | { kind: 'text'; passages: PassageDraft[] }
}

/** Letters a page holds at the size books are set in (6 x 9 in, 11.5 pt), with room for headings and spacing. */
export const lettersPerPage = 1_300

/** From the first word of a stretch to its last. */
export function voiceOf(recordingId: string, words: readonly TranscriptWord[]): BookVoice | null {
  const [first, last] = [words[0], words.at(-1)]
  return first && last ? { recordingId, startMs: first.startMs, endMs: last.endMs } : null
}
