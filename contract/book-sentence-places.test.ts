import { describe, expect, test } from 'vitest'
import { joinedText, piecesOf, placesOf, stretchesOf, verbatimOf } from '#contract/book-sentence-places.ts'
import type { RestingPlace } from '#contract/book-sentences.ts'

const place = (startMs: number, endMs: number, text = `${startMs}`, lineId = 'line'): RestingPlace => ({
  lineId,
  startMs,
  endMs,
  text,
})
const sentence = (text: string, ...spans: RestingPlace[]) => ({ text, spans })

describe('a paragraph that was written', () => {
  const [first, second, third] = ['We came.', 'It snowed.', 'We came.'].map((text) =>
    sentence(text, place(0, 1)),
  )
  const sentences = [first, second, third].flatMap((one) => one ?? [])
  const pieces = (text: string) =>
    piecesOf(text, sentences).map((piece) => [piece.text, sentences.indexOf(piece.sentence as never)])

  test('is its sentences, as long as nobody has changed it', () => {
    expect(pieces('We came. It snowed. We came.')).toEqual([
      ['We came.', 0],
      [' ', -1],
      ['It snowed.', 1],
      [' ', -1],
      ['We came.', 2],
    ])
    expect(joinedText(sentences)).toBe('We came. It snowed. We came.')
  })

  test('has sentences that rest on nothing where somebody wrote them, before, between and behind', () => {
    expect(pieces('Then: We came. It rained. We came. So it was.')).toEqual([
      ['Then: ', -1],
      ['We came.', 0],
      [' It rained. ', -1],
      ['We came.', 2],
      [' So it was.', -1],
    ])
    expect(pieces('Nothing of it.')).toEqual([['Nothing of it.', -1]])
    expect(pieces('It snowed.')).toEqual([['It snowed.', 1]])
    expect(pieces('')).toEqual([])
  })

  test.each([
    'We came. It snowed. We came.',
    'It snowed, It snowed. and more',
    'We came. We came. It snowed.',
  ])('“%s” is whole in its pieces', (text) => {
    expect(
      piecesOf(text, sentences)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })
})

describe('a paragraph that somebody changed', () => {
  const sentencesIn = (text: string, written: readonly string[]) => {
    const sentences = written.map((words) => sentence(words, place(0, 1)))
    return piecesOf(text, sentences).flatMap((piece) =>
      piece.sentence ? sentences.indexOf(piece.sentence) : [],
    )
  }

  test('keeps what follows a sentence that was taken out and stands again later', () => {
    expect(sentencesIn('It snowed. We came.', ['We came.', 'It snowed.', 'We came.'])).toEqual([1, 2])
    expect(sentencesIn('Yes. We left. Yes.', ['Yes.', 'We came.', 'Yes.', 'We left.', 'Yes.'])).toEqual([
      0, 3, 4,
    ])
  })

  test.each([
    ['5 children were born.', '15 children were born.'],
    ['200 people came.', '1,200 people came.'],
    ['We came to Graz', 'We came to Grazerberg.'],
    ['éclairs were sold.', 'Réclairs were sold.'],
  ])('no longer has “%s” where it says “%s”', (written, changed) => {
    expect(sentencesIn(changed, [written])).toEqual([])
  })

  test('has a sentence at the place where it stands by itself', () => {
    expect(sentencesIn('15 goats. 5 goats.', ['5 goats.'])).toEqual([0])
    expect(sentencesIn('\u0301a was sung. It ended', ['\u0301a was sung.', 'It ended'])).toEqual([0, 1])
    expect(sentencesIn('我们来了下雪了', ['我们来了', '下雪了'])).toEqual([0, 1])
  })
})

describe('the words behind sentences', () => {
  test('stand in the order in which they were said, and once, however many rest on them', () => {
    const shared = place(5_000, 6_000, 'in winter')
    const sentences = [
      sentence('Winter.', shared, place(9_000, 9_500, 'to Odesa')),
      sentence('We.', place(100, 900, 'we came'), shared),
    ]
    expect(placesOf(sentences).map(({ startMs }) => startMs)).toEqual([100, 5_000, 9_000])
    expect(verbatimOf(sentences)).toBe('we came in winter to Odesa')
  })

  test('are told once where one place lies in another, whichever comes first', () => {
    const [long, short, tail] = [place(0, 900, 'we came home'), place(0, 300, 'we'), place(600, 900, 'home')]
    for (const spans of [
      [long, short, tail],
      [tail, short, long],
    ]) {
      expect(verbatimOf([sentence('Home.', ...spans)])).toBe('we came home')
    }
    const elsewhere = place(0, 300, 'yes', 'another line')
    expect(verbatimOf([sentence('Home.', long, elsewhere)])).toBe('we came home yes')
  })
})

describe('what is played for a sentence', () => {
  test('is its places in the order they were said, those close together in one go', () => {
    expect(
      stretchesOf([place(5_000, 6_000), place(0, 1_000), place(7_200, 8_000), place(9_201, 9_300)]),
    ).toEqual([
      { startMs: 0, endMs: 1_000 },
      { startMs: 5_000, endMs: 8_000 },
      { startMs: 9_201, endMs: 9_300 },
    ])
    expect(stretchesOf([place(0, 5_000), place(1_000, 2_000)])).toEqual([{ startMs: 0, endMs: 5_000 }])
    expect(stretchesOf([])).toEqual([])
  })
})
