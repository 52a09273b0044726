import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { TranscriptModel } from '#contract/testing/transcript-model.ts'
import type { Intent } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { positionOf } from '#contract/transcript-position.ts'
import { spread, tokensOf } from '#contract/transcript-words.ts'

const lineOf = (index: number, said: string, reading: string | null = null): TranscriptLine => {
  const within = { startMs: index * 10_000, endMs: index * 10_000 + 8_000 }
  const words = spread(tokensOf(said), within)
  const [position, language, readingIsOld, version] = [positionOf(index), 'en', false, 0]
  const line = { id: `line ${index}`, position, speaker: '1', language, ...within }
  return { ...line, words, reading, readingIsOld, version }
}
const correct = (line: number, from: number, text: string): Intent => ({
  type: 'replaceWords',
  lineId: `line ${line}`,
  from,
  to: from + 1,
  text,
})
const write = (line: number, text: string | null): Intent => ({
  type: 'setReading',
  lineId: `line ${line}`,
  text,
})
const join: Intent = { type: 'join', lineId: 'line 0', nextId: 'line 1' }

const story = () =>
  new TranscriptModel([
    lineOf(0, 'we came to Odesa', 'We came to Odesa.'),
    lineOf(1, 'my mother caried it', 'My mother carried it.'),
  ])
const isOld = (model: TranscriptModel) => model.lines.map((line) => line.readingIsOld)
/** Makes edits in sequence, each based on the result of the one before. */
function make(model: TranscriptModel, ...intents: Intent[]): void {
  for (const intent of intents) if (typeof model.edit(intent, model.version) === 'string') throw new Error()
}

describe('a text for reading, when a correction of its words is taken back,', () => {
  test('is as it was: not old, unless it was old before', () => {
    const model = story()
    make(model, correct(0, 3, 'Odessa'), correct(0, 0, 'They'))
    expect(isOld(model)).toEqual([true, false])

    model.undo(2)
    expect(isOld(model)).toEqual([true, false])
    model.undo(1)
    expect(isOld(model)).toEqual([false, false])

    model.undo(4)
    expect(isOld(model)).toEqual([true, false])
  })

  test('stays old while another correction of the line stands', () => {
    const model = story()
    make(model, correct(0, 3, 'Odessa'), correct(0, 0, 'They'))
    model.undo(1)
    expect(isOld(model)).toEqual([true, false])
  })

  test('is old where it was written after the correction, and is not where there is none', () => {
    const model = story()
    make(model, correct(0, 3, 'Odessa'), write(0, 'They came to Odessa.'))
    model.undo(1)
    expect(isOld(model)).toEqual([true, false])

    make(model, write(0, null))
    model.undo(3)
    expect(model.lines[0]).toMatchObject({ reading: null, readingIsOld: false })
  })

  test('is old where the line had none at the time', () => {
    const model = new TranscriptModel([lineOf(0, 'we came to Odesa')])
    make(model, correct(0, 3, 'Odessa'), write(0, 'We came to Odessa.'))
    model.undo(1)
    expect(isOld(model)).toEqual([true])
  })

  test.each([
    ['the first', 0],
    ['the second', 1],
  ])('is as it was where its line was joined to another since: %s of them', (_, line) => {
    const model = story()
    make(model, correct(line, 0, 'They'), join)
    expect(isOld(model)).toEqual([true])
    model.undo(1)
    expect(isOld(model)).toEqual([false])
  })

  test('stays old in lines that were joined while the words of the other are still corrected', () => {
    for (const [corrected, other] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const model = story()
      make(model, correct(other, 0, 'You'), correct(corrected, 0, 'They'), join)
      model.undo(2)
      expect(isOld(model)).toEqual([true])
    }
  })

  test('is marked as old where it was corrected before a release that noted how it was', () => {
    const model = story()
    make(model, correct(0, 3, 'Odessa'))
    const edit = model.edit(correct(0, 3, 'Odesa'), 1)
    if (typeof edit === 'string' || edit.change.type !== 'words') throw new Error()
    delete edit.change.wasOld

    model.undo(2)
    expect(isOld(model)).toEqual([true, false])
  })
})

test('a text for reading that was written since a line was split stays when the split is taken back', () => {
  const model = story()
  make(model, { type: 'split', lineId: 'line 0', at: 2, newId: 'new' })
  make(model, { type: 'setReading', lineId: 'new', text: 'to the harbour of Odesa.' })
  model.undo(1)
  expect(model.lines[0]?.reading).toBe('We came to the harbour of Odesa.')
})

test.each<[string, Intent, string]>([
  [
    'its first half was joined to the line before',
    { type: 'join', lineId: 'line 0', nextId: 'line 1' },
    'It snowed. We came to Odesa.',
  ],
  [
    'its second half was joined with the line after',
    { type: 'join', lineId: 'new', nextId: 'line 2' },
    'We came to Odesa. My mother carried it.',
  ],
])('a split that is taken back after %s loses nothing that was written for reading', (_, since, reading) => {
  const model = new TranscriptModel([
    lineOf(0, 'it snowed', 'It snowed.'),
    lineOf(1, 'we came to Odesa', 'We came to Odesa.'),
    lineOf(2, 'my mother carried it', 'My mother carried it.'),
  ])
  make(model, { type: 'split', lineId: 'line 1', at: 2, newId: 'new' }, since)
  model.undo(1)
  expect(model.lines.map((line) => line.reading)).toContain(reading)
})

test.each<[string, Intent, string[]]>([
  [
    'its first half was split again',
    { type: 'split', lineId: 'line 0', at: 1, newId: 'again' },
    ['We', 'came to Odesa.'],
  ],
  [
    'its second half was split again',
    { type: 'split', lineId: 'new', at: 1, newId: 'again' },
    ['We came to', 'Odesa.'],
  ],
])('a split that is taken back after %s writes nothing for reading twice', (_, since, readings) => {
  const model = new TranscriptModel([lineOf(0, 'we came to Odesa', 'We came to Odesa.')])
  make(model, { type: 'split', lineId: 'line 0', at: 2, newId: 'new' }, since)
  model.undo(1)
  expect(model.lines.map((line) => line.reading)).toEqual(readings)
})

describe('lines that are taken apart after they', () => {
  const three = () =>
    new TranscriptModel([
      lineOf(0, 'it snowed', 'It snowed.'),
      lineOf(1, 'we came to Odesa', 'We came to Odesa.'),
      lineOf(2, 'my mother caried it', 'My mother carried it.'),
    ])
  const split = (at: number): Intent => ({ type: 'split', lineId: 'line 0', at, newId: 'new' })
  const joinWith = (lineId: string, nextId: string): Intent => ({ type: 'join', lineId, nextId })

  test.each<[string, Intent, Intent, string[]]>([
    [
      'were joined to the line before',
      joinWith('line 1', 'line 2'),
      joinWith('line 0', 'line 1'),
      ['It snowed. We came to Odesa.', 'My mother carried it.'],
    ],
    [
      'were joined with the line after',
      joinWith('line 0', 'line 1'),
      joinWith('line 0', 'line 2'),
      ['It snowed.', 'We came to Odesa. My mother carried it.'],
    ],
    [
      'were split in the second of them',
      joinWith('line 0', 'line 1'),
      split(4),
      ['It snowed.', 'We came', 'to Odesa.', 'My mother carried it.'],
    ],
    [
      'were split in the first of them',
      joinWith('line 0', 'line 1'),
      split(1),
      ['It', 'snowed.', 'We came to Odesa.', 'My mother carried it.'],
    ],
  ])('%s keep all that was written for reading, once', (_, first, since, readings) => {
    const model = three()
    make(model, first, since)
    model.undo(1)
    expect(model.lines.map((line) => line.reading)).toEqual(readings)
  })
})

describe('lines that are taken apart again', () => {
  test('have what was written since they were joined, cut where they are cut', () => {
    const model = story()
    make(model, join, write(0, 'We came to the harbour. My mother carried a suitcase.'))
    model.undo(1)
    expect(model.lines.map((line) => line.reading)).toEqual([
      'We came to the harbour.',
      'My mother carried a suitcase.',
    ])
    expect(model.lines[1]).toMatchObject({ startMs: 10_000, position: positionOf(1) })
  })

  test.each([
    ['the first', 0, [true, false]],
    ['the second', 4, [false, true]],
  ])('have a text for reading that is old where words of it were corrected since: %s', (_, word, old) => {
    const model = story()
    make(model, join, correct(0, word, 'They'))
    model.undo(1)
    expect(isOld(model)).toEqual(old)
  })

  test('have none that is old where they have none', () => {
    const model = new TranscriptModel([lineOf(0, 'we came'), lineOf(1, 'it snowed')])
    make(model, join, correct(0, 0, 'They'))
    model.undo(1)
    expect(isOld(model)).toEqual([false, false])
  })
})

describe('lines whose texts for reading would be longer together than a line may be', () => {
  const half = limits.transcriptLineText / 2
  const two = (first: number, second: number) =>
    new TranscriptModel([lineOf(0, 'we came', 'a'.repeat(first)), lineOf(1, 'it snowed', 'b'.repeat(second))])

  test('are not joined, and both texts stay', () => {
    const model = two(half, half)
    const before = model.lines
    expect(model.edit(join, 0)).toBe('TOO_LONG')
    expect(model.lines).toEqual(before)
    expect(typeof two(half, half - 1).edit(join, 0)).toBe('object')
  })

  test('and were joined before that was asked, are corrected, split and taken apart as any', () => {
    const long = new TranscriptModel([
      lineOf(0, 'we came home', 'a '.repeat(limits.transcriptLineText)),
      lineOf(1, 'it snowed'),
    ])
    make(long, correct(0, 0, 'They'), { type: 'split', lineId: 'line 0', at: 1, newId: 'new' })
    expect(typeof long.undo(2)).toBe('object')
    expect(long.edit(join, 3)).toBe('TOO_LONG')
  })
})
