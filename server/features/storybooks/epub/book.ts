import type { BookPage, PageContent } from '#contract/book-pages.ts'

/** A picture or a voice as it lies in the book's package. */
export type BookAsset = { id: string; href: string; mimeType: string }
export type BookVoiceAsset = BookAsset & { durationMs: number }

/** Everything that goes into an EPUB; assets by the id of the media file or the recording they are from. */
export type EpubBook = {
  id: string
  title: string
  language: string
  creators: readonly string[]
  modified: Date
  pages: readonly BookPage[]
  pictures: ReadonlyMap<string, BookAsset>
  voices: ReadonlyMap<string, BookVoiceAsset>
}

/**
 * Pages that make one file of the book: the pages of a story together, each of the book's own pages alone. A dedication or a closing
 * page without a word is left out.
 */
export type Section = { name: string; title: string; pages: BookPage[] }

export function sectionsOf(pages: readonly BookPage[]): Section[] {
  const sections: Section[] = []
  let chapters = 0
  for (const page of pages.filter(({ content }) => !isEmpty(content))) {
    const last = sections.at(-1)
    if (last?.name.startsWith('chapter') && isWithin(page.content)) {
      last.pages.push(page)
      continue
    }
    if (page.content.kind === 'chapter' || isWithin(page.content)) {
      chapters += 1
      sections.push({ name: `chapter-${chapters}`, title: titleOf(page.content), pages: [page] })
    } else sections.push({ name: page.content.kind, title: titleOf(page.content), pages: [page] })
  }
  return sections.map((section, index) => ({ ...section, name: unique(section.name, index, sections) }))
}

const isEmpty = (content: PageContent) =>
  (content.kind === 'dedication' || content.kind === 'closing') && content.text === ''
const isWithin = ({ kind }: PageContent) => kind === 'text' || kind === 'photo'

/** A book has one cover and one dedication; should there be two, their file names still differ. */
function unique(name: string, index: number, sections: readonly Section[]): string {
  const isFirst = sections.findIndex((section) => section.name === name) === index
  return isFirst ? name : `${name}-${index}`
}

function titleOf(content: PageContent): string {
  switch (content.kind) {
    case 'cover':
      return 'Cover'
    case 'dedication':
      return 'Dedication'
    case 'closing':
      return 'Closing'
    case 'chapter':
      return content.title
    default:
      return 'Pages'
  }
}
