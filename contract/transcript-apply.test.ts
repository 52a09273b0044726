import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import {
  applyToLine,
  applyToSpeaker,
  nameOfSpeaker,
  resolveSpeaker,
  type TranscriptSpeaker,
} from '#contract/transcript-apply.ts'
import { type Intent, inverse } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { positionBetween, positionOf } from '#contract/transcript-position.ts'
import { spread, textOf, tokensOf } from '#contract/transcript-words.ts'

type OfLine = Extract<Intent, { lineId: string }>

const lineOf = (index: number, text: string, given: Partial<TranscriptLine> = {}): TranscriptLine => {
  const [startMs, endMs] = [index * 10_000, index * 10_000 + 8_000]
  return {
    id: `line ${index}`,
    position: positionOf(index),
    speaker: '1',
    language: 'en',
    startMs,
    endMs,
    words: spread(tokensOf(text), { startMs, endMs }),
    reading: null,
    readingIsOld: false,
    version: 0,
    ...given,
  }
}
const first = lineOf(0, 'we came to Odesa')
const second = lineOf(1, 'it snowed')
const outcome = (intent: OfLine, line = first, next: TranscriptLine | null = second) =>
  applyToLine(intent, line, next, 7)
const made = (intent: OfLine, line = first, next: TranscriptLine | null = second) => {
  const applied = outcome(intent, line, next)
  if (typeof applied === 'string') throw new Error(applied)
  return applied
}
const replace = (from: number, to: number, text: string): OfLine => ({
  type: 'replaceWords',
  lineId: first.id,
  from,
  to,
  text,
})
const split = (at: number): OfLine => ({ type: 'split', lineId: first.id, at, newId: 'new' })
const join = (nextId: string): OfLine => ({ type: 'join', lineId: first.id, nextId })

test('words are exchanged from the first to behind the last, and nowhere else', () => {
  const texts = [replace(0, 1, 'They'), replace(4, 4, 'again'), replace(0, 4, '')].map((intent) =>
    textOf(made(intent).lines[0]?.words ?? []),
  )
  expect(texts).toEqual(['They came to Odesa', 'we came to Odesa again', ''])
  expect(
    [replace(3, 5, 'x'), replace(5, 5, 'x'), replace(2, 1, 'x')].map((intent) => outcome(intent)),
  ).toEqual(['OUT_OF_RANGE', 'OUT_OF_RANGE', 'OUT_OF_RANGE'])
})

test('words that take the place of others have exactly their time, and not the silence around it', () => {
  const words = ['we', 'came', 'to', 'Odesa'].map((text, index) => {
    return { text, startMs: index * 1_000, endMs: index * 1_000 + 300, confidence: 0.9, heard: true }
  })
  const timesOf = (intent: OfLine) =>
    made(intent, { ...first, words })
      .lines[0]?.words.slice(1, 3)
      .map(({ startMs, endMs }) => [startMs, endMs])

  expect(timesOf(replace(1, 2, 'xx yy'))).toEqual([
    [1_000, 1_150],
    [1_150, 1_300],
  ])
  expect(timesOf(replace(1, 1, 'xx yy'))).toEqual([
    [300, 650],
    [650, 1_000],
  ])
})

test('a text for reading is cut where the first word behind the cut stands in it, also at either end', () => {
  const halves = (reading: string) => made(split(2), { ...first, reading }).lines.map((half) => half.reading)
  expect(halves('We came to Odesa.')).toEqual(['We came', 'to Odesa.'])
  expect(halves('We came.')).toEqual(['We came.', ''])
  expect(halves('To Odesa.')).toEqual(['', 'To Odesa.'])
  expect(halves('')).toEqual(['', ''])
})

test('a line is cut between two of its words only', () => {
  expect(made(split(1)).lines.map((line) => textOf(line.words))).toEqual(['we', 'came to Odesa'])
  expect(made(split(3)).lines.map((line) => textOf(line.words))).toEqual(['we came to', 'Odesa'])
  expect([outcome(split(0)), outcome(split(4))]).toEqual(['OUT_OF_RANGE', 'OUT_OF_RANGE'])
})

test('what was touched carries the number of the edit, and a half that is new stands before the next line', () => {
  const { lines } = made(split(2))
  expect(lines.map(({ version }) => version)).toEqual([7, 7])
  const [, half] = lines
  expect(half && half.position > first.position && half.position < second.position).toBe(true)
})

test('a half that is new at the end stands before whatever is heard later, and is joined again', () => {
  const { change, lines } = made(split(2), first, null)
  const [left, half] = lines
  expect(half && half.position > first.position && half.position < positionOf(10_000)).toBe(true)
  const again = inverse(change)
  if (!('lineId' in again) || !left || !half) throw new Error('nothing to take back')
  expect(textOf(made(again, left, half).lines[0]?.words ?? [])).toBe('we came to Odesa')
})

test('lines are joined only with the one that follows', () => {
  expect(outcome(join('line 1'), first, null)).toBe('NOT_NEXT')
  expect(outcome(join('line 2'))).toBe('NOT_NEXT')
  expect(made(join('line 1'))).toMatchObject({ removed: 'line 1', lines: [{ startMs: 0, endMs: 18_000 }] })
})

test('a line may hold as many words and letters as a line may, and not one more', () => {
  const wordy = (count: number, index: number) =>
    lineOf(index, Array.from({ length: count }, () => 'a').join(' '))
  const half = limits.transcriptLineWords / 2
  expect(made(join('line 1'), wordy(half, 0), wordy(half, 1)).lines[0]?.words).toHaveLength(half * 2)
  expect(outcome(join('line 1'), wordy(half, 0), wordy(half + 1, 1))).toBe('TOO_LONG')

  const letters = limits.transcriptLineText / 2
  const long = (count: number, index: number) => lineOf(index, 'a'.repeat(count))
  expect(typeof outcome(join('line 1'), long(letters, 0), long(letters - 1, 1))).toBe('object')
  expect(outcome(join('line 1'), long(letters, 0), long(letters, 1))).toBe('TOO_LONG')
})

test('a join that is taken back gives both lines their texts for reading, whether old, and their times', () => {
  const before = [
    { ...first, speaker: '1', reading: 'We came to Odesa.', readingIsOld: true },
    { ...second, speaker: '2', reading: 'It snowed.', readingIsOld: false },
  ] as const
  const { lines, change } = made(join('line 1'), ...before)
  const [joined] = lines
  expect(joined).toMatchObject({ reading: 'We came to Odesa. It snowed.', readingIsOld: true, speaker: '1' })
  const back = inverse(change)
  if (!joined || !('lineId' in back)) throw new Error('nothing was joined')

  const { lines: parted } = made(back, joined, null)
  expect(parted.map(({ version, ...line }) => line)).toEqual(before.map(({ version, ...line }) => line))
})

test('a line whose place was taken since comes back between its neighbours', () => {
  const joined = made(join('line 1')).change
  const back = inverse(joined)
  if (!('lineId' in back)) throw new Error('nothing was joined')
  const line = lineOf(0, 'we came to Odesa it snowed', { endMs: second.endMs })

  for (const nextPosition of [second.position, positionBetween(first.position, second.position)]) {
    const next = lineOf(2, 'then', { position: nextPosition })
    const [, parted] = made(back, line, next).lines
    expect(parted && parted.position > line.position && parted.position < nextPosition).toBe(true)
  }
  expect(made(back, line, lineOf(2, 'then')).lines[1]?.position).toBe(second.position)
  expect(outcome(back, lineOf(0, 'we came'))).toBe('OUT_OF_RANGE')
})

test('a join with a line without words is taken back like any other', () => {
  const empty = lineOf(1, '')
  const { lines, change } = made(join('line 1'), first, empty)
  const back = inverse(change)
  const [joined] = lines
  if (!joined || !('lineId' in back)) throw new Error('nothing was joined')
  expect(made(back, joined, null).lines.map(({ version, ...line }) => line)).toEqual(
    [first, empty].map(({ version, ...line }) => line),
  )
})

test('a split that is taken back gives the line the text for reading that it had', () => {
  const line = { ...first, reading: 'We  came to Odesa' }
  const { lines, change } = made(split(2), line)
  const back = inverse(change)
  const [one, other] = lines
  if (!one || !other || !('lineId' in back)) throw new Error('nothing was split')

  expect(made(back, one, other).lines[0]?.reading).toBe('We  came to Odesa')
})

test('a text for reading is marked as old when the words change after it, until it is written anew', () => {
  const read = made({ type: 'setReading', lineId: first.id, text: 'We came.' }).lines[0]
  expect(read).toMatchObject({ reading: 'We came.', readingIsOld: false })

  const changed = made(replace(3, 4, 'Odessa'), read).lines[0]
  expect(changed?.readingIsOld).toBe(true)
  expect(made(replace(3, 4, 'Odessa')).lines[0]?.readingIsOld).toBe(false)

  const older: OfLine = { type: 'setReading', lineId: first.id, text: 'They came.', isOld: true }
  expect(made(older, changed).lines[0]?.readingIsOld).toBe(true)
  expect(made({ ...older, text: null }, changed).lines[0]).toMatchObject({
    reading: null,
    readingIsOld: false,
  })
})

const speaker = (key: string, mergedInto: string | null = null, name = ''): TranscriptSpeaker => ({
  key,
  name,
  mergedInto,
  version: 0,
})

test('a speaker who is named for the first time is added, as long as there is room', () => {
  const full = Array.from({ length: limits.transcriptSpeakers }, (_, index) => speaker(String(index)))
  const name = (key: string, speakers: TranscriptSpeaker[]) =>
    applyToSpeaker({ type: 'nameSpeaker', speaker: key, name: 'Elena' }, speakers, 7)

  expect(name('new', full.slice(1))).toMatchObject({
    change: { before: '', after: 'Elena' },
    speaker: { key: 'new', name: 'Elena', mergedInto: null, version: 7 },
  })
  expect(name('new', full)).toBe('TOO_LONG')
  expect(name('0', full)).toMatchObject({ speaker: { key: '0', name: 'Elena' } })
})

test('only speakers who are there are made one, and never in a circle', () => {
  const speakers = [speaker('1'), speaker('2', '1'), speaker('3', '2'), speaker('4')]
  const merge = (key: string, into: string | null) =>
    applyToSpeaker({ type: 'mergeSpeaker', speaker: key, into }, speakers, 7)

  expect(merge('4', '3')).toMatchObject({
    change: { before: null, after: '3' },
    speaker: { mergedInto: '3' },
  })
  expect(merge('2', null)).toMatchObject({
    change: { before: '1', after: null },
    speaker: { mergedInto: null },
  })
  expect([merge('5', '1'), merge('4', '5')]).toEqual(['GONE', 'GONE'])
  expect([merge('1', '1'), merge('1', '2'), merge('1', '3')]).toEqual([
    'OUT_OF_RANGE',
    'OUT_OF_RANGE',
    'OUT_OF_RANGE',
  ])
})

test('a line is named after whoever its speaker turned out to be, through however many', () => {
  const chain = [
    speaker('1', '2', 'A'),
    speaker('2', '3', 'B'),
    speaker('3', '4', 'C'),
    speaker('4', null, 'Elena'),
  ]
  expect(resolveSpeaker('1', chain)).toBe('4')
  expect(nameOfSpeaker('1', chain)).toBe('Elena')
  expect(nameOfSpeaker('9', chain)).toBe('Speaker 9')
  expect(nameOfSpeaker('2', [speaker('2', '3', 'B'), speaker('3')])).toBe('Speaker 3')
  expect(nameOfSpeaker(null, chain)).toBe('')
})

test('a speaker whom a person added, and whose name was taken back, is nobody known', () => {
  const key = '0198c0de-0000-7000-8000-000000000001'
  expect(nameOfSpeaker(key, [speaker(key)])).toBe('')
  expect(nameOfSpeaker('1', [speaker('1', key, 'A'), speaker(key)])).toBe('')
  expect(nameOfSpeaker(key, [speaker(key, null, 'Oksana')])).toBe('Oksana')
})

test('speakers who stand for one another in a circle, as no edit makes them, are still told', () => {
  const circle = [speaker('1', '2', 'A'), speaker('2', '3', 'B'), speaker('3', '1', 'C')]
  expect(circle.map(({ key }) => key)).toContain(resolveSpeaker('1', circle))
  expect(['A', 'B', 'C']).toContain(nameOfSpeaker('2', circle))
})
