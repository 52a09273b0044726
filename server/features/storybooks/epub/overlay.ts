import type { Passage } from '#contract/book-pages.ts'
import { piecesOf, stretchesOf } from '#contract/book-sentence-places.ts'
import { element, xmlDocument } from '../../../xml.ts'
import type { EpubBook, Section } from './book.ts'
import { passageAnchor, sectionAnchor, sentenceAnchor } from './page-markup.ts'

type Clip = { anchor: string; href: string; startMs: number; endMs: number }

/** The clips of a section, in reading order. A quote repeats a sentence in large letters: only that sentence has the clip. */
export function clipsOf(book: EpubBook, section: Section): Clip[] {
  return section.pages.flatMap(({ content }) =>
    content.kind === 'text' ? content.passages.flatMap((passage) => clipsOfPassage(book, passage)) : [],
  )
}

function clipsOfPassage({ voices }: EpubBook, passage: Passage): Clip[] {
  const asset = voices.get(passage.voice?.recordingId ?? '')
  if (passage.kind === 'quote' || passage.voice === null || !asset) return []
  const whole = { anchor: passageAnchor(passage), ...passage.voice }
  return (passage.sentences?.length ? sentenceClips(passage) : [whole])
    .map(({ anchor, startMs, endMs }) => ({
      anchor,
      href: asset.href,
      startMs,
      endMs: Math.min(endMs, asset.durationMs),
    }))
    .filter(({ startMs, endMs }) => endMs > startMs)
}

/** Text that a person wrote between the sentences has no sound. */
const sentenceClips = (passage: Passage) =>
  piecesOf(passage.text, passage.sentences ?? []).flatMap(({ sentence }, at) =>
    stretchesOf(sentence?.spans ?? []).map((stretch) => ({
      anchor: sentenceAnchor(passage, at),
      ...stretch,
    })),
  )

export const lengthOf = (clips: readonly Clip[]) =>
  clips.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)

/** The Media Overlay of a section (EPUB 3.3, 9): each passage with the stretch of the voice behind it. */
export function overlayMarkup(section: Section, clips: readonly Clip[]): string {
  const document = `${section.name}.xhtml`
  const pairs = clips.map(({ anchor, href, startMs, endMs }, index) =>
    element(
      'par',
      { id: `par-${index + 1}` },
      element('text', { src: `${document}#${anchor}` }),
      element('audio', { src: href, clipBegin: clock(startMs), clipEnd: clock(endMs) }),
    ),
  )
  const sequence = element('seq', { id: 'seq-1', 'epub:textref': `${document}#${sectionAnchor}` }, ...pairs)
  return xmlDocument(
    element(
      'smil',
      { xmlns: 'http://www.w3.org/ns/SMIL', 'xmlns:epub': 'http://www.idpf.org/2007/ops', version: '3.0' },
      element('body', {}, sequence),
    ),
  )
}

/** A SMIL clock value in seconds. */
export const clock = (ms: number) => `${(ms / 1_000).toFixed(3)}s`
