import { describe, expect, test } from 'vitest'
import { spread, tokensOf } from '#contract/transcript-words.ts'
import { xmlComplaints } from '../../../testing/xml.ts'
import type { Talk, TranscriptDocument } from './document.ts'
import { toOhms } from './ohms.ts'
import { toJson, toMarkdown, toTxt } from './plain.ts'
import { toSrt, toVtt } from './subtitles.ts'
import { toTei } from './tei.ts'

const talk = (
  speaker: string,
  startMs: number,
  endMs: number,
  text: string,
  language: string | null = 'en-US',
): Talk => ({
  speaker,
  language,
  startMs,
  endMs,
  text,
  words: spread(tokensOf(text), { startMs, endMs }),
})
const documentOf = (...talks: Talk[]): TranscriptDocument => ({
  id: '0198c0de-0000-7000-8000-000000000000',
  title: 'Odessa & <the> "sea"',
  date: 'November 21, 2026',
  description: 'Told by Grandmother',
  language: 'en-US',
  engine: 'pocketsphinx',
  kind: 'video',
  durationMs: 200_000,
  talks,
})
const nasty = 'a < b && c > d --> "e" ]]> \u0007\ud800 *bold* <v Mallory>'
const persian = 'مادربزرگ گفت: سلام، دنیا!'
const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
const everything = documentOf(
  talk('Elena', 1_234, 4_567, 'We came to Odessa.'),
  talk('', 5_000, 30_000, long),
  talk('رضا', 61_000, 64_000, persian),
  talk('Tom & <Jerry>', 125_000, 125_000, nasty),
)

const cueTime = /^(\d{2,}):([0-5]\d):([0-5]\d)[.,](\d{3}) --> (\d{2,}):([0-5]\d):([0-5]\d)[.,](\d{3})$/
const msOf = (parts: (string | undefined)[]) => {
  const [hours = 0, minutes = 0, seconds = 0, ms = 0] = parts.map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms
}

describe.each([
  ['SubRip', toSrt, ','],
  ['WebVTT', toVtt, '.'],
] as const)('%s', (name, write, point) => {
  const blocks = write(everything).trimEnd().split('\n\n')
  const cues = (name === 'WebVTT' ? blocks.slice(1) : blocks).map((block) => block.split('\n'))

  test('has cues whose times are written as the format wants them, rise and do not end before they begin', () => {
    let last = 0
    for (const cue of cues) {
      const times = cue[name === 'WebVTT' ? 0 : 1] ?? ''
      const parts = cueTime.exec(times)
      expect(parts, times).not.toBeNull()
      expect(times.includes(point)).toBe(true)
      const [start, end] = [msOf(parts?.slice(1, 5) ?? []), msOf(parts?.slice(5, 9) ?? [])]
      expect(start).toBeGreaterThanOrEqual(last)
      expect(end).toBeGreaterThan(start)
      last = start
    }
    expect(cues.length).toBeGreaterThan(5)
  })

  test('shows no more at a time than can be read', () => {
    for (const cue of cues.filter((lines) => lines.join('').includes('word'))) {
      expect((cue.at(-1) ?? '').length).toBeLessThanOrEqual(84)
    }
  })

  test('never lets what was said end a cue or begin a time', () => {
    const payloads = cues.map((cue) => cue.slice(name === 'WebVTT' ? 1 : 2).join('\n'))
    expect(payloads.filter((payload) => payload.includes('-->'))).toEqual([])
    expect(payloads.some((payload) => payload === '')).toBe(false)
  })
})

test('SubRip counts its cues from 1, and names who speaks', () => {
  const srt = toSrt(everything)
  expect(srt).toMatch(/^1\n00:00:01,234 --> 00:00:04,567\nElena: We came to Odessa\.\n\n2\n/)
  expect(srt).toContain(persian)
})

test('WebVTT begins as it must, marks voices, and escapes what was said', () => {
  const vtt = toVtt(everything)
  expect(vtt).toMatch(/^WEBVTT\n\n00:00:01\.234 --> 00:00:04\.567\n<v Elena>We came to Odessa\.\n/)
  expect(vtt).toContain('<v Tom &amp; &lt;Jerry&gt;>')
  expect(vtt.match(/<(?!v )/g)).toBeNull()
})

test('text and Markdown read like a conversation; Markdown takes nothing said for markup', () => {
  expect(toTxt(everything)).toContain('Elena (0:00:01)\nWe came to Odessa.\n\n(0:00:05)\nword0')
  const markdown = toMarkdown(documentOf(talk('A_b', 0, 1, '# no title'), talk('', 1, 2, '1. and *this*')))
  expect(markdown).toContain('**A\\_b** (0:00:00)\n\n\\# no title')
  expect(markdown).toContain('1\\. and \\*this\\*')
})

test('JSON holds every word with its times', () => {
  const parsed = JSON.parse(toJson(everything))
  expect(parsed).toMatchObject({ format: 'kinora-transcript', version: 1, language: 'en-US' })
  expect(parsed.talks[0].words[0]).toMatchObject({ text: 'We', startMs: 1_234 })
})

test('OHMS XML is well formed and says where each minute begins', () => {
  const xml = toOhms(everything)

  expect(xmlComplaints(xml)).toEqual([])
  expect(xml).toContain('xmlns="https://www.weareavp.com/nunncenter/ohms"')
  const lines = /<transcript>([^<]*)<\/transcript>/.exec(xml)?.[1]?.split('\n') ?? []
  const marks = /<sync>1:\|([^<]*)<\/sync>/.exec(xml)?.[1]?.split('|') ?? []
  const begins = marks.map((mark) => {
    const [, line, word] = /^(\d+)\((\d+)\)$/.exec(mark) ?? []
    return lines[Number(line) - 1]?.split(' ')[Number(word) - 1]
  })
  expect(begins).toEqual([tokensOf(persian)[0], 'a'])
})

test('what is written without spaces has none in a file either, and OHMS still finds its minutes', () => {
  const year = '1956年4月に母は北京へ行った。'
  const japanese = documentOf(
    talk('田中', 0, 4_000, year),
    talk('', 59_000, 63_000, `${year}それから戻った。`),
  )
  for (const file of [toSrt, toVtt, toOhms].map((write) => write(japanese))) expect(file).toContain(year)

  const xml = toOhms(japanese)
  expect(xml).toContain(`\n\n${year}それから戻った。`)
  expect(xml).toContain('<sync>1:|3(1)</sync>')
})

test('TEI is well formed; every utterance points to a time and to a person that are there', () => {
  const xml = toTei(everything)

  expect(xmlComplaints(xml)).toEqual([])
  const ids = new Set([...xml.matchAll(/xml:id="([^"]+)"/g)].map(([, id]) => id))
  const pointers = [...xml.matchAll(/(?:who|start|end|since|origin)="#([^"]+)"/g)].map(([, id]) => id)
  expect(pointers.length).toBeGreaterThan(8)
  expect(pointers.filter((id) => !ids.has(id))).toEqual([])
  expect(xml).toContain(`<u who="#speaker-2" start="#t61000" end="#t64000">${persian}</u>`)
})

test('TEI names every language, and says of an utterance which one it is in where that is not the transcript’s', () => {
  const xml = toTei(
    documentOf(
      talk('', 0, 1_000, 'We left.'),
      talk('', 1_000, 2_000, 'Um acht Uhr fuhr er.', 'de-DE'),
      talk('', 2_000, 3_000, 'Hm.', null),
      talk('', 3_000, 4_000, 'Ja.', 'de-DE'),
    ),
  )

  expect(xmlComplaints(xml)).toEqual([])
  expect([...xml.matchAll(/<language ident="([^"]+)">/g)].map(([, tag]) => tag)).toEqual(['en-US', 'de-DE'])
  const said = [...xml.matchAll(/<u [^>]*?(?:xml:lang="([^"]*)")?>([^<]*)</g)]
  expect(said.map(([, tag, text]) => [text, tag])).toEqual([
    ['We left.', undefined],
    ['Um acht Uhr fuhr er.', 'de-DE'],
    ['Hm.', undefined],
    ['Ja.', 'de-DE'],
  ])
})

test('an empty transcript is a valid file in every format', () => {
  const empty = documentOf()
  expect(toVtt(empty)).toBe('WEBVTT\n')
  expect(toSrt(empty)).toBe('')
  expect(xmlComplaints(toTei(empty))).toEqual([])
  expect(xmlComplaints(toOhms(empty))).toEqual([])
})
