import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TranscriptModel } from '#contract/testing/transcript-model.ts'
import type { Intent } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { positionOf } from '#contract/transcript-position.ts'
import { type TranscriptWord, textOf, tokensOf } from '#contract/transcript-words.ts'

const heard = (text: string, startMs: number): TranscriptWord => ({
  text,
  startMs,
  endMs: startMs + 300,
  confidence: 0.9,
  heard: true,
})
const lineOf = (index: number, text: string): TranscriptLine => {
  const startMs = index * 60_000
  const words = tokensOf(text).map((token, at) => heard(token, startMs + at * 400))
  const endMs = words.at(-1)?.endMs ?? startMs
  const position = positionOf(index)
  return { id: `line ${index}`, position, speaker: '1', startMs, endMs, words, ...untouched }
}
const untouched = { language: 'en', reading: null, readingIsOld: false, version: 0 }
const said = ({ lines }: TranscriptModel) => lines.map((line) => textOf(line.words))
const textsOf = (words: readonly TranscriptWord[]) => words.map((word) => word.text)

const story = () => [
  lineOf(0, 'We came to Odesa in the winter of fifty six'),
  lineOf(1, 'my mother caried a red suit case and it snowed'),
  lineOf(2, 'nobody was there to meet us'),
]
const changeText = (line: number, from: number, to: number, text: string): Intent => ({
  type: 'replaceWords',
  lineId: `line ${line}`,
  from,
  to,
  text,
})

/** Checks the invariants of a transcript. */
function expectSound({ lines }: TranscriptModel): void {
  let from = 0
  for (const line of lines) {
    expect(line.startMs).toBeGreaterThanOrEqual(from)
    from = line.startMs
    for (const word of line.words) {
      expect(word.startMs).toBeGreaterThanOrEqual(from)
      expect(word.endMs).toBeGreaterThanOrEqual(word.startMs)
      from = word.endMs
    }
    expect(line.endMs).toBeGreaterThanOrEqual(from)
    from = line.endMs
  }
  const positions = lines.map((line) => line.position)
  expect(positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? ''))).toBe(
    true,
  )
}

test('a corrected word keeps its time, and its neighbours are not touched', () => {
  const model = new TranscriptModel(story())
  const before = model.lines[1]?.words ?? []

  model.edit(changeText(1, 2, 3, 'carried'), 0)

  expect(model.lines[1]?.words).toEqual(
    before.map((word, index) =>
      index === 2 ? { ...word, text: 'carried', confidence: null, heard: false } : word,
    ),
  )
})

test('words that are put in share the time that is free; two made one span both', () => {
  const model = new TranscriptModel(story())

  model.edit(changeText(1, 5, 7, 'suitcase'), 0)
  model.edit(changeText(1, 4, 4, 'small'), 1)

  const words = model.lines[1]?.words ?? []
  expect(textsOf(words).join(' ')).toBe('my mother caried a small red suitcase and it snowed')
  expect(words[4]).toMatchObject({ startMs: 61_500, endMs: 61_600 })
  expect(words[6]?.startMs).toBe(62_000)
  expectSound(model)
})

test('a word typed where none was heard gets the time of its line', () => {
  const model = new TranscriptModel([{ ...lineOf(0, ''), endMs: 5_000 }])

  model.edit(changeText(0, 0, 0, 'Yes indeed'), 0)

  expect(model.lines[0]?.words).toMatchObject([
    { text: 'Yes', startMs: 0, endMs: 1_667 },
    { text: 'indeed', startMs: 1_667, endMs: 5_000 },
  ])
})

test('splitting and joining again is as if nothing had been', () => {
  const model = new TranscriptModel(story())
  const before = model.lines.map(({ version, ...line }) => line)

  model.edit({ type: 'split', lineId: 'line 0', at: 3, newId: 'new' }, 0)
  expect(said(model).slice(0, 2)).toEqual(['We came to', 'Odesa in the winter of fifty six'])
  model.edit({ type: 'join', lineId: 'line 0', nextId: 'new' }, 1)

  expect(model.lines.map(({ version, ...line }) => line)).toEqual(before)
})

test('a text for reading is cut where its words are cut', () => {
  const model = new TranscriptModel(story())
  const text = 'We came to Odessa, in the winter of 1956.'

  model.edit({ type: 'setReading', lineId: 'line 0', text }, 0)
  model.edit({ type: 'split', lineId: 'line 0', at: 4, newId: 'new' }, 1)

  expect(model.lines.slice(0, 2).map((line) => line.reading)).toEqual([
    'We came to Odessa,',
    'in the winter of 1956.',
  ])
})

test('texts for reading are joined as their script has it, and one for the words that have none', () => {
  const joinedReading = (
    first: string | null,
    second: string | null,
    words = ['母は来た。', 'そして帰った。'],
  ) => {
    const lines = words.map((text, index) => ({
      ...lineOf(index, text),
      reading: [first, second][index] ?? null,
    }))
    const model = new TranscriptModel(lines)
    model.edit({ type: 'join', lineId: 'line 0', nextId: 'line 1' }, 0)
    return model.lines[0]?.reading
  }

  expect(joinedReading('母が来た。', null)).toBe('母が来た。そして帰った。')
  expect(joinedReading(null, 'そして帰る。')).toBe('母は来た。そして帰る。')
  expect(joinedReading('We came.', 'It snowed.', ['we came', 'it snowed'])).toBe('We came. It snowed.')
  expect(joinedReading('', 'It snowed.', ['we came', 'it snowed'])).toBe('It snowed.')
  expect(joinedReading('We came.', null, ['we came', ''])).toBe('We came.')
  expect(joinedReading(null, null)).toBeNull()
})

test('two people in one line at once: both corrections stand', () => {
  const model = new TranscriptModel(story())

  model.edit(changeText(1, 0, 1, 'My dear'), 0)
  model.edit(changeText(1, 5, 7, 'suitcase'), 0)
  model.edit({ type: 'split', lineId: 'line 1', at: 7, newId: 'new' }, 0)

  expect(said(model)).toEqual([
    'We came to Odesa in the winter of fifty six',
    'My dear mother caried a red suitcase',
    'and it snowed',
    'nobody was there to meet us',
  ])
})

test('two people at the same word: the second is told, and the first one’s word stays', () => {
  const model = new TranscriptModel(story())

  model.edit(changeText(0, 3, 4, 'Odessa'), 0)

  expect(model.edit(changeText(0, 2, 4, 'from Kyiv'), 0)).toBe('OVERLAP')
  expect(said(model)[0]).toBe('We came to Odessa in the winter of fifty six')
})

test('an edit finds its words after they went to another line', () => {
  const model = new TranscriptModel(story())

  model.edit({ type: 'split', lineId: 'line 0', at: 4, newId: 'new' }, 0)
  model.edit({ type: 'join', lineId: 'new', nextId: 'line 1' }, 1)
  model.edit(changeText(1, 2, 3, 'carried'), 0)

  expect(said(model)[1]).toBe('in the winter of fifty six my mother carried a red suit case and it snowed')
})

test('an edit is taken back from under later ones, and that can be taken back too', () => {
  const model = new TranscriptModel(story())
  const [first] = model.lines
  model.edit(changeText(0, 3, 4, 'Odessa'), 0)
  model.edit(changeText(0, 0, 1, 'Yes we'), 1)

  model.undo(1)
  expect(said(model)[0]).toBe('Yes we came to Odesa in the winter of fifty six')
  expect(model.lines[0]?.words[4]).toEqual(first?.words[3])

  model.undo(3)
  expect(said(model)[0]).toBe('Yes we came to Odessa in the winter of fifty six')
})

test('lines that were joined go back to their places, also when what they became was split since', () => {
  const model = new TranscriptModel(story())
  model.edit({ type: 'join', lineId: 'line 0', nextId: 'line 1' }, 0)
  model.edit({ type: 'split', lineId: 'line 0', at: 15, newId: 'new' }, 1)

  model.undo(1)

  expect(model.lines.map((line) => line.id)).toEqual(['line 0', 'line 1', 'new', 'line 2'])
  expect(said(model)[1]).toBe('my mother caried a red')
  expectSound(model)
})

test('speakers are named, merged and taken apart without touching a line', () => {
  const speaker = (key: string) => ({ key, name: `Speaker ${key}`, mergedInto: null, version: 0 })
  const model = new TranscriptModel(story(), [speaker('1'), speaker('2')])
  const before = model.lines

  model.edit({ type: 'nameSpeaker', speaker: '1', name: 'Elena' }, 0)
  model.edit({ type: 'mergeSpeaker', speaker: '2', into: '1' }, 1)
  expect(model.edit({ type: 'mergeSpeaker', speaker: '1', into: '2' }, 2)).toBe('OUT_OF_RANGE')
  model.undo(2)

  expect(model.speakers).toMatchObject([
    { key: '1', name: 'Elena', mergedInto: null },
    { key: '2', mergedInto: null },
  ])
  expect(model.lines).toEqual(before)
})

test('a name and a text for reading are taken back to what they were, also where the text was old already', () => {
  const model = new TranscriptModel(story())
  model.edit({ type: 'nameSpeaker', speaker: '1', name: 'Elena' }, 0)
  model.edit({ type: 'nameSpeaker', speaker: '1', name: 'Olena' }, 1)
  model.edit({ type: 'setReading', lineId: 'line 0', text: 'We came.' }, 2)
  model.edit(changeText(0, 0, 1, 'They'), 3)
  model.edit({ type: 'setReading', lineId: 'line 0', text: 'They came.' }, 4)
  expect(model.lines[0]).toMatchObject({ reading: 'They came.', readingIsOld: false })

  model.undo(2)
  model.undo(5)
  expect(model.speakers).toMatchObject([{ key: '1', name: 'Elena' }])
  expect(model.lines[0]).toMatchObject({ reading: 'We came.', readingIsOld: true })
})

type Step = { kind: number; line: number; from: number; length: number; text: string; behind: number }
const step = fc.record<Step>({
  kind: fc.integer({ min: 0, max: 7 }),
  line: fc.nat(20),
  from: fc.nat(14),
  length: fc.nat(4),
  text: fc.constantFrom('', 'Odessa', 'a red', 'suitcase of leather', 'мама', '母は赤い', 'caried'),
  behind: fc.nat(6),
})

/** The intent of a person who sees the given lines; the mark identifies the words that they insert. */
function intentOf(step: Step, seen: readonly TranscriptLine[], mark: string): Intent | null {
  const at = step.line % seen.length
  const line = seen[at]
  if (!line) return null
  const { id: lineId, words } = line
  const from = step.from % (words.length + 1)
  const to = Math.min(from + step.length, words.length)
  const text = step.text && `${step.text}${mark}`
  switch (step.kind) {
    case 4:
      return { type: 'split', lineId, at: from, newId: `split ${mark}` }
    case 5:
      return { type: 'join', lineId, nextId: seen[at + 1]?.id ?? 'none' }
    case 6:
      return { type: 'setSpeaker', lineId, speaker: String(step.length) }
    case 7:
      return { type: 'setReading', lineId, text: step.text || null }
    default:
      return { type: 'replaceWords', lineId, from, to, text }
  }
}

test('any sequence of edits and undoings keeps times in order and what the machine heard as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 40 }), (steps) => {
      const machine = story()
      const bytes = JSON.stringify(machine)
      const model = new TranscriptModel(machine)

      for (const [index, [what, isUndo]] of steps.entries()) {
        const intent = intentOf(what, model.lines, `.${index}`)
        if (isUndo && model.version > 0) model.undo(1 + (what.from % model.version))
        else if (intent) model.edit(intent, model.version)
        expectSound(model)
      }
      expect(JSON.stringify(machine)).toBe(bytes)
    }),
    { numRuns: 300 },
  )
})

test('taking back every edit, last first, gives back the words and times of the machine', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const model = new TranscriptModel(story())
      for (const [index, what] of steps.entries()) {
        const intent = intentOf(what, model.lines, `.${index}`)
        if (intent) model.edit(intent, model.version)
      }
      for (let version = model.version; version > 0; version -= 1) model.undo(version)

      const plain = model.lines.map(({ version, ...line }) => line)
      expect(plain).toEqual(story().map(({ version, ...line }) => line))
    }),
    { numRuns: 300 },
  )
})

test('whoever edits at the same time, no accepted word is lost unless somebody who saw it took it out', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const model = new TranscriptModel(story())
      const views = [model.lines.slice()]
      const expected = textsOf(model.lines.flatMap((line) => line.words))

      for (const [index, what] of steps.entries()) {
        const base = Math.max(0, model.version - what.behind)
        const seen = views[base] ?? []
        const intent = intentOf(what, seen, `.${index}`)
        const edit = intent && model.edit(intent, base)
        if (!intent || !edit || typeof edit === 'string') continue

        views.push(model.lines.slice())
        const { change } = edit
        if (change.type !== 'words' || intent.type !== 'replaceWords') continue
        const inView = seen.find((line) => line.id === intent.lineId)?.words.slice(intent.from, intent.to)
        expect(textsOf(change.removed)).toEqual(textsOf(inView ?? []))
        for (const { text } of change.removed) expected.splice(expected.indexOf(text), 1)
        expected.push(...textsOf(change.inserted))
      }

      const left = textsOf(model.lines.flatMap((line) => line.words))
      expect(left.toSorted()).toEqual(expected.toSorted())
      expectSound(model)
    }),
    { numRuns: 300 },
  )
})
