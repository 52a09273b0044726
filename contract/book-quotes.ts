import { type PassageDraft, type StoryMaterial, voiceOf } from '#contract/book-material.ts'
import { endsSentence, mainTeller } from '#contract/book-passages.ts'
import { readingOf } from '#contract/transcript-reading.ts'
import type { TranscriptWord } from '#contract/transcript-words.ts'
import { textOf } from '#contract/transcript-words.ts'

const shortest = 40
const longest = 160

/** The sentence of a page that stands best alone, in the voice of whoever tells; null where none does. */
export function pullQuote(onPage: readonly PassageDraft[], story: StoryMaterial): PassageDraft | null {
  const teller = mainTeller(story.lines)
  const candidates = onPage
    .flatMap(({ kind, voice }) => (kind === 'words' && voice ? [voice] : []))
    .flatMap(({ recordingId, startMs, endMs }) =>
      story.lines
        .filter((line) => line.recordingId === recordingId && line.voice === teller && line.reading === null)
        .flatMap(({ words, language }) =>
          sentencesOf(words.filter((word) => word.startMs >= startMs && word.endMs <= endMs)).map(
            (sentence) => ({
              recordingId,
              words: sentence,
              text: readingOf({ reading: null, words: sentence }, language),
            }),
          ),
        ),
    )
    .filter(({ text }) => text.length >= shortest && text.length <= longest && !text.endsWith('?'))
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

/** Whole sentences: what begins or ends in the middle of one stands badly alone. */
function sentencesOf(words: readonly TranscriptWord[]): TranscriptWord[][] {
  const sentences: TranscriptWord[][] = []
  let open: TranscriptWord[] = []
  for (const word of words) {
    open.push(word)
    if (!endsSentence(word.text)) continue
    sentences.push(open)
    open = []
  }
  return sentences
}

/** Sentences of the teller's own life, near the length that a quote is read at in one glance. */
function worth(text: string): number {
  const isOwn = /\b(I|we|my|our|me|us|ich|wir|mein|unser|je|nous|mon|notre)\b/iu.test(text)
  const leansOnBefore = /^(and|but|so|because|then|which|he|she|it|they|that|this)\b/iu.test(text)
  return (isOwn ? 100 : 0) - (leansOnBefore ? 60 : 0) - Math.abs(text.length - 90)
}
