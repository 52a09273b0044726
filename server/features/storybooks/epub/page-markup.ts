import type { BookPage, Passage } from '#contract/book-pages.ts'
import { piecesOf } from '#contract/book-sentence-places.ts'
import { escapeXml } from '#contract/escape-markup.ts'
import { element, xmlDocument } from '../../../xml.ts'
import { drawnBy, headingOf, linesOf, paragraph } from '../book-markup.ts'
import type { EpubBook, Section } from './book.ts'

const xhtml = 'http://www.w3.org/1999/xhtml'
const ops = 'http://www.idpf.org/2007/ops'

/** The id of the element that holds everything in a section's file. */
export const sectionAnchor = 'section'
/** The id of a passage in its file, which the overlay points at. */
export const passageAnchor = (passage: Pick<Passage, 'id'>) => `p-${passage.id}`
/** The id of a sentence of a written passage. */
export const sentenceAnchor = (passage: Pick<Passage, 'id'>, at: number) => `${passageAnchor(passage)}-${at}`

/** One file of the book as XHTML. */
export function sectionMarkup(book: EpubBook, section: Section): string {
  const content = section.pages.map((page) => pageMarkup(book, page)).join('')
  return pageDocument(book, section.title, element('section', { id: sectionAnchor }, content))
}

/** A document of the package with its head. */
export function pageDocument(book: Pick<EpubBook, 'language'>, title: string, body: string): string {
  const head = element(
    'head',
    {},
    element('title', {}, escapeXml(title)),
    element('link', { rel: 'stylesheet', type: 'text/css', href: 'style.css' }),
  )
  const root = { xmlns: xhtml, 'xmlns:epub': ops, lang: book.language, 'xml:lang': book.language }
  return xmlDocument(`<!DOCTYPE html>\n${element('html', root, head, element('body', {}, body))}`)
}

function pageMarkup(book: EpubBook, { content }: BookPage): string {
  switch (content.kind) {
    case 'cover':
      return element('div', { class: 'cover' }, headingOf(pictureOf(book, content.pictureId), content))
    case 'chapter':
      return headingOf(pictureOf(book, content.pictureId), content)
    case 'photo':
      return element(
        'figure',
        {},
        pictureOf(book, content.pictureId, content.caption),
        drawnBy(content.isDrawn),
        content.caption === '' ? '' : element('figcaption', { dir: 'auto' }, linesOf(content.caption)),
      )
    case 'text':
      return content.passages.map(passageMarkup).join('')
    case 'dedication':
    case 'closing':
      return paragraph(content.kind, content.text)
  }
}

function passageMarkup(passage: Passage): string {
  const name = passage.speaker
    ? element('p', { class: 'speaker', dir: 'auto' }, escapeXml(passage.speaker))
    : ''
  const text = { id: passageAnchor(passage), class: passage.kind, dir: 'auto' }
  return name + element('p', text, ...wordsOf(passage))
}

/** A written passage sentence by sentence, so that each is heard where it was told. */
function wordsOf(passage: Passage): string[] {
  if (!passage.sentences) return [linesOf(passage.text)]
  return piecesOf(passage.text, passage.sentences).map(({ text, sentence }, at) =>
    sentence ? element('span', { id: sentenceAnchor(passage, at) }, linesOf(text)) : linesOf(text),
  )
}

function pictureOf({ pictures }: EpubBook, id: string | null, alt = ''): string {
  const asset = pictures.get(id ?? '')
  return asset ? element('img', { src: asset.href, alt }) : ''
}

/** Makes the book look like its pages on the screen, as far as the settings of the e-reader allow. */
export const styleSheet = `body { font-family: Literata, Georgia, serif; line-height: 1.5; margin: 5% 6%; }
h1, h2 { text-align: center; line-height: 1.2; page-break-after: avoid; }
h2 { margin-top: 20%; }
img { display: block; max-width: 100%; max-height: 80vh; margin: 1em auto; }
figure { margin: 1.5em 0; page-break-inside: avoid; }
figcaption, .subtitle, .dedication, .closing { text-align: center; font-style: italic; }
.dedication, .closing { margin-top: 35%; }
.cover { text-align: center; }
.drawn { text-align: center; font-size: 0.75em; }
.speaker { font-weight: bold; margin: 1em 0 0; font-size: 0.9em; }
.words, .question { margin: 0.6em 0; }
.question { font-style: italic; }
.quote { font-size: 1.25em; border-left: 0.2em solid #2e9156; padding-left: 0.8em; margin: 1.5em 0; }
.heard { background-color: #d7f3e0; color: #1d1d1d; }
`
