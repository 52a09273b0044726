import type { PageContent } from '#contract/book-pages.ts'

/** The words by which somebody knows a page again; what the page is, where it has none. */
export const wordsOfPage = (content: PageContent): string => ownWords(content).trim() || names[content.kind]

function ownWords(content: PageContent): string {
  switch (content.kind) {
    case 'cover':
    case 'chapter':
      return content.title
    case 'photo':
      return content.caption
    case 'text':
      return content.passages[0]?.text ?? ''
    default:
      return content.text
  }
}

const names: Record<PageContent['kind'], string> = {
  cover: 'The cover',
  chapter: 'The beginning of a chapter',
  text: 'A page of text',
  photo: 'A photograph',
  dedication: 'The dedication',
  closing: 'The closing page',
}
