import type { BookPage } from '#contract/book-pages.ts'
import { escapeXml } from '#contract/escape-markup.ts'
import { drawnByMachine } from '#contract/picture-styles.ts'
import { element } from '../../xml.ts'

/* What the pages of a book have in common wherever they are read as markup: in an EPUB and in a folder. */

/** Words as markup, in the lines that they were written in. E-readers may override any style, so that none could keep the lines. */
export const linesOf = (text: string): string => escapeXml(text).replaceAll(/\r\n?|\n/g, '<br/>')

/** A paragraph of the class `name`; an empty string for an empty text. */
export const paragraph = (name: string, text: string): string =>
  text === '' ? '' : element('p', { class: name, dir: 'auto' }, linesOf(text))

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
