import type { BookPage } from '#contract/book-pages.ts'
import { escapeXml } from '#contract/escape-markup.ts'
import { drawnByMachine } from '#contract/picture-styles.ts'
import { element } from '../../xml.ts'

/* What the pages of a book have in common wherever they are read as markup: in an EPUB and in a folder. */

/** A paragraph of the class `name`; an empty string for an empty text. */
export const paragraph = (name: string, text: string): string =>
  text === '' ? '' : element('p', { class: name, dir: 'auto' }, escapeXml(text))

/** The line that says that a machine drew a picture. The picture carries it wherever the book goes. */
export const drawnBy = (isDrawn: boolean | undefined): string =>
  paragraph('drawn', isDrawn ? drawnByMachine : '')

type Headed = Extract<BookPage['content'], { kind: 'cover' | 'chapter' }>

/** The heading of a cover or of a chapter, with its picture. */
export const headingOf = (picture: string, { kind, title, subtitle, isDrawn }: Headed): string =>
  [
    picture,
    drawnBy(isDrawn),
    element(kind === 'cover' ? 'h1' : 'h2', { dir: 'auto' }, escapeXml(title)),
    paragraph('subtitle', subtitle),
  ].join('')
