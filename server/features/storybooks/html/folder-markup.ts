import type { BookPage, Passage } from '#contract/book-pages.ts'
import { escapeXml } from '#contract/escape-markup.ts'
import { element } from '../../../xml.ts'
import { drawnBy, headingOf, paragraph } from '../book-markup.ts'
import { type EpubBook, type Section, sectionsOf } from '../epub/book.ts'

/** What the folder shows; pictures and voices lie beside its page. */
export type FolderBook = Pick<EpubBook, 'title' | 'language' | 'creators' | 'pages' | 'pictures' | 'voices'>

/**
 * The whole book as one page that opens from a USB stick: it has no script and loads nothing from a network. The stretch of a
 * voice behind a passage is part of its address (Media Fragments, 4.2.1), so that the browser plays just that stretch.
 */
export function folderMarkup(book: FolderBook): string {
  const sections = sectionsOf(book.pages)
  const head = element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('meta', { name: 'author', content: book.creators.join(', ') }),
    element('title', {}, escapeXml(book.title)),
    `<style>${styleSheet}</style>`,
  )
  const body = element(
    'body',
    {},
    contents(sections),
    element('main', {}, ...sections.map((each) => sectionOf(book, each))),
  )
  return `<!DOCTYPE html>\n${element('html', { lang: book.language }, head, body)}\n`
}

/** Even if words of the book were taken for markup, they could run no script and reach no server. */
const policy = "default-src 'none'; img-src 'self' file:; media-src 'self' file:; style-src 'unsafe-inline'"

function contents(sections: readonly Section[]): string {
  const chapters = sections.filter(({ name }) => name.startsWith('chapter'))
  if (chapters.length < 2) return ''
  const entries = chapters.map(({ name, title }) =>
    element('li', {}, element('a', { href: `#${name}`, dir: 'auto' }, escapeXml(title))),
  )
  return element(
    'nav',
    { 'aria-label': 'Contents' },
    element('h2', {}, 'Contents'),
    element('ol', {}, ...entries),
  )
}

const sectionOf = (book: FolderBook, { name, pages }: Section) =>
  element('section', { id: name }, ...pages.map((page) => pageOf(book, page)))

function pageOf(book: FolderBook, { content }: BookPage): string {
  switch (content.kind) {
    case 'cover':
      return element('header', {}, headingOf(pictureOf(book, content.pictureId), content))
    case 'chapter':
      return headingOf(pictureOf(book, content.pictureId), content)
    case 'photo':
      return element(
        'figure',
        {},
        pictureOf(book, content.pictureId, content.caption),
        drawnBy(content.isDrawn),
        element('figcaption', { dir: 'auto' }, escapeXml(content.caption)),
      )
    case 'text':
      return content.passages.map((passage) => passageOf(book, passage)).join('')
    case 'dedication':
    case 'closing':
      return paragraph('aside', content.text)
  }
}

function passageOf(book: FolderBook, passage: Passage): string {
  const { kind, speaker, text } = passage
  return [
    paragraph('speaker', speaker),
    element('p', { class: kind, dir: 'auto' }, escapeXml(text)),
    kind === 'quote' ? '' : evidenceOf(book, passage),
  ].join('')
}

/** The voice behind a passage and its words as they were said, folded away. */
function evidenceOf({ voices }: FolderBook, { voice, verbatim, text }: Passage): string {
  const asset = voices.get(voice?.recordingId ?? '')
  const endMs = Math.min(voice?.endMs ?? 0, asset?.durationMs ?? 0)
  const said = verbatim !== null && verbatim !== text ? paragraph('verbatim', verbatim) : ''
  // A stretch without length is no address: a browser would play the whole recording in its place.
  if (!asset || !voice || endMs <= voice.startMs)
    return said === '' ? '' : element('details', {}, element('summary', {}, 'Word for word'), said)
  const seconds = (ms: number) => (ms / 1_000).toFixed(3)
  const src = `${asset.href}#t=${seconds(voice.startMs)},${seconds(endMs)}`
  return element(
    'details',
    {},
    element('summary', {}, 'Hear this'),
    // An empty body, because HTML would take the short form `<audio/>` for an opening tag.
    element('audio', { controls: 'controls', preload: 'none', src }, ''),
    said,
  )
}

function pictureOf({ pictures }: FolderBook, id: string | null, alt = ''): string {
  const asset = pictures.get(id ?? '')
  return asset ? element('img', { src: asset.href, alt, loading: 'lazy' }) : ''
}

const styleSheet = `
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 42rem; padding: 2rem 1.25rem 6rem; font: 1.15rem/1.6 Literata, Georgia, serif;
  color: #1d1d1d; background: #fffdf8; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.2; text-align: center; text-wrap: balance; }
section { margin: 0 0 5rem; }
section + section { border-top: 1px solid #d9d6cc; padding-top: 3rem; }
img { display: block; max-width: 100%; max-height: 85vh; margin: 1.5rem auto; border-radius: 6px; }
figure { margin: 2.5rem 0; }
figcaption, .subtitle, .aside { text-align: center; font-style: italic; white-space: pre-line; }
.drawn { text-align: center; font-size: 0.8rem; }
.speaker { margin: 2rem 0 0; font-weight: bold; color: #1f6b3f; font-size: 0.95rem; }
.words, .question { margin: 0.6rem 0 0; white-space: pre-line; }
.question, .verbatim { font-style: italic; }
.quote { margin: 2.5rem 0; padding-inline-start: 1rem; border-inline-start: 4px solid #2e9156; font-size: 1.4rem; font-style: italic; }
details { margin: 0.25rem 0 1rem; font-size: 0.95rem; }
summary { display: inline-block; cursor: pointer; padding: 0.6rem 0; color: #1f6b3f; text-decoration: underline; }
audio { display: block; width: 100%; margin: 0.5rem 0; }
nav { margin-bottom: 4rem; } nav h2 { text-align: start; font-size: 1.2rem; }
a { color: #1f6b3f; } a, summary { border-radius: 4px; } :focus-visible { outline: 3px solid #2e9156; outline-offset: 3px; }
@media (prefers-color-scheme: dark) {
  body { color: #eeece4; background: #1a1a17; } section + section { border-color: #43423b; }
  a, summary, .speaker { color: #6fdd9b; }
}
@media print { details, nav { display: none; } section { break-before: page; } }
`
