import type { BookPage, BookVoice, Passage } from '#contract/book-pages.ts'
import { piecesOf, placesOf, stretchesOf } from '#contract/book-sentence-places.ts'

/** A passage that can be heard, and the page it is on. */
export type HeardPassage = {
  id: string
  pageIndex: number
  storyId: string | null
  voice: BookVoice
}

/** Words of a passage that are played together: all of it, or one sentence of a written chapter. */
export type PassagePart = { key: string; text: string; voices: BookVoice[] }

/** Whether each sentence of the passage can be heard separately. False once all its sentences have been rewritten. */
export const isWritten = ({ sentences }: Passage): boolean => (sentences?.length ?? 0) > 0

/** Splits a passage into the parts that can be heard. Text that a person added to a written chapter has no voice. */
export function partsOf(passage: Passage, verbatim: boolean): PassagePart[] {
  const { id, voice, sentences = [] } = passage
  if (voice === null || !isWritten(passage)) {
    const text = verbatim ? (passage.verbatim ?? passage.text) : passage.text
    return [{ key: id, text, voices: voice ? [voice] : [] }]
  }
  const { recordingId } = voice
  if (verbatim) {
    return placesOf(sentences).map(({ text, startMs, endMs }, at) => ({
      key: `${id}.said.${at}`,
      text,
      voices: [{ recordingId, startMs, endMs }],
    }))
  }
  return piecesOf(passage.text, sentences).map(({ text, sentence }, at) => ({
    key: `${id}.${at}`,
    text,
    voices: stretchesOf(sentence?.spans ?? []).map((stretch) => ({ recordingId, ...stretch })),
  }))
}

/** All that can be heard of a book, in reading order. Pull quotes are left out, because their sentence is heard where it was said. */
export function voiceQueue(pages: readonly BookPage[], verbatim: boolean): HeardPassage[] {
  return heardIn(pages, verbatim, ({ kind }) => kind !== 'quote')
}

/** What comes behind a passage, in a queue that may have become longer or shorter since. */
export function behind(queue: readonly HeardPassage[], { id }: HeardPassage): readonly HeardPassage[] {
  const at = queue.findLastIndex((passage) => passage.id === id)
  return at < 0 ? [] : queue.slice(at + 1)
}

/** The passages to play for one part, quotes included; several if it rests on several places of the recording. */
export function voicesOfPart(pages: readonly BookPage[], key: string): HeardPassage[] {
  const all = heardIn(pages, key.includes('.said.'), ({ id }) => key.startsWith(id))
  return all.filter(({ id }) => id === key)
}

function heardIn(
  pages: readonly BookPage[],
  verbatim: boolean,
  isWanted: (passage: Passage) => boolean,
): HeardPassage[] {
  return pages.flatMap(({ content, storyId }, pageIndex) => {
    if (content.kind !== 'text') return []
    const parts = content.passages.filter(isWanted).flatMap((passage) => partsOf(passage, verbatim))
    return parts.flatMap(({ key: id, voices }) => voices.map((voice) => ({ id, pageIndex, storyId, voice })))
  })
}
