import type { BookPage } from '#contract/book-pages.ts'

/**
 * Whether most paragraphs of a book begin with a letter that is read from right to left. The book's language does not tell: nobody says
 * in which one a journal is written.
 */
export function isReadToTheLeft(pages: readonly Pick<BookPage, 'content'>[]): boolean {
  const texts = pages.flatMap(({ content }) =>
    content.kind === 'text' ? content.passages.map(({ text }) => text) : [],
  )
  const toTheLeft = texts.filter((text) => lettersToTheLeft.test(/\p{L}/u.exec(text)?.[0] ?? ''))
  return toTheLeft.length > texts.length / 2
}

const lettersToTheLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
