import type { BookVoice, PageContent, Passage } from '#contract/book-pages.ts'
import type { WrittenParagraph } from '#contract/book-sentences.ts'
import type { TranscriptWord } from '#contract/transcript-words.ts'

/** A line as it was said, with its reading text. */
export type ToldLine = {
  recordingId: string
  /** Identifies the speaker, also while the speaker has no name yet. */
  voice: string
  /** The speaker's name; empty until somebody gives it. */
  speaker: string
  words: readonly TranscriptWord[]
  reading: string | null
  /** The language of the line, as the engine reported it; null where it reported none. */
  language: string | null
  startMs: number
  endMs: number
}

/** The material from which the pages of one story are made. */
export type StoryMaterial = {
  id: string
  title: string
  description: string
  date: string
  lines: readonly ToldLine[]
  /** The chapter that a model wrote and a person accepted; it stands in place of the lines. */
  written?: readonly WrittenParagraph[]
  /** What people wrote into the story: journal entries and notes. */
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

/** The place in the recording from the first of the words to the last; null for no words. */
export function voiceOf(recordingId: string, words: readonly TranscriptWord[]): BookVoice | null {
  const [first, last] = [words[0], words.at(-1)]
  return first && last ? { recordingId, startMs: first.startMs, endMs: last.endMs } : null
}
