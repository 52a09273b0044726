import { layOutBook } from '#contract/book-layout.ts'
import type { PageDraft } from '#contract/book-material.ts'
import type { BookPage, PageContent } from '#contract/book-pages.ts'
import { drawings } from './drawings.ts'
import { material } from './material.ts'

export const sampleTitle = material.title

/** The sample book's pages, laid out by the same code as any book. There are no recordings behind them, so nothing can be played. */
export const samplePages: readonly BookPage[] = layOutBook(material).map(({ storyId, content }, at) => ({
  id: `page-${at + 1}`,
  storyId,
  content: inSilence(content),
  edited: false,
  version: 0,
}))

function inSilence(content: PageDraft['content']): PageContent {
  if (content.kind !== 'text') return content
  const passages = content.passages.map((passage, at) => ({
    ...passage,
    id: `passage-${at + 1}`,
    verbatim: null,
    voice: null,
  }))
  return { kind: 'text', passages }
}

/** A picture of the sample book, in the form in which pages expect it. */
export function sampleImage(pictureId: string | null) {
  const drawing = drawings.get(pictureId ?? '')
  return { url: drawing?.url ?? null, alt: drawing?.alt ?? '', size: 800, isComing: false, renew: () => {} }
}
