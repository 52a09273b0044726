import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { applyToLine, nameOfSpeaker } from '#contract/transcript-apply.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { spread, textOf, tokensOf } from '#contract/transcript-words.ts'
import { type Find, Finder } from './find-in-lines.ts'
import { historySteps } from './history-words.ts'
import { LineList } from './line-list.ts'
import { intentsOfChoice } from './speaker-choice.ts'
import { namesToOffer, peopleIn } from './speakers.ts'
import { spokenWordAt } from './spoken-word.ts'
import { caretBefore, changeBetween, wordAtCaret, wordEdit } from './word-edit.ts'
import { moveWord, placeOfKey } from './word-keys.ts'

const text = fc
  .array(fc.constantFrom('we', 'came', 'to', 'Odesa.', 'the', 'sea', 'the'), { maxLength: 12 })
  .map((words) => words.join(' '))

describe('typing in a line', () => {
  test('comes to one run of words, whose edit makes exactly the text that was typed', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const line = lineOf('a', before, 0)
        const edit = wordEdit(line.words, after)
        if (edit === null) {
          expect(after).toBe(before)
          return
        }
        const applied = applyToLine({ type: 'replaceWords', lineId: 'a', ...edit }, line, null, 1)
        if (typeof applied === 'string') throw new Error(applied)
        expect(textOf(applied.lines[0]?.words ?? [])).toBe(after)
      }),
    )
  })

  test('tells what others did, put in or took out, by two states of a line: the one made so is the other', () => {
    fc.assert(
      fc.property(text, text, (said, meanwhile) => {
        const [before, after] = [lineOf('a', said, 0).words, lineOf('a', meanwhile, 0).words]
        const change = changeBetween('a', before, after)
        const texts = (words: readonly { text: string }[]) => words.map((word) => word.text)
        const { from, removed, inserted } = change ?? { from: 0, removed: [], inserted: [] }
        expect(texts(before).toSpliced(from, removed.length, ...texts(inserted))).toEqual(texts(after))
        expect(change === null).toBe(said === meanwhile)
      }),
    )
  })

  test('tells what others did by two states of a line, and nothing where they are the same', () => {
    const [before, after] = [lineOf('a', 'we came to Odesa', 0), lineOf('a', 'we sailed down to Odesa', 0)]

    expect(changeBetween('a', before.words, after.words)).toMatchObject({ from: 1, lineId: 'a' })
    expect(changeBetween('a', before.words, before.words)).toBeNull()
  })

  test('knows before which word the cursor stands, and where a word begins', () => {
    const { words } = lineOf('a', 'we came to Odesa', 0)

    const at = (all: readonly { text: string }[], before: string[]) =>
      before.map((typed) => wordAtCaret(all, typed))

    expect(at(words, ['', 'w', 'we ', 'we ca', 'we  came ', 'we came to Odesa'])).toEqual([0, 0, 1, 1, 2, 4])
    const unspaced = ['母', 'は', '1956', '年'].map((word) => ({ text: word }))
    expect(at(unspaced, ['', '母', '母は', '母は1956', '母は1956年'])).toEqual([0, 1, 2, 3, 4])
    // An engine cuts elsewhere than a person would: a space is in a word, and letters that stand together are not one.
    const heard = ['We', 'had', '12 000', 'sheep', 'then'].map((word) => ({ text: word }))
    expect(at(heard, ['We had ', 'We had 12 ', 'We had 12 000 '])).toEqual([2, 2, 3])
    expect(at([{ text: '北' }, { text: '京' }, { text: '。' }], ['', '北', '北京'])).toEqual([0, 1, 2])
    expect([0, 1, 3, 4].map((index) => caretBefore(words, index))).toEqual([0, 3, 11, 16])
  })
})

describe('the word that is being said', () => {
  const lines = [lineOf('a', 'we came to Odesa', 0), lineOf('b', '', 1_000), lineOf('c', 'by the sea', 2_000)]

  test('is the last one that has begun, as if every word had been looked at', () => {
    const all = lines.flatMap((line, at) =>
      line.words.map((word, index) => ({ line: at, word: index, ms: word.startMs })),
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000 }), (ms) => {
        const last = all.findLast((word) => word.ms <= ms)
        expect(spokenWordAt(lines, ms)).toEqual(last ? { line: last.line, word: last.word } : null)
      }),
    )
  })

  test('is none before the first', () => {
    expect(spokenWordAt([lineOf('c', 'by the sea', 2_000)], 1_999)).toBeNull()
    expect(spokenWordAt([], 0)).toBeNull()
  })
})

describe('lines that are read by pages', () => {
  const [a, b, c] = [lineOf('a', 'one', 0), lineOf('b', 'two', 1_000), lineOf('c', 'three', 2_000)]

  test('stay as they were told last, in whatever order pages and changes come', () => {
    const list = new LineList()
    list.addPage([a, b], false)
    list.apply({ version: 4, lines: [{ ...a, version: 4 }], removed: ['b'] })
    list.addPage([a, b, c], true)

    expect(list.lines.map(({ id, version }) => [id, version])).toEqual([
      ['a', 4],
      ['c', 0],
    ])
  })

  test('take nothing in that lies behind what was read, until it is read', () => {
    const list = new LineList()
    list.addPage([a], false)
    list.apply({ version: 4, lines: [{ ...c, version: 4 }], removed: [] })
    expect(list.lines.map(({ id }) => id)).toEqual(['a'])

    list.addPage([b, { ...c, version: 4 }], true)
    expect(list.isComplete).toBe(true)
    list.expectMore()
    expect([list.isComplete, list.cursor]).toEqual([false, c.position])
  })

  test('neither lose nor bring back a line by an older answer that comes late', () => {
    const list = new LineList()
    list.addPage([a, b, c], true)
    list.apply({ version: 3, lines: [{ ...b, version: 3 }], removed: ['c'] })
    list.apply({ version: 2, lines: [{ ...c, version: 2 }], removed: ['b'] })

    expect(list.lines.map(({ id, version }) => [id, version])).toEqual([
      ['a', 0],
      ['b', 3],
    ])
  })

  test('take a line back that was joined and parted again', () => {
    const list = new LineList()
    list.addPage([a, b], true)
    list.apply({ version: 1, lines: [], removed: ['b'] })
    list.apply({ version: 2, lines: [{ ...b, version: 2 }], removed: [] })

    expect(list.lines.map(({ id }) => id)).toEqual(['a', 'b'])
  })
})

describe('finding', () => {
  const lines = [lineOf('a', 'Then we came, then left.', 0), lineOf('b', 'Nobody thence.', 1_000)]
  const find = (given: Partial<Find>) =>
    new Finder({ text: 'then', replacement: 'now', matchCase: false, wholeWords: true, ...given })

  test('tells every place in the order of the talk, with what would stand there', () => {
    expect(find({}).in(lines)).toMatchObject([
      { lineId: 'a', from: 0, to: 1, text: 'now' },
      { lineId: 'a', from: 3, to: 4, text: 'now' },
    ])
    expect(find({ wholeWords: false }).in(lines)).toHaveLength(3)
    expect(find({ matchCase: true }).in(lines)).toHaveLength(1)
    expect(find({ text: 'we came' }).in(lines)).toMatchObject([{ from: 1, to: 3 }])
    expect(find({ text: '  ' }).in(lines)).toEqual([])
  })

  test('tells how many places a replacement has itself', () => {
    expect(find({}).countIn('since then, and then')).toBe(2)
    expect(find({}).countIn('later')).toBe(0)
  })
})

describe('keys', () => {
  const lines = [lineOf('a', 'one two three', 0), lineOf('b', '', 1_000), lineOf('c', 'four', 2_000)]

  test('lead from word to word and from line to line, and nowhere at the ends', () => {
    expect(moveWord(lines, { lineId: 'a', word: 2 }, 'word after')).toEqual({ lineId: 'b', word: 0 })
    expect(moveWord(lines, { lineId: 'b', word: 0 }, 'word before')).toEqual({ lineId: 'a', word: 2 })
    expect(moveWord(lines, { lineId: 'a', word: 2 }, 'line after')).toEqual({ lineId: 'b', word: 0 })
    expect(moveWord(lines, { lineId: 'a', word: 1 }, 'line end')).toEqual({ lineId: 'a', word: 2 })
    expect(moveWord(lines, { lineId: 'a', word: 0 }, 'word before')).toBeNull()
    expect(moveWord(lines, { lineId: 'c', word: 0 }, 'line after')).toBeNull()
  })
})

test('the arrows go with the script', () => {
  expect([placeOfKey('ArrowLeft', false), placeOfKey('ArrowLeft', true)]).toEqual([
    'word before',
    'word after',
  ])
  expect([placeOfKey('End', true), placeOfKey('toString', false)]).toEqual(['line end', null])
})

describe('speakers', () => {
  const speakers = [
    { key: '1', name: 'Ana', mergedInto: null, version: 1 },
    { key: '2', name: '', mergedInto: null, version: 0 },
    { key: '3', name: 'Anna', mergedInto: '1', version: 2 },
  ]

  test('are called by their names, and those who turned out to be one person by one', () => {
    expect(['1', '2', '3', null].map((key) => nameOfSpeaker(key, speakers))).toEqual([
      'Ana',
      'Speaker 2',
      'Ana',
      '',
    ])
    expect(peopleIn(speakers).map(({ key }) => key)).toEqual(['1', '2'])
    const takenBack = { key: newId(), name: '', mergedInto: null, version: 4 }
    expect(peopleIn([...speakers, takenBack]).map(({ key }) => key)).toEqual(['1', '2'])
    expect(namesToOffer(['ana', 'Oksana', 'Oksana ', ''], speakers)).toEqual(['Oksana'])
  })

  test('are renamed or made one everywhere, and exchanged in one line', () => {
    const line = { id: 'a', speaker: '3' }
    const intents = (choice: Parameters<typeof intentsOfChoice>[0], scope: 'line' | 'everywhere') =>
      intentsOfChoice(choice, scope, line, speakers, 'new')

    expect(intents({ type: 'known', key: '2' }, 'everywhere')).toEqual([
      { type: 'mergeSpeaker', speaker: '1', into: '2' },
    ])
    expect(intents({ type: 'known', key: '2' }, 'line')).toEqual([
      { type: 'setSpeaker', lineId: 'a', speaker: '2' },
    ])
    expect(intents({ type: 'new', name: 'Oksana' }, 'everywhere')).toEqual([
      { type: 'nameSpeaker', speaker: '1', name: 'Oksana' },
    ])
    expect(intents({ type: 'new', name: 'Oksana' }, 'line')).toEqual([
      { type: 'nameSpeaker', speaker: 'new', name: 'Oksana' },
      { type: 'setSpeaker', lineId: 'a', speaker: 'new' },
    ])
    expect(intents({ type: 'apart' }, 'everywhere')).toEqual([
      { type: 'mergeSpeaker', speaker: '3', into: null },
    ])
    expect(intents({ type: 'known', key: '1' }, 'everywhere')).toEqual([])
  })
})

test('the history tells edits made together as one step', () => {
  const edit = {
    authorId: 'me',
    authorName: 'Ana',
    at: '2026-11-21T10:00:00Z',
    lineIds: ['a'],
    undoes: null,
    undone: false,
  }
  const words = { ...edit, type: 'words' as const, groupId: 'g', before: 'then', after: 'later' }
  const steps = historySteps([
    { ...words, id: '3', version: 3 },
    { ...words, id: '2', version: 2 },
    { ...edit, id: '1', version: 1, groupId: 'h', type: 'split', before: '', after: '' },
  ])

  expect(steps.map(({ what }) => what)).toEqual([
    'changed “then” to “later” in 2 places',
    'split a line in two',
  ])
})

function lineOf(id: string, said: string, startMs: number): TranscriptLine {
  const within = { startMs, endMs: startMs + 900 }
  const words = spread(tokensOf(said), within)
  const about = { id, position: id, speaker: '1', language: 'en', ...within, words }
  return { ...about, reading: null, readingIsOld: false, version: 0 }
}
