import {
  lettersPerPage,
  type PassageDraft,
  type StoryMaterial,
  type ToldLine,
  voiceOf,
} from '#contract/book-material.ts'
import { joinedText, verbatimOf } from '#contract/book-sentence-places.ts'
import type { WrittenParagraph, WrittenSentence } from '#contract/book-sentences.ts'
import { readingOf } from '#contract/transcript-reading.ts'
import { endsSentence, type TranscriptWord, textOf, tokensOf } from '#contract/transcript-words.ts'

/** A paragraph longer than this is divided after a sentence. */
const lettersPerPassage = 600
/** No passage is longer than this, so that each fits on one page. */
const mostLetters = lettersPerPage - 100
/** A pause longer than this between two lines of one speaker begins a new paragraph. */
const pauseMs = 4_000

/** A story as paragraphs: first the told lines, then the entries that people wrote. */
export function passagesOf(story: StoryMaterial): PassageDraft[] {
  const teller = mainTeller(story.lines)
  const told = story.written
    ? story.written.flatMap(asSentences)
    : joined(story.lines.flatMap(stretchesOf)).flatMap((stretch) => spoken(stretch, teller))
  const written = story.entries.flatMap((entry) => cutText(entry, lettersPerPage / 2)).map(asWritten)
  return withoutRepeatedNames(underNames([...told, ...written]))
}

/** Stand in place of a name below a named speaker, whose words the rest would be taken for. */
const anotherVoice = 'Another voice'
const note = 'A note'

/** Names what nobody named said or wrote, once somebody has been named. A question is told apart by its look. */
function underNames(passages: readonly NamedDraft[]): NamedDraft[] {
  const first = passages.findIndex(({ speaker }) => speaker !== '')
  return passages.map((passage, index) => {
    const needsName = first >= 0 && index > first && passage.speaker === '' && passage.kind === 'words'
    return needsName ? { ...passage, speaker: passage.nameless } : passage
  })
}

/** A passage, whose it is, and what it is called where they have no name. Both are empty where it is not known who speaks. */
type NamedDraft = PassageDraft & { nameless: string; by: string }

/** Words of one line, or of several that follow each other. */
type Stretch = {
  recordingId: string
  voice: string
  speaker: string
  language: string | null
  words: readonly TranscriptWord[]
  /** The reading text that somebody wrote in place of the words. */
  reading: string | null
}

/**
 * Cuts a line after sentences into stretches of a paragraph's length. A line with a written reading text stays whole, because that
 * text has no word timings to cut by.
 */
function stretchesOf({ words, reading, recordingId, voice, speaker, language }: ToldLine): Stretch[] {
  const line = { recordingId, voice, speaker, language, reading }
  if (reading !== null) return [{ ...line, words }].filter(isReadable)

  const stretches: Stretch[] = []
  let open: TranscriptWord[] = []
  let letters = 0
  for (const word of words) {
    open.push(word)
    letters += word.text.length + 1
    const isFull = letters > lettersPerPassage
    if ((isFull && endsSentence(word.text)) || letters > mostLetters) {
      stretches.push({ ...line, words: open })
      open = []
      letters = 0
    }
  }
  if (open.length > 0) stretches.push({ ...line, words: open })
  return stretches.filter(isReadable)
}

/** Nothing is left to read where somebody only hesitated, or where a person wrote an empty reading text. */
const isReadable = ({ reading, words, language }: Stretch) =>
  readingOf({ reading, words: [...words] }, language) !== ''

/** Joins short stretches of one speaker that follow each other closely into one paragraph. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const paragraphs: Stretch[] = []
  for (const stretch of stretches) {
    const before = paragraphs.at(-1)
    if (before && belongsTo(before, stretch)) {
      paragraphs[paragraphs.length - 1] = { ...before, words: [...before.words, ...stretch.words] }
    } else paragraphs.push(stretch)
  }
  return paragraphs
}

function belongsTo(before: Stretch, stretch: Stretch): boolean {
  if (before.recordingId !== stretch.recordingId || before.voice !== stretch.voice) return false
  if (before.reading !== null || stretch.reading !== null) return false
  const [last, first] = [before.words.at(-1), stretch.words[0]]
  const pause = last && first ? first.startMs - last.endMs : 0
  const letters = textOf(before.words).length + textOf(stretch.words).length
  return pause < pauseMs && letters <= lettersPerPassage
}

function spoken(
  { recordingId, voice, speaker, language, words, reading }: Stretch,
  teller: string,
): NamedDraft[] {
  const text = readingOf({ reading, words: [...words] }, language)
  const kind = voice !== teller && isQuestion(text) ? 'question' : 'words'
  const whole: NamedDraft = {
    kind,
    speaker,
    nameless: voice === '' ? '' : anotherVoice,
    by: voice,
    text,
    verbatim: words.length === 0 ? null : textOf(words),
    voice: voiceOf(recordingId, words),
  }
  if (reading === null || text.length <= mostLetters) return [whole]
  // A written reading text may be too long for one passage. Only its first piece gets the voice and the words, because nothing says
  // which of the words belong to the other pieces.
  const [first = '', ...rest] = cutText(text, lettersPerPage / 2)
  return [
    { ...whole, text: first },
    ...rest.map((piece) => ({ ...whole, text: piece, verbatim: null, voice: null })),
  ]
}

/** The question marks of Latin, of Chinese and Japanese, and of Arabic. */
export const isQuestion = (text: string) => /[?？؟]$/u.test(text)

/** A written paragraph, cut after sentences where it is long. Each piece plays from the first place it rests on to the last. */
function asSentences({ recordingId, speaker, sentences }: WrittenParagraph): NamedDraft[] {
  const groups: WrittenSentence[][] = []
  let letters = Number.POSITIVE_INFINITY
  for (const sentence of sentences) {
    if (letters + sentence.text.length > lettersPerPassage) {
      groups.push([])
      letters = 0
    }
    groups.at(-1)?.push(sentence)
    letters += sentence.text.length + 1
  }
  return groups.map((group) => {
    const spans = group.flatMap((sentence) => sentence.spans)
    const startMs = Math.min(...spans.map((span) => span.startMs))
    const endMs = Math.max(...spans.map((span) => span.endMs))
    return {
      kind: 'words',
      speaker,
      nameless: '',
      by: speaker,
      text: joinedText(group),
      verbatim: verbatimOf(group),
      voice: { recordingId, startMs, endMs },
      sentences: group,
    }
  })
}

const asWritten = (text: string): NamedDraft => ({
  kind: 'words',
  speaker: '',
  nameless: note,
  by: note,
  text,
  verbatim: null,
  voice: null,
})

/** The voice with the most words; whoever asks the questions says less. */
export function mainTeller(lines: readonly ToldLine[]): string {
  const words = new Map<string, number>()
  for (const { voice, words: said } of lines) words.set(voice, (words.get(voice) ?? 0) + said.length)
  return [...words].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''
}

/** Leaves a speaker's name only where the speaker changes. */
function withoutRepeatedNames(passages: readonly NamedDraft[]): PassageDraft[] {
  return passages.map(({ nameless, by, ...passage }, index) =>
    by === passages[index - 1]?.by ? { ...passage, speaker: '' } : passage,
  )
}

/** Cuts a written text into paragraphs: at its line breaks, and after sentences where a paragraph is too long. */
function cutText(text: string, most: number): string[] {
  return text
    .split(/\n+/u)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .flatMap((paragraph) => cutParagraph(paragraph, most))
}

function cutParagraph(paragraph: string, most: number): string[] {
  const pieces: string[] = []
  let open = ''
  for (const part of partsOf(paragraph, most)) {
    if (open !== '' && (open + part).trimEnd().length > mostLetters) {
      pieces.push(open)
      open = ''
    }
    open += part
    if (open.length > most && endsSentence(open.trimEnd())) {
      pieces.push(open)
      open = ''
    }
  }
  return [...pieces, open].map((piece) => piece.trimEnd()).filter(Boolean)
}

/** The parts between which a paragraph may be cut: words, each with the space after it, and sentences of scripts without spaces. */
function partsOf(paragraph: string, most: number): string[] {
  const words = paragraph.split(/(?<=\s)(?=\S)/u).map((word) => word.replace(/\s+$/u, ' '))
  return words
    .flatMap((word) => word.split(/(?<=[。！？][\p{Pe}\p{Pf}]*)(?![\p{Pe}\p{Pf}\s])/u))
    .flatMap((part) => hardCut(part, most))
}

/**
 * Cuts a part that is still too long between words, as found in scripts without spaces, and inside a word only if it alone exceeds
 * `most`.
 */
function hardCut(part: string, most: number): string[] {
  if (part.length <= most) return [part]
  const pieces: string[] = []
  let open = ''
  for (const word of tokensOf(part).flatMap((token) => (token.length > most ? [...token] : [token]))) {
    if (open.length + word.length > most) {
      pieces.push(open)
      open = ''
    }
    open += word
  }
  return [...pieces, part.endsWith(' ') ? `${open} ` : open]
}
