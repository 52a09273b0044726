import { type PassageDraft, type StoryMaterial, type ToldLine, voiceOf } from '#contract/book-material.ts'
import type { BookVoice } from '#contract/book-pages.ts'
import { isQuestion, mainTeller } from '#contract/book-passages.ts'
import { readingOf } from '#contract/transcript-reading.ts'
import { endsSentence, type TranscriptWord, textOf } from '#contract/transcript-words.ts'

const shortest = 40
const longest = 160

/** The sentence of a page that stands best alone, in the voice of whoever tells; null where none does. */
export function pullQuote(onPage: readonly PassageDraft[], story: StoryMaterial): PassageDraft | null {
  const voices = onPage.flatMap(({ kind, voice }) => (kind === 'words' && voice ? [voice] : []))
  const candidates = sentencesOf(story.lines)
    .filter(({ recordingId, startMs, endMs }) =>
      voices.some(
        (voice) => voice.recordingId === recordingId && startMs >= voice.startMs && endMs <= voice.endMs,
      ),
    )
    .map(({ words, language, ...place }) => ({
      ...place,
      words,
      text: readingOf({ reading: null, words }, language),
    }))
    .filter(({ text }) => text.length >= shortest && text.length <= longest && !isQuestion(text))
  const best = candidates.toSorted((a, b) => worth(b.text) - worth(a.text))[0]
  if (!best) return null
  return {
    kind: 'quote',
    speaker: '',
    text: best.text,
    verbatim: textOf(best.words),
    voice: voiceOf(best.recordingId, best.words),
  }
}

type Sentence = BookVoice & { words: TranscriptWord[]; language: string | null }

/**
 * Whole sentences of the teller, also those that run on over several lines: what begins or ends in the middle of one
 * stands badly alone. Where somebody wrote a text to be read, the words are not what is told.
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

/** Sentences of the teller's own life, near the length that a quote is read at in one glance. */
function worth(text: string): number {
  const isOwn = /\b(I|we|my|our|me|us|ich|wir|mein|unser|je|nous|mon|notre)\b/iu.test(text)
  const leansOnBefore = /^(and|but|so|because|then|which|he|she|it|they|that|this)\b/iu.test(text)
  return (isOwn ? 100 : 0) - (leansOnBefore ? 60 : 0) - Math.abs(text.length - 90)
}
