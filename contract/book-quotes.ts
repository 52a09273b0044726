import { type PassageDraft, type StoryMaterial, type ToldLine, voiceOf } from '#contract/book-material.ts'
import type { BookVoice } from '#contract/book-pages.ts'
import { isQuestion, mainTeller } from '#contract/book-passages.ts'
import { verbatimOf } from '#contract/book-sentence-places.ts'
import { readingOf } from '#contract/transcript-reading.ts'
import { endsSentence, type TranscriptWord, textOf } from '#contract/transcript-words.ts'

const shortest = 40
const longest = 160

/** The sentence of a page that reads best by itself, among those of the teller; null where none qualifies. */
export function pullQuote(onPage: readonly PassageDraft[], story: StoryMaterial): PassageDraft | null {
  const candidates = (story.written ? writtenOn(onPage, story) : toldOn(onPage, story)).filter(
    ({ text }) => text.length >= shortest && text.length <= longest && !isQuestion(text),
  )
  const best = candidates.toSorted((a, b) => worth(b.text) - worth(a.text))[0]
  return best ? { kind: 'quote', speaker: '', ...best } : null
}

type Candidate = Pick<PassageDraft, 'text' | 'verbatim' | 'voice'>

/** What was told on a page. */
function toldOn(onPage: readonly PassageDraft[], story: StoryMaterial): Candidate[] {
  const voices = onPage.flatMap(({ kind, voice }) => (kind === 'words' && voice ? [voice] : []))
  return sentencesOf(story.lines)
    .filter(({ recordingId, startMs, endMs }) =>
      voices.some(
        (voice) => voice.recordingId === recordingId && startMs >= voice.startMs && endMs <= voice.endMs,
      ),
    )
    .map(({ words, language, recordingId }) => ({
      text: readingOf({ reading: null, words }, language),
      verbatim: textOf(words),
      voice: voiceOf(recordingId, words),
    }))
}

/** The sentences of a written chapter on a page: what was told between them may be what the chapter left out. */
function writtenOn(onPage: readonly PassageDraft[], { lines }: StoryMaterial): Candidate[] {
  const teller = mainTeller(lines)
  const ofTeller = lines.filter(({ voice }) => voice === teller)
  return onPage.flatMap(({ voice, sentences = [] }) => {
    if (!voice) return []
    const { recordingId } = voice
    return sentences.flatMap((sentence) => {
      const startMs = Math.min(...sentence.spans.map((span) => span.startMs))
      const endMs = Math.max(...sentence.spans.map((span) => span.endMs))
      const isOfTeller = ofTeller.some(
        (line) => line.recordingId === recordingId && line.startMs <= startMs && startMs < line.endMs,
      )
      const { text } = sentence
      return isOfTeller
        ? [{ text, verbatim: verbatimOf([sentence]), voice: { recordingId, startMs, endMs } }]
        : []
    })
  })
}

type Sentence = BookVoice & { words: TranscriptWord[]; language: string | null }

/**
 * The teller's whole sentences, also those that run over several lines. A sentence whose beginning or end is missing reads badly by
 * itself. Lines with a written reading text are skipped, because their words are not what the book shows.
 */
function sentencesOf(lines: readonly ToldLine[]): Sentence[] {
  const teller = mainTeller(lines)
  const sentences: Sentence[] = []
  let open: TranscriptWord[] = []
  let isWhole = true
  let before = ''
  for (const { recordingId, voice, words, reading, language } of lines) {
    if (voice !== teller) continue
    if (recordingId !== before) {
      open = []
      isWhole = true
    }
    before = recordingId
    for (const word of words) {
      open.push(word)
      isWhole &&= reading === null
      if (!endsSentence(word.text)) continue
      const place = isWhole ? voiceOf(recordingId, open) : null
      if (place) sentences.push({ ...place, words: open, language })
      open = []
      isWhole = true
    }
  }
  return sentences
}

/** Rates a sentence: best are those about the teller's own life, of a length that is read at a glance. */
function worth(text: string): number {
  const isOwn = /\b(I|we|my|our|me|us|ich|wir|mein|unser|je|nous|mon|notre)\b/iu.test(text)
  const leansOnBefore = /^(and|but|so|because|then|which|he|she|it|they|that|this)\b/iu.test(text)
  return (isOwn ? 100 : 0) - (leansOnBefore ? 60 : 0) - Math.abs(text.length - 90)
}
