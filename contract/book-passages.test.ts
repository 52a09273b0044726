import { describe, expect, test } from 'vitest'
import { layOutBook, layOutStory, tellersOf } from '#contract/book-layout.ts'
import {
  type BookMaterial,
  lettersPerPage,
  type PassageDraft,
  type StoryMaterial,
  type ToldLine,
} from '#contract/book-material.ts'
import { mainTeller, passagesOf } from '#contract/book-passages.ts'
import { pullQuote } from '#contract/book-quotes.ts'
import type { RestingPlace } from '#contract/book-sentences.ts'
import { tokensOf } from '#contract/transcript-words.ts'

const recordingId = 'first'

/** A line whose words take 400 ms each. */
function line(text: string, startMs = 0, given: Partial<ToldLine> = {}): ToldLine {
  const words = tokensOf(text).map((word, at) => ({
    text: word,
    startMs: startMs + at * 400,
    endMs: startMs + at * 400 + 350,
    confidence: 0.9,
    heard: true,
  }))
  const endMs = words.at(-1)?.endMs ?? startMs
  return {
    recordingId,
    voice: 'Elena',
    speaker: 'Elena',
    words,
    reading: null,
    language: 'en',
    startMs,
    endMs,
    ...given,
  }
}
const mila = { voice: 'Mila', speaker: 'Mila' }

const story = (given: Partial<StoryMaterial>): StoryMaterial => ({
  id: 'story',
  title: 'The harbour dance',
  description: '',
  date: 'May 4, 2026',
  lines: [],
  entries: [],
  pictures: [],
  ...given,
})
const textsOf = (given: Partial<StoryMaterial>) => passagesOf(story(given)).map(({ text }) => text)

describe('a paragraph', () => {
  test('goes on until somebody has been silent for four seconds after their last word', () => {
    const first = line('We danced until the morning came.')
    const withPause = (ms: number) => textsOf({ lines: [first, line('Then it rained.', first.endMs + ms)] })

    expect(withPause(3_999)).toEqual(['We danced until the morning came. Then it rained.'])
    expect(withPause(4_000)).toEqual(['We danced until the morning came.', 'Then it rained.'])
  })

  test('goes on neither in another recording nor with a text that somebody wrote', () => {
    const lines = [line('We danced.'), line('It rained.', 1_000, { recordingId: 'second' })]
    expect(textsOf({ lines })).toHaveLength(2)
    expect(
      textsOf({ lines: [line('we danced', 0, { reading: 'We danced.' }), line('It rained.', 1_000)] }),
    ).toHaveLength(2)
    expect(
      textsOf({ lines: [line('We danced.'), line('it rained', 1_000, { reading: 'It rained.' })] }),
    ).toHaveLength(2)
  })

  test('ends with the first sentence after it has become long, each time anew', () => {
    const sentence = 'We lived by the harbour and heard the boats come in at night.'
    const texts = textsOf({ lines: [line(Array.from({ length: 40 }, () => sentence).join(' '))] })

    expect(texts.join(' ')).toBe(Array.from({ length: 40 }, () => sentence).join(' '))
    expect(texts.length).toBeGreaterThan(3)
    for (const text of texts.slice(0, -1)) {
      expect(text.endsWith('.') && text.length > 540 && text.length < 700).toBe(true)
    }
  })

  test('in which nobody ends a sentence is cut before it fills a page', () => {
    const passages = passagesOf(story({ lines: [line('and then '.repeat(390))] }))
    expect(passages.map(({ text }) => text.length > 1_000 && text.length < lettersPerPage)).toEqual([
      true,
      true,
      true,
    ])
    expect(passages.every(({ voice, verbatim }) => voice && verbatim)).toBe(true)
  })

  test('without words is none', () => expect(textsOf({ lines: [line('')] })).toEqual([]))

  test('that somebody wrote over a line whose words were taken out stands, though nothing of it is heard', () => {
    const lines = [line('We danced.'), line('', 1_000, { reading: 'Until morning.' })]
    expect(passagesOf(story({ lines }))[1]).toMatchObject({
      text: 'Until morning.',
      verbatim: null,
      voice: null,
    })
  })

  test('in which nothing is left to read is none, and parts nothing', () => {
    const lines = [
      line('We danced', 0),
      line('Hmm.', 900, mila),
      line('until morning.', 1_000),
      line('Tell me more.', 30_000, { ...mila, reading: '' }),
    ]
    expect(passagesOf(story({ lines })).map(({ speaker, text }) => [speaker, text])).toEqual([
      ['Elena', 'We danced until morning.'],
    ])
  })

  test('that was written is cut after a sentence where it is long, and is not where it is short', () => {
    const short = 'We came. It snowed. Nobody met us.'
    expect(textsOf({ entries: [`  ${short}  \n \n Later.`] })).toEqual([short, 'Later.'])

    const sentence = 'We lived by the harbour and heard the boats come in at night.'
    const entry = Array.from({ length: 30 }, () => sentence).join(' ')
    const texts = textsOf({ entries: [entry] })
    expect(texts.join(' ')).toBe(entry)
    expect(texts[0]?.length).toBeGreaterThan(lettersPerPage / 2)
    expect(texts.every((text) => text.endsWith('.') && text.length < lettersPerPage)).toBe(true)

    const endless = textsOf({ entries: ['word '.repeat(500)] })
    expect(endless.every((text) => text.length <= lettersPerPage - 100)).toBe(true)
    expect(endless[0]?.length).toBe(lettersPerPage - 101)
  })
})

describe('a chapter that was written and accepted', () => {
  const place = (startMs: number, text: string): RestingPlace => ({
    lineId: 'line',
    startMs,
    endMs: startMs + 900,
    text,
  })
  const sentence = (text: string, ...spans: RestingPlace[]) => ({ text, spans })

  test('stands in place of the lines, and is heard from its first place to its last', () => {
    const sentences = [
      sentence('We came in winter.', place(8_000, 'in the winter')),
      sentence('My mother waited.', place(2_000, 'mother waited'), place(9_500, 'she did')),
    ]
    const written = [{ recordingId, speaker: 'Elena', sentences }]
    expect(passagesOf(story({ lines: [line('We danced.')], written }))).toEqual([
      {
        kind: 'words',
        speaker: 'Elena',
        text: 'We came in winter. My mother waited.',
        verbatim: 'mother waited in the winter she did',
        voice: { recordingId, startMs: 2_000, endMs: 10_400 },
        sentences,
      },
    ])
  })

  test('is divided between sentences where a paragraph becomes long', () => {
    const sentences = Array.from({ length: 9 }, (_, index) =>
      sentence('x'.repeat(199), place(index * 1_000, `${index}`)),
    )
    const passages = passagesOf(story({ written: [{ recordingId, speaker: 'Elena', sentences }] }))

    expect(passages.map(({ sentences: own }) => own?.length)).toEqual([3, 3, 3])
    expect(passages.map(({ speaker }) => speaker)).toEqual(['Elena', '', ''])
  })
})

describe('who tells', () => {
  test('is the voice that says most, in how many lines ever', () => {
    const lines = [
      line('We danced until morning.'),
      line('Did', 0, mila),
      line('you', 0, mila),
      line('mind?', 0, mila),
    ]
    expect(mainTeller(lines)).toBe('Elena')
    expect(mainTeller([...lines, line('No, but really?', 0, mila)])).toBe('Mila')
    expect(mainTeller([])).toBe('')
  })

  test('are all who say a fifth or more, whoever says most first, and nobody without a name', () => {
    const words = (count: number) => 'word '.repeat(count)
    const told = (given: Record<string, number>) =>
      tellersOf([
        story({ lines: Object.entries(given).map(([speaker, count]) => line(words(count), 0, { speaker })) }),
      ])

    expect(told({ Mila: 20, Elena: 80 })).toEqual(['Elena', 'Mila'])
    expect(told({ Mila: 19, Elena: 81 })).toEqual(['Elena'])
    expect(told({ Mila: 20, Elena: 80, '': 500 })).toEqual(['Elena', 'Mila'])
    expect(told({})).toEqual([])
  })
})

describe('a sentence that is set large', () => {
  const own = 'My father carried me on his shoulders through the whole crowd at the harbour.'
  const plain = 'The boats came in at night and left again before anybody else was awake there.'
  const quoteOf = (lines: ToldLine[], onPage = passagesOf(story({ lines }))): string | null =>
    pullQuote(onPage, story({ lines }))?.text ?? null

  test('is of the teller’s own life rather than another, and does not lean on what was said before', () => {
    expect(quoteOf([line(`${plain} ${own}`)])).toBe(own)
    expect(quoteOf([line(`And ${own} ${plain.replace('The', 'Our')}`)])).toBe(plain.replace('The', 'Our'))
  })

  test('is, of two as good, the one nearer to what is read at one glance', () => {
    const of = (letters: number) => `I ${'x'.repeat(letters - 3)}.`
    expect(quoteOf([line(`${of(50)} ${of(95)} ${of(150)}`)])).toBe(of(95))
    expect(quoteOf([line(`${of(150)} ${of(60)}`)])).toBe(of(60))
  })

  test('ends with its recording', () => {
    const unfinished = line('My father carried me on his shoulders', 0)
    const next = line('through the whole crowd at the harbour in the evening.', 0, { recordingId: 'second' })
    expect(quoteOf([unfinished, next])).toBe('Through the whole crowd at the harbour in the evening.')
    expect(quoteOf([{ ...unfinished, reading: 'He carried me.' }, next])).toBe(
      'Through the whole crowd at the harbour in the evening.',
    )
  })

  test('is neither too short nor too long nor a question', () => {
    const of = (letters: number) => `I ${'x'.repeat(letters - 3)}.`
    expect([40, 160].map((letters) => quoteOf([line(of(letters))]))).toEqual([of(40), of(160)])
    expect([39, 161].map((letters) => quoteOf([line(of(letters))]))).toEqual([null, null])
    expect(quoteOf([line(own.replace('.', '?'))])).toBeNull()
  })

  test('is of this page, of this recording and of the teller', () => {
    const [first, second] = [line(own), line(plain, 60_000)]
    const [one, other] = passagesOf(story({ lines: [first, second] }))
    const quotes = [one, other].map((passage) => passage && quoteOf([first, second], [passage]))
    expect(quotes).toEqual([own, plain])

    const elsewhere = { ...second, recordingId: 'second', words: line(plain).words }
    expect(quoteOf([first, elsewhere], passagesOf(story({ lines: [elsewhere] })))).toBe(plain)
    expect(quoteOf([first, line(`${own} ${own}`, 60_000, mila)], [one as PassageDraft])).toBeNull()
    expect(quoteOf([line(own, 0, { reading: 'He carried me.' })])).toBeNull()
  })

  test('is never made of words that somebody wrote a text over', () => {
    const lines = [line('My father carried me on his shoulders', 0, { reading: 'He carried me.' })]
    const going = line('through the whole crowd, and we came to the harbour.', 3_000)
    expect(quoteOf([...lines, going])).toBeNull()
    expect(quoteOf([...lines, line(`${going.words.map(({ text }) => text).join(' ')} ${own}`, 3_000)])).toBe(
      own,
    )
  })

  test('is one of a written chapter, where that stands in place of what was told, and never what it left out', () => {
    const told = [
      line(own),
      line(plain, 60_000),
      line('We heard the boats, and nobody slept that night.', 90_000, mila),
    ]
    const sentences = told.slice(1).map(({ words, startMs, endMs }) => {
      const text = words.map((word) => word.text).join(' ')
      return { text: text.replace('boats', 'ships'), spans: [{ lineId: 'line', startMs, endMs, text }] }
    })
    const before = { text: 'Yes.', spans: [{ lineId: 'line', startMs: 0, endMs: 350, text: 'My' }] }
    const written = [{ recordingId, speaker: 'Elena', sentences: [before, ...sentences] }]
    const chapter = story({ lines: told, written })

    expect(pullQuote(passagesOf(chapter), chapter)).toEqual({
      kind: 'quote',
      speaker: '',
      text: plain.replace('boats', 'ships'),
      verbatim: plain,
      voice: { recordingId, startMs: 60_000, endMs: told[1]?.endMs },
    })
  })

  test('stands above every third page of a story, which keeps room for it', () => {
    const lines = Array.from({ length: 40 }, (_, at) => line(`${own} ${own} ${own}`, at * 30_000))
    const pages = layOutStory(story({ lines })).flatMap(({ content }) =>
      content.kind === 'text' ? [content.passages] : [],
    )

    expect(pages.length).toBeGreaterThan(6)
    for (const [index, passages] of pages.entries()) {
      const isThird = (index + 1) % 3 === 0
      expect(passages.map(({ kind }) => kind).indexOf('quote')).toBe(isThird ? 0 : -1)
      // A passage of three sentences takes some 290 letters, including the space around it.
      if (index < pages.length - 1)
        expect(passages.filter(({ kind }) => kind === 'words')).toHaveLength(isThird ? 3 : 4)
    }
  })
})

describe('the pages of a book', () => {
  const book = (given: Partial<BookMaterial>): BookMaterial => ({
    title: 'Elena’s book',
    description: '',
    coverPictureId: null,
    isCoverDrawn: false,
    stories: [],
    ...given,
  })

  test('say where a machine drew the cover, and only there', () => {
    const coverOf = (isCoverDrawn: boolean) =>
      layOutBook(book({ coverPictureId: 'c', isCoverDrawn }))[0]?.content
    expect(coverOf(true)).toMatchObject({ isDrawn: true, pictureId: 'c' })
    expect(coverOf(false)).not.toHaveProperty('isDrawn')
  })

  test('end with who told, or simply end', () => {
    const closingOf = (lines: ToldLine[]) => layOutBook(book({ stories: [story({ lines })] })).at(-1)?.content
    expect(closingOf([])).toEqual({ kind: 'closing', text: 'The end' })
    expect(closingOf([line('We danced.'), line('I know.', 0, mila)])).toEqual({
      kind: 'closing',
      text: 'Told by Elena and Mila',
    })
  })

  test('have a chapter without a picture where there is none, and without a date where none is known', () => {
    const [opening] = layOutStory(story({ date: '' }))
    expect(opening?.content).toEqual({
      kind: 'chapter',
      title: 'The harbour dance',
      subtitle: '',
      pictureId: null,
    })
  })

  test('have pictures at even distances between those of text, and behind them where there is none', () => {
    const pictures = ['0', '1', '2'].map((id) => ({ id, caption: '' }))
    const kindsOf = (lines: ToldLine[]) =>
      layOutStory(story({ lines, pictures })).map(({ content }) => content.kind)
    const page = (at: number) => line(`${'word '.repeat(239)}end.`, at * 1_000_000)

    expect(kindsOf([])).toEqual(['chapter', 'photo', 'photo'])
    expect(kindsOf(Array.from({ length: 6 }, (_, at) => page(at)))).toEqual([
      'chapter',
      ...['text', 'text', 'photo', 'text', 'text', 'photo', 'text', 'text'],
    ])
  })
})
