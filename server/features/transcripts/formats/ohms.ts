import { escapeXml } from '#contract/escape-markup.ts'
import { type TranscriptWord, textOf } from '#contract/transcript-words.ts'
import { element, xmlDocument } from '../../../xml.ts'
import { clock, type TranscriptDocument } from './document.ts'

const NAMESPACE = 'https://www.weareavp.com/nunncenter/ohms'
const MINUTE_MS = 60_000
/** The OHMS viewer shows the lines as they are; lines of other OHMS transcripts have this length. */
const LETTERS_A_LINE = 80

/**
 * The Oral History Metadata Synchronizer's XML (https://www.oralhistoryonline.org): the transcript as lines of text, and
 * for each whole minute the line and the word at which it begins.
 */
export function toOhms(document: TranscriptDocument): string {
  const { lines, sync } = linesAndSync(document)
  const speakers = [...new Set(document.talks.map(({ speaker }) => speaker))].filter(Boolean)
  const text = (name: string, content: string) => element(name, {}, escapeXml(content))
  return xmlDocument(
    element(
      'ROOT',
      {
        xmlns: NAMESPACE,
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xsi:schemaLocation': `${NAMESPACE} ${NAMESPACE}/ohms.xsd`,
      },
      element(
        'record',
        { id: document.id },
        text('version', '5.4'),
        element('date', { value: document.date, format: 'text' }),
        text('title', document.title),
        text('description', document.description),
        ...speakers.map((speaker) => text('interviewee', speaker)),
        text('language', document.language ?? ''),
        text('duration', clock(document.durationMs)),
        text('sync', sync),
        text('transcript_alt_lang', ''),
        text('translate', '0'),
        element('index', {}),
        text('type', 'interview'),
        text('transcript', lines.join('\n')),
      ),
    ),
  )
}

/**
 * `1:|line(word)|…`: an interval of one minute, then where minutes 1, 2, 3 … begin, counted from 1. Files that OHMS itself wrote count
 * like this: by lines counted from 0, as its viewer places the marks, a quarter of them stand on empty lines, and by these none does.
 */
function linesAndSync({ talks, durationMs }: TranscriptDocument): { lines: string[]; sync: string } {
  const lines: string[] = []
  const marks: string[] = []
  let nextMinute = MINUTE_MS
  for (const { speaker, words } of talks) {
    let label = speaker ? `${speaker.toLocaleUpperCase()}: ` : ''
    let said: TranscriptWord[] = []
    const line = () => `${label}${textOf(said)}`.trim()
    for (const word of words) {
      if (line() !== '' && line().length + word.text.length >= LETTERS_A_LINE) {
        lines.push(line())
        label = ''
        said = []
      }
      said.push(word)
      while (word.startMs >= nextMinute && nextMinute <= Math.max(durationMs, word.startMs)) {
        // OHMS counts as a word what stands between spaces, also in scripts that have none.
        marks.push(`${lines.length + 1}(${line().split(/\s+/).length})`)
        nextMinute += MINUTE_MS
      }
    }
    lines.push(line(), '')
  }
  return { lines, sync: ['1:', ...marks].join('|') }
}
