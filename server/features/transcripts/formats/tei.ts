import { escapeXml } from '#contract/escape-markup.ts'
import { element, xmlDocument } from '../../../xml.ts'
import type { TranscriptDocument } from './document.ts'

/**
 * TEI P5, transcriptions of speech (https://tei-c.org/release/doc/tei-p5-doc/en/html/TS.html): the speakers, a timeline
 * in milliseconds, and for each talk an utterance that refers to points of the timeline, with its language where that is not the
 * transcript's.
 */
export function toTei(document: TranscriptDocument): string {
  const { title, date, description, kind, durationMs, language, engine, talks } = document
  const speakers = [...new Set(talks.map(({ speaker }) => speaker))].filter(Boolean)
  const spoken = [language, ...talks.map((talk) => talk.language)].filter((tag) => tag !== null)
  const languages = [...new Set(spoken)]
  const idOf = (speaker: string) => `speaker-${speakers.indexOf(speaker) + 1}`
  const said = (name: string, text: string) => element(name, {}, escapeXml(text))

  const heard = engine === null ? 'A transcript.' : `A transcript, first heard by ${engine}.`
  const seconds = `PT${(durationMs / 1000).toFixed(3)}S`
  const header = element(
    'teiHeader',
    {},
    element(
      'fileDesc',
      {},
      element('titleStmt', {}, said('title', title)),
      element('publicationStmt', {}, said('p', 'Kept by a family.')),
      element(
        'sourceDesc',
        {},
        element(
          'recordingStmt',
          {},
          element(
            'recording',
            { type: kind, dur: seconds },
            said('p', [date, description].filter(Boolean).join('. ')),
          ),
        ),
      ),
    ),
    element('encodingDesc', {}, said('p', heard)),
    element(
      'profileDesc',
      {},
      ...(languages.length === 0
        ? []
        : [element('langUsage', {}, ...languages.map((ident) => element('language', { ident }, ident)))]),
      ...(speakers.length === 0
        ? []
        : [
            element(
              'particDesc',
              {},
              element(
                'listPerson',
                {},
                ...speakers.map((speaker) =>
                  element('person', { 'xml:id': idOf(speaker) }, said('persName', speaker)),
                ),
              ),
            ),
          ]),
    ),
  )

  const times = [...new Set(talks.flatMap(({ startMs, endMs }) => [startMs, endMs]))].sort((a, b) => a - b)
  const timeline = element(
    'timeline',
    { unit: 'ms', origin: '#t' },
    element('when', { 'xml:id': 't' }),
    ...times.map((ms) => element('when', { 'xml:id': `t${ms}`, interval: ms, since: '#t' })),
  )
  const utterances = talks.map(({ speaker, startMs, endMs, text, language: tag }) =>
    element(
      'u',
      {
        who: speaker ? `#${idOf(speaker)}` : undefined,
        start: `#t${startMs}`,
        end: `#t${endMs}`,
        'xml:lang': tag === language ? undefined : (tag ?? undefined),
      },
      escapeXml(text),
    ),
  )
  const body = element('body', {}, ...(utterances.length > 0 ? utterances : [element('p', {})]))
  return xmlDocument(
    element(
      'TEI',
      { xmlns: 'http://www.tei-c.org/ns/1.0', 'xml:lang': language ?? undefined },
      header,
      element('text', {}, timeline, body),
    ),
  )
}
