import type { BookPage, Passage } from '#contract/book-pages.ts'

/** A passage that can be heard, and the page it stands on. */
export type HeardPassage = {
  id: string
  pageIndex: number
  storyId: string | null
  voice: NonNullable<Passage['voice']>
}

/** What can be heard of a book, in the order of reading. A sentence set large is heard where it was said. */
export function voiceQueue(pages: readonly BookPage[]): HeardPassage[] {
  return pages.flatMap(({ content, storyId }, pageIndex) =>
    content.kind === 'text'
      ? content.passages.flatMap(({ id, kind, voice }) =>
          voice && kind !== 'quote' ? [{ id, pageIndex, storyId, voice }] : [],
        )
      : [],
  )
}

/** A single passage as it is heard, quotes included. */
export function voiceOfPassage(pages: readonly BookPage[], passageId: string): HeardPassage | null {
  for (const [pageIndex, { content, storyId }] of pages.entries()) {
    if (content.kind !== 'text') continue
    const found = content.passages.find(({ id }) => id === passageId)
    if (found?.voice) return { id: found.id, pageIndex, storyId, voice: found.voice }
  }
  return null
}
