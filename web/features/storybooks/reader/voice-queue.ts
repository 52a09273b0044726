import type { BookPage, BookVoice, Passage } from '#contract/book-pages.ts'
import { piecesOf, placesOf, stretchesOf } from '#contract/book-sentence-places.ts'

/** Something that can be heard, and the page it stands on. */
export type HeardPassage = {
  id: string
  pageIndex: number
  storyId: string | null
  voice: BookVoice
}

/** Words of a passage that are heard together: the whole of it, or one sentence of a written chapter. */
export type PassagePart = { key: string; text: string; voices: BookVoice[] }

/** Whether each sentence of a passage is heard for itself. One whose sentences were all rewritten is not. */
export const isWritten = ({ sentences }: Passage): boolean => (sentences?.length ?? 0) > 0

/** A passage in the parts that are heard. What a person wrote into a written chapter has no voice. */
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

/** What can be heard of a book, in the order of reading. A sentence set large is heard where it was said. */
export function voiceQueue(pages: readonly BookPage[], verbatim: boolean): HeardPassage[] {
  return heardIn(pages, verbatim, ({ kind }) => kind !== 'quote')
}

/** One part as it is heard, quotes included; from several places of the recording where it rests on several. */
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
