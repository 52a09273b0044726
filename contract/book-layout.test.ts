import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOutBook } from '#contract/book-layout.ts'
import {
  type BookMaterial,
  lettersPerPage,
  type StoryMaterial,
  type ToldLine,
} from '#contract/book-material.ts'
import { pageEdit } from '#contract/book-pages.ts'
import { limits } from '#contract/limits.ts'
import { tokensOf } from '#contract/transcript-words.ts'

const recordingId = '01970000-0000-7000-8000-000000000001'
const storyId = '01970000-0000-7000-8000-000000000002'

/** A line whose words take 400 ms each. */
function line(text: string, startMs = 0, speaker = 'Elena', reading: string | null = null): ToldLine {
  const words = tokensOf(text).map((word, at) => ({
    text: word,
    startMs: startMs + at * 400,
    endMs: startMs + at * 400 + 350,
    confidence: 0.9,
    heard: true,
  }))
  return {
    recordingId,
    voice: speaker,
    speaker,
    words,
    reading,
    language: 'en',
    startMs,
    endMs: words.at(-1)?.endMs ?? startMs,
  }
}

function story(given: Partial<StoryMaterial> = {}): StoryMaterial {
  return {
    id: storyId,
    title: 'The harbour dance',
    description: '',
    date: 'May 4, 2026',
    lines: [],
    entries: [],
    pictures: [],
    ...given,
  }
}

function book(stories: StoryMaterial[], given: Partial<BookMaterial> = {}): BookMaterial {
  return {
    title: 'Elena’s book',
    description: 'For Mila',
    coverPictureId: null,
    isCoverDrawn: false,
    stories,
    ...given,
  }
}

const passagesIn = (material: BookMaterial) =>
  layOutBook(material).flatMap(({ content }) => (content.kind === 'text' ? content.passages : []))

test('a book has a cover, a dedication, a chapter for each story and a closing page', () => {
  const pages = layOutBook(book([story({ lines: [line('We danced until morning.')] })]))

  expect(pages.map(({ content }) => content.kind)).toEqual([
    'cover',
    'dedication',
    'chapter',
    'text',
    'closing',
  ])
  expect(pages[0]?.content).toMatchObject({ title: 'Elena’s book', subtitle: 'Elena' })
  expect(pages[1]?.content).toMatchObject({ text: 'For Mila' })
  expect(pages[2]).toMatchObject({
    storyId,
    content: { title: 'The harbour dance', subtitle: 'Elena · May 4, 2026' },
  })
  expect(pages.at(-1)?.content).toMatchObject({ text: 'Told by Elena' })
})

test('the cover shows the picture chosen for it, else the first one of the stories', () => {
  const [kitchen, boat, chosen] = ['k', 'b', 'c']
  const stories = [
    story({}),
    story({
      pictures: [
        { id: kitchen, caption: '' },
        { id: boat, caption: '' },
      ],
    }),
  ]
  const coverOf = (material: BookMaterial) => layOutBook(material)[0]?.content

  expect(coverOf(book(stories))).toMatchObject({ kind: 'cover', pictureId: kitchen })
  expect(coverOf(book(stories, { coverPictureId: chosen }))).toMatchObject({ pictureId: chosen })
  expect(coverOf(book([story({})]))).toMatchObject({ pictureId: null })
})

test('a passage reads well, keeps what was said word for word, and knows where to hear it', () => {
  const [passage] = passagesIn(
    book([story({ lines: [line('um we we, we danced, uh, until morning.', 5_000)] })]),
  )

  expect(passage).toMatchObject({
    text: 'We we danced, until morning.',
    verbatim: 'um we we, we danced, uh, until morning.',
    voice: { recordingId, startMs: 5_000, endMs: 8_150 },
  })
})

test('a hesitation left alone behind a long line makes no passage without words', () => {
  const told = `${'We danced until morning and nobody went home. '.repeat(14)}um`

  const texts = passagesIn(book([story({ lines: [line(told)] })])).map(({ text }) => text)

  expect(texts).toHaveLength(1)
  expect(texts).not.toContain('')
})

test('what somebody wrote to be read stands in place of the words', () => {
  const [passage] = passagesIn(
    book([story({ lines: [line('we danced', 0, 'Elena', 'We danced all night.')] })]),
  )
  expect(passage).toMatchObject({ text: 'We danced all night.', verbatim: 'we danced' })
})

test('a long text that somebody wrote to be read is told whole, in passages that end with a sentence', () => {
  const sentence = 'We danced all night, and nobody thought of going home before the boats came in.'
  const reading = Array.from({ length: 60 }, () => sentence).join(' ')
  const passages = passagesIn(book([story({ lines: [line('we danced', 0, 'Elena', reading)] })]))

  expect(passages.map(({ text }) => text).join(' ')).toBe(reading)
  expect(passages.every(({ text }) => text.length < lettersPerPage && text.endsWith('.'))).toBe(true)
  expect(passages.map(({ speaker }) => speaker).filter(Boolean)).toEqual(['Elena'])
  expect(passages.map(({ voice, verbatim }) => [voice !== null, verbatim])).toEqual([
    [true, 'we danced'],
    ...passages.slice(1).map(() => [false, null]),
  ])
})

test('what an unnamed voice says and what somebody wrote does not stand below the name of another', () => {
  const told = [
    line('I begin before anybody.', 0, ''),
    line('We lived near the harbour.', 10_000),
    { ...line('I never liked that harbour.', 20_000, ''), voice: 'talk 2' },
    { ...line('Nor did I.', 25_000, ''), voice: 'talk 3' },
    { ...line('Where was it?', 30_000, ''), voice: 'talk 2' },
    line('By the mill.', 40_000),
  ]
  const passages = passagesIn(book([story({ lines: told, entries: ['The mill burned down in 1931.'] })]))
  expect(passages.map(({ speaker, text }) => [speaker, text])).toEqual([
    ['', 'I begin before anybody.'],
    ['Elena', 'We lived near the harbour.'],
    ['Another voice', 'I never liked that harbour.'],
    ['Another voice', 'Nor did I.'],
    ['', 'Where was it?'],
    ['Elena', 'By the mill.'],
    ['A note', 'The mill burned down in 1931.'],
  ])
})

test('lines of one speaker that follow closely are one paragraph; a pause or another speaker begins the next', () => {
  const lines = [
    line('We danced.', 0),
    line('Until morning.', 1_000),
    line('Then it rained.', 60_000),
    line('Did you mind?', 70_000, 'Mila'),
    line('Nobody minded.', 75_000),
  ]
  expect(
    passagesIn(book([story({ lines })])).map(({ kind, speaker, text }) => [kind, speaker, text]),
  ).toEqual([
    ['words', 'Elena', 'We danced. Until morning.'],
    ['words', '', 'Then it rained.'],
    ['question', 'Mila', 'Did you mind?'],
    ['words', 'Elena', 'Nobody minded.'],
  ])
})

test('what the teller asks is told, and is no question of an interviewer', () => {
  const lines = [
    line('And who do you think came through the door that night?', 0),
    line('No idea.', 9_000, 'Mila'),
  ]
  expect(passagesIn(book([story({ lines })]))[0]).toMatchObject({ kind: 'words' })
})

test('journal entries become passages without a voice, a paragraph each', () => {
  const passages = passagesIn(book([story({ entries: ['First day.\n\nSecond day.'] })]))

  expect(passages.map(({ text }) => text)).toEqual(['First day.', 'Second day.'])
  expect(passages.every(({ voice, verbatim }) => voice === null && verbatim === null)).toBe(true)
})

test.each([
  ['after its sentences', '私は一九五六年の冬に母とオデッサへ来ました。'],
  ['between its words where it has no sentences', 'เรามาถึงโอเดสซาในฤดูหนาวกับแม่ของเรา'],
])('an entry in a script without spaces is cut %s, and stays as it was written', (_, sentence) => {
  const entry = sentence.repeat(80)
  const texts = passagesIn(book([story({ entries: [entry] })])).map(({ text }) => text)

  expect(texts.length).toBeGreaterThan(1)
  expect(texts.join('')).toBe(entry)
  const words = new Set(tokensOf(sentence))
  for (const text of texts) {
    if (sentence.endsWith('。')) expect(text).toMatch(/。$/)
    expect(words).toContain(tokensOf(text).at(-1))
  }
})

test('a word that fills more than a page is cut, and no sign of it in two', () => {
  const word = `x${'𠮷'.repeat(1_500)}`
  const texts = passagesIn(book([story({ entries: [word, `Yes.\n${'👩‍👩‍👧 '.repeat(300)}`] })])).map(
    ({ text }) => text,
  )

  expect(texts.join('')).toContain(word)
  expect(texts.every((text) => text !== '' && text.isWellFormed() && text.length <= lettersPerPage)).toBe(
    true,
  )
})

test.each(['痛かったですか？', 'هل كنت هناك؟', 'Did you mind?'])(
  '“%s” is a question of who only asks',
  (asked) => {
    const told = line('We danced until morning, and in the evening we came back and danced again.')
    const lines = [told, line(asked, 20_000, 'Mila')]
    expect(passagesIn(book([story({ lines })])).map(({ kind }) => kind)).toEqual(['words', 'question'])
  },
)

test('the first picture opens the chapter, the others stand between its pages', () => {
  const pictures = ['1', '2', '3'].map((last) => ({
    id: recordingId.slice(0, -1) + last,
    caption: `Picture ${last}`,
  }))
  const lines = Array.from({ length: 40 }, (_, at) =>
    line('We lived by the harbour then. '.repeat(8), at * 40_000),
  )
  const pages = layOutBook(book([story({ lines, pictures })]))
  const kinds = pages.map(({ content }) => content.kind)

  expect(pages[2]?.content).toMatchObject({ kind: 'chapter', pictureId: pictures[0]?.id })
  expect(kinds.filter((kind) => kind === 'photo')).toHaveLength(2)
  expect(kinds.indexOf('photo')).toBeGreaterThan(3)
  expect(kinds.at(-2)).toBe('text')
})

test('every third page of text has a whole sentence of the teller set large, and it can be heard', () => {
  const sentence = 'My father carried me on his shoulders through the whole crowd at the harbour.'
  const lines = Array.from({ length: 30 }, (_, at) => line(`${sentence} `.repeat(4), at * 30_000))
  const quotes = passagesIn(book([story({ lines })])).filter(({ kind }) => kind === 'quote')

  expect(quotes.length).toBeGreaterThan(0)
  expect(quotes[0]).toMatchObject({ text: sentence, voice: { recordingId } })
})

test('a sentence that runs on over several lines is set large whole or not at all', () => {
  const lines = Array.from({ length: 60 }, (_, at) => [
    line('My father carried me on his shoulders', at * 12_000),
    line('through the crowd and we came to the harbour in the evening.', at * 12_000 + 3_000),
  ]).flat()
  const quotes = passagesIn(book([story({ lines })])).filter(({ kind }) => kind === 'quote')

  expect(quotes.length).toBeGreaterThan(0)
  for (const { text, voice } of quotes) {
    expect(text).toBe(
      'My father carried me on his shoulders through the crowd and we came to the harbour in the evening.',
    )
    expect((voice?.startMs ?? -1) % 12_000).toBe(0)
  }
})

const said = fc.lorem({ maxCount: 40, mode: 'sentences' })
const anyLines = fc.array(
  fc.record({ text: said, speaker: fc.constantFrom('Elena', 'Mila', ''), pause: fc.nat(9_000) }),
  {
    maxLength: 30,
  },
)

function linesOf(given: { text: string; speaker: string; pause: number }[]): ToldLine[] {
  let at = 0
  return given.map(({ text, speaker, pause }) => {
    const told = line(text, at + pause, speaker)
    at = told.endMs
    return told
  })
}

test('no word is lost, none is told twice, and the order is the order in which they were said', () => {
  fc.assert(
    fc.property(anyLines, (given) => {
      const lines = linesOf(given)
      const told = passagesIn(book([story({ lines })])).filter(({ kind }) => kind !== 'quote')

      expect(told.map(({ verbatim }) => verbatim).join(' ')).toBe(
        lines.flatMap(({ words }) => words.map(({ text }) => text)).join(' '),
      )
      const times = told.flatMap(({ voice }) => (voice ? [voice.startMs, voice.endMs] : []))
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }),
  )
})

test('every page holds what fits on it, whatever it is made of', () => {
  fc.assert(
    fc.property(
      anyLines,
      fc.array(fc.string({ unit: 'grapheme', maxLength: 5_000 }), { maxLength: 5 }),
      (given, entries) => {
        const pages = layOutBook(book([story({ lines: linesOf(given), entries })]))
        for (const { content } of pages) {
          if (content.kind !== 'text') continue
          expect(content.passages.length).toBeGreaterThan(0)
          const words = content.passages.filter(({ kind }) => kind !== 'quote')
          const letters = words.reduce((sum, { text }) => sum + text.length, 0)
          expect(letters).toBeLessThanOrEqual(lettersPerPage)
        }
      },
    ),
  )
})

test('the same material gives the same pages', () => {
  fc.assert(
    fc.property(anyLines, (given) => {
      const material = book([story({ lines: linesOf(given) })])
      expect(layOutBook(material)).toEqual(layOutBook(structuredClone(material)))
    }),
  )
})

test('who only asks is told from who tells, also while nobody has said their names', () => {
  const lines = [
    { ...line('We danced until morning.', 0, ''), voice: '1' },
    { ...line('Did you mind?', 20_000, ''), voice: '2' },
  ]
  expect(passagesIn(book([story({ lines })])).map(({ kind }) => kind)).toEqual(['words', 'question'])
})

test('every page that is laid out can be saved, however long names, dates and the dedication are', () => {
  const tellers = ['Anna', 'Berta', 'Clara', 'Dora'].map((name) => name.padEnd(limits.speakerName, 'a'))
  const lines = tellers.map((teller, at) => line('Wir haben getanzt.', at * 9_000, teller))
  const pages = layOutBook(
    book([story({ lines, date: 'May '.repeat(50).trim() })], { description: 'x'.repeat(limits.description) }),
  ).map(({ content }) => content)

  for (const content of pages.filter(({ kind }) => kind !== 'text')) {
    expect(pageEdit.safeParse(content).error).toBeUndefined()
  }
  const [cover] = pages
  expect(cover).toMatchObject({ subtitle: tellers[0] })
})
