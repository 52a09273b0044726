import type { BookPage } from '#contract/book-pages.ts'
import { escapeXml } from '#contract/escape-markup.ts'
import { drawnByMachine } from '#contract/picture-styles.ts'
import { element } from '../../xml.ts'

/* What the pages of a book have in common wherever they are read as markup: in an EPUB and in a folder. */

/** Nothing where nothing is written. */
export const paragraph = (name: string, text: string): string =>
  text === '' ? '' : element('p', { class: name, dir: 'auto' }, escapeXml(text))

/** What no hand drew is said to be so, wherever the book goes. */
export const drawnBy = (isDrawn: boolean | undefined): string =>
  paragraph('drawn', isDrawn ? drawnByMachine : '')

type Headed = Extract<BookPage['content'], { kind: 'cover' | 'chapter' }>

/** What a book, or a chapter, begins with. */
export const headingOf = (picture: string, { kind, title, subtitle, isDrawn }: Headed): string =>
  [
    picture,
    drawnBy(isDrawn),
    element(kind === 'cover' ? 'h1' : 'h2', { dir: 'auto' }, escapeXml(title)),
    paragraph('subtitle', subtitle),
  ].join('')
