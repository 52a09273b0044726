import { escapeXml } from '#contract/escape-markup.ts'
import { isReadToTheLeft } from '#contract/reading-direction.ts'
import { element, xmlDocument } from '../../../xml.ts'
import { type EpubBook, type Section, sectionsOf } from './book.ts'
import { clipsOf, clock, lengthOf, overlayMarkup } from './overlay.ts'
import { pageDocument, sectionMarkup, styleSheet } from './page-markup.ts'

export type PackageFile = { name: string; content: string }

/** Every text file of an EPUB 3.3 package, `mimetype` first; pictures and voices lie beside them under `EPUB/`. */
export function packageFiles(book: EpubBook): PackageFile[] {
  const sections = sectionsOf(book.pages)
  const overlays = sections
    .map((section) => ({ section, clips: clipsOf(book, section) }))
    .filter(({ clips }) => clips.length > 0)
  const lengths = new Map(overlays.map(({ section, clips }) => [section.name, lengthOf(clips)]))

  return [
    { name: 'mimetype', content: 'application/epub+zip' },
    { name: 'META-INF/container.xml', content: container },
    { name: 'EPUB/package.opf', content: packageDocument(book, sections, lengths) },
    { name: 'EPUB/nav.xhtml', content: navigation(book, sections) },
    { name: 'EPUB/style.css', content: styleSheet },
    ...sections.map((section) => ({
      name: `EPUB/${section.name}.xhtml`,
      content: sectionMarkup(book, section),
    })),
    ...overlays.map(({ section, clips }) => ({
      name: `EPUB/${section.name}.smil`,
      content: overlayMarkup(section, clips),
    })),
  ]
}

const container = xmlDocument(
  element(
    'container',
    { version: '1.0', xmlns: 'urn:oasis:names:tc:opendocument:xmlns:container' },
    element(
      'rootfiles',
      {},
      element('rootfile', {
        'full-path': 'EPUB/package.opf',
        'media-type': 'application/oebps-package+xml',
      }),
    ),
  ),
)

function packageDocument(book: EpubBook, sections: readonly Section[], lengths: Map<string, number>): string {
  const root = {
    xmlns: 'http://www.idpf.org/2007/opf',
    version: '3.0',
    'unique-identifier': 'book-id',
    'xml:lang': book.language,
  }
  return xmlDocument(
    element(
      'package',
      root,
      metadata(book, lengths),
      manifest(book, sections, lengths),
      spine(book, sections),
    ),
  )
}

function metadata(book: EpubBook, lengths: Map<string, number>): string {
  const total = [...lengths.values()].reduce((sum, length) => sum + length, 0)
  const meta = (property: string, value: string, refines?: string) =>
    element('meta', { property, ...(refines ? { refines } : {}) }, escapeXml(value))
  return element(
    'metadata',
    { 'xmlns:dc': 'http://purl.org/dc/elements/1.1/' },
    element('dc:identifier', { id: 'book-id' }, `urn:uuid:${book.id}`),
    element('dc:title', {}, escapeXml(book.title)),
    element('dc:language', {}, escapeXml(book.language)),
    ...book.creators.map((name) => element('dc:creator', {}, escapeXml(name))),
    meta('dcterms:modified', book.modified.toISOString().replace(/\.\d+Z$/, 'Z')),
    ...(total > 0 ? [meta('media:duration', clock(total)), meta('media:active-class', 'heard')] : []),
    ...[...lengths].map(([name, length]) => meta('media:duration', clock(length), `#${name}-overlay`)),
  )
}

function manifest(book: EpubBook, sections: readonly Section[], lengths: Map<string, number>): string {
  const cover = coverPicture(book)
  const item = (id: string, href: string, mediaType: string, more: Record<string, string> = {}) =>
    element('item', { id, href, 'media-type': mediaType, ...more })
  return element(
    'manifest',
    {},
    item('nav', 'nav.xhtml', 'application/xhtml+xml', { properties: 'nav' }),
    item('style', 'style.css', 'text/css'),
    ...sections.flatMap(({ name }) => {
      const hasVoice = lengths.has(name)
      return [
        item(
          name,
          `${name}.xhtml`,
          'application/xhtml+xml',
          hasVoice ? { 'media-overlay': `${name}-overlay` } : {},
        ),
        ...(hasVoice ? [item(`${name}-overlay`, `${name}.smil`, 'application/smil+xml')] : []),
      ]
    }),
    ...[...book.pictures.values()].map(({ id, href, mimeType }) =>
      item(id, href, mimeType, id === cover ? { properties: 'cover-image' } : {}),
    ),
    ...[...book.voices.values()].map(({ id, href, mimeType }) => item(id, href, coreTypeOf(mimeType))),
  )
}

/** An Ogg voice holds Opus, which EPUB 3.3 (Core media types) knows by this type alone; audio/ogg would need a fallback. */
const coreTypeOf = (mimeType: string) => (mimeType === 'audio/ogg' ? 'audio/ogg; codecs=opus' : mimeType)

function coverPicture({ pages, pictures }: EpubBook): string | undefined {
  const cover = pages.find(({ content }) => content.kind === 'cover')?.content
  return cover?.kind === 'cover' ? pictures.get(cover.pictureId ?? '')?.id : undefined
}

const spine = (book: EpubBook, sections: readonly Section[]) =>
  element(
    'spine',
    isReadToTheLeft(book.pages) ? { 'page-progression-direction': 'rtl' } : {},
    ...sections.map(({ name }) => element('itemref', { idref: name })),
  )

function navigation(book: EpubBook, sections: readonly Section[]): string {
  const entries = sections.map(({ name, title }) =>
    element('li', {}, element('a', { href: `${name}.xhtml`, dir: 'auto' }, escapeXml(title))),
  )
  const list = element('ol', {}, ...entries)
  return pageDocument(
    book,
    book.title,
    element('nav', { 'epub:type': 'toc' }, element('h1', {}, 'Contents'), list),
  )
}
