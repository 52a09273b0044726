import type { ChapterParagraph } from '#contract/book-chapters.ts'
import { joinedText, placesOf, verbatimOf } from '#contract/book-sentence-places.ts'
import { type HeardPassage, type PassagePart, partsOf } from '../reader/voice-queue.ts'

/** A paragraph of a proposed chapter that is not in the book yet, split into the parts that can be heard. */
export function partsOfParagraph(
  { recordingId, sentences }: ChapterParagraph,
  at: number,
  verbatim: boolean,
): PassagePart[] {
  const places = placesOf(sentences)
  const [startMs, endMs] = [places[0]?.startMs ?? 0, places.at(-1)?.endMs ?? 0]
  const passage = {
    id: `paragraph-${at}`,
    kind: 'words' as const,
    speaker: '',
    text: joinedText(sentences),
    verbatim: verbatimOf(sentences),
    voice: { recordingId, startMs, endMs },
    sentences,
  }
  return partsOf(passage, verbatim)
}

/** The passages to play for one of the parts. */
export const heardPart = (parts: readonly PassagePart[], key: string): HeardPassage[] =>
  parts
    .filter((part) => part.key === key)
    .flatMap(({ voices }) => voices.map((voice) => ({ id: key, pageIndex: 0, storyId: null, voice })))
