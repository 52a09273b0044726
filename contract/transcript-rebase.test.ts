import { describe, expect, test } from 'vitest'
import type { Change, Edit, Intent } from '#contract/transcript-edits.ts'
import { rebase, rebaseOverAll, undoneVersions } from '#contract/transcript-rebase.ts'
import { spread } from '#contract/transcript-words.ts'

const words = (count: number) =>
  spread(
    Array.from({ length: count }, (_, index) => `word${index}`),
    { startMs: 0, endMs: 1_000 },
  )
const half = { reading: null, readingIsOld: false }

const replace = (from: number, to: number, lineId = 'a'): Intent => ({
  type: 'replaceWords',
  lineId,
  from,
  to,
  text: 'new',
})
const split = (at: number, lineId = 'a'): Intent => ({ type: 'split', lineId, at, newId: 'mine' })
const unjoin = (at: number, lineId = 'a'): Intent => ({
  type: 'unjoin',
  lineId,
  at,
  newId: 'mine',
  first: { endMs: 0, ...half },
  second: { position: '2', speaker: null, startMs: 0, ...half },
})
const join = (lineId: string, nextId: string): Intent => ({ type: 'join', lineId, nextId })
const setSpeaker = (speaker: string, lineId = 'a'): Intent => ({ type: 'setSpeaker', lineId, speaker })
const setReading = (text: string, lineId = 'a'): Intent => ({ type: 'setReading', lineId, text })

const exchanged = (from: number, removed: number, inserted: number, lineId = 'a'): Change => ({
  type: 'words',
  lineId,
  from,
  removed: words(removed),
  inserted: words(inserted),
})
const wasSplit = (at: number, lineId = 'a', newId = 'theirs'): Change => ({
  type: 'split',
  lineId,
  at,
  newId,
  reading: null,
})
const wasJoined = (at: number): Change => ({
  type: 'join',
  lineId: 'a',
  removedId: 'b',
  at,
  first: { endMs: 0, ...half },
  second: { position: '2', speaker: null, startMs: 0, ...half },
})

describe('over words that somebody exchanged', () => {
  const over = exchanged(3, 2, 1)

  test('what lies before or behind goes on, what touches the same words is told', () => {
    expect(rebase(replace(0, 3), over)).toEqual(replace(0, 3))
    expect(rebase(replace(5, 6), over)).toEqual(replace(4, 5))
    for (const [from, to] of [
      [2, 4],
      [3, 5],
      [4, 6],
      [2, 6],
    ] as const) {
      expect(rebase(replace(from, to), over)).toBeNull()
    }
  })

  test('words are put in at either edge of them, and not between them', () => {
    expect(rebase(replace(3, 3), over)).toEqual(replace(3, 3))
    expect(rebase(replace(5, 5), over)).toEqual(replace(4, 4))
    expect(rebase(replace(4, 4), over)).toBeNull()
  })

  test.each([split, unjoin])('a line is cut at either edge of them, and not between them', (cut) => {
    expect(rebase(cut(3), over)).toEqual(cut(3))
    expect(rebase(cut(5), over)).toEqual(cut(4))
    expect(rebase(cut(4), over)).toBeNull()
  })

  test('of two who put words in at one place, the second comes after the first', () => {
    const added = exchanged(3, 0, 2)
    expect(rebase(replace(3, 3), added)).toEqual(replace(5, 5))
    expect(rebase(replace(3, 4), added)).toEqual(replace(5, 6))
    expect(rebase(replace(1, 3), added)).toEqual(replace(1, 3))
    expect(rebase(replace(2, 4), added)).toBeNull()
    expect(rebase(split(3), added)).toEqual(split(5))
  })

  test('what is asked of the line as a whole goes on; a text for reading is of the words as they were', () => {
    expect(rebase(setSpeaker('2'), over)).toEqual(setSpeaker('2'))
    expect(rebase(join('a', 'b'), over)).toEqual(join('a', 'b'))
    expect(rebase(setReading('We came.'), over)).toEqual({ ...setReading('We came.'), isOld: true })
  })

  test('another line is not concerned', () => {
    for (const intent of [replace(3, 5, 'b'), split(4, 'b'), setReading('We came.', 'b')]) {
      expect(rebase(intent, over)).toEqual(intent)
    }
  })
})

describe('over a line that was split', () => {
  const over = wasSplit(4)

  test('words are found in the half they went to, and told where they were parted', () => {
    expect(rebase(replace(1, 4), over)).toEqual(replace(1, 4))
    expect(rebase(replace(4, 4), over)).toEqual(replace(4, 4))
    expect(rebase(replace(4, 6), over)).toEqual(replace(0, 2, 'theirs'))
    expect(rebase(replace(5, 5), over)).toEqual(replace(1, 1, 'theirs'))
    expect(rebase(replace(3, 5), over)).toBeNull()
  })

  test.each([split, unjoin])('another cut is made in its half; the same one is told', (cut) => {
    expect(rebase(cut(3), over)).toMatchObject({ type: cut(3).type, lineId: 'a', at: 3 })
    expect(rebase(cut(6), over)).toMatchObject({ type: cut(6).type, lineId: 'theirs', at: 2 })
    expect(rebase(cut(4), over)).toBeNull()
  })

  test('the second half is what goes on into the next line', () => {
    expect(rebase(join('a', 'b'), over)).toEqual(join('theirs', 'b'))
  })

  test('what was meant for the whole line is told, since only a person can say for which half', () => {
    expect([rebase(setSpeaker('2'), over), rebase(setReading('We came.'), over)]).toEqual([null, null])
  })

  test('another line is not concerned', () => {
    for (const intent of [replace(4, 6, 'b'), split(4, 'b'), join('b', 'c'), setSpeaker('2', 'b')]) {
      expect(rebase(intent, over)).toEqual(intent)
    }
  })
})

describe('over two lines that were joined', () => {
  const over = wasJoined(4)

  test('words and cuts of the second are found behind those of the first', () => {
    expect(rebase(replace(1, 2, 'b'), over)).toEqual(replace(5, 6))
    expect(rebase(split(1, 'b'), over)).toEqual(split(5))
    expect(rebase(unjoin(1, 'b'), over)).toMatchObject({ type: 'unjoin', lineId: 'a', at: 5 })
    expect(rebase(replace(1, 2), over)).toEqual(replace(1, 2))
  })

  test('what goes on from the second goes on from both; the same join is not made twice', () => {
    expect(rebase(join('b', 'c'), over)).toEqual(join('a', 'c'))
    expect(rebase(join('a', 'b'), over)).toBeNull()
    expect(rebase(join('c', 'd'), over)).toEqual(join('c', 'd'))
  })

  test('who speaks in the second alone, and how either reads, is told', () => {
    expect(rebase(setSpeaker('2', 'b'), over)).toBeNull()
    expect(rebase(setReading('It snowed.', 'b'), over)).toBeNull()
    expect(rebase(setReading('We came.', 'a'), over)).toBeNull()
    expect(rebase(setSpeaker('2', 'a'), over)).toEqual(setSpeaker('2', 'a'))
    expect(rebase(setReading('Then.', 'c'), over)).toEqual(setReading('Then.', 'c'))
  })
})

describe('over what somebody said of a line or a speaker', () => {
  const speaker: Change = { type: 'speaker', lineId: 'a', before: '1', after: '2' }
  const reading: Change = { type: 'reading', lineId: 'a', before: null, wasOld: false, after: 'We came.' }
  const named: Change = { type: 'speakerName', speaker: '1', before: '', after: 'Elena' }
  const merged: Change = { type: 'speakerMerge', speaker: '1', before: null, after: '2' }
  const name = (text: string, key = '1'): Intent => ({ type: 'nameSpeaker', speaker: key, name: text })
  const merge = (into: string | null, key = '1'): Intent => ({ type: 'mergeSpeaker', speaker: key, into })

  test.each<[Change, Intent, Intent]>([
    [speaker, setSpeaker('2'), setSpeaker('3')],
    [reading, setReading('We came.'), setReading('They came.')],
    [named, name('Elena'), name('Olena')],
    [merged, merge('2'), merge('3')],
  ])('the same goes on, and something else is told', (over, same, other) => {
    expect(rebase(same, over)).toEqual(same)
    expect(rebase(other, over)).toBeNull()
  })

  test.each<[Change, Intent]>([
    [speaker, setSpeaker('3', 'b')],
    [speaker, setReading('They came.')],
    [reading, setReading('They came.', 'b')],
    [reading, setSpeaker('3')],
    [named, name('Olena', '2')],
    [named, merge('3')],
    [named, replace(0, 1)],
    [merged, merge('3', '2')],
    [merged, name('Olena')],
    [exchanged(0, 1, 1), name('Olena')],
  ])('what is about another line, speaker or thing goes on', (over, intent) => {
    expect(rebase(intent, over)).toEqual(intent)
  })
})

describe('over a history', () => {
  const edit = (version: number, change: Change, undoes: number | null = null): Edit => ({
    version,
    change,
    undoes,
  })

  test('what was done and taken back again has not happened', () => {
    const history = [edit(1, exchanged(0, 2, 1)), edit(2, exchanged(0, 1, 2), 1)]
    expect(rebaseOverAll(replace(0, 2), history)).toEqual(replace(0, 2))
    expect(rebaseOverAll(replace(0, 2), history.slice(0, 1))).toBeNull()
  })

  test('it has, where something else was done to the line in between', () => {
    const between = edit(2, exchanged(5, 0, 3))
    const history = [edit(1, exchanged(0, 2, 1)), between, edit(3, exchanged(0, 1, 2), 1)]
    expect(rebaseOverAll(replace(0, 2), history)).toBeNull()

    const elsewhere = edit(2, exchanged(5, 0, 3, 'b'))
    expect(
      rebaseOverAll(
        replace(0, 2),
        [history[0], elsewhere, history[2]].flatMap((one) => one ?? []),
      ),
    ).toEqual(replace(0, 2))
  })

  test('taking an edit back does not take back what was done to another line since', () => {
    const elsewhere = edit(2, exchanged(1, 0, 3, 'b'))
    const history = [edit(1, exchanged(0, 2, 1)), elsewhere, edit(3, exchanged(0, 1, 2), 1)]
    expect(rebaseOverAll(replace(4, 5, 'b'), history)).toEqual(replace(7, 8, 'b'))
  })

  test('what was taken back of before this history counts as an edit', () => {
    expect(rebaseOverAll(replace(4, 5), [edit(7, exchanged(0, 1, 3), 2)])).toEqual(replace(6, 7))
  })

  test('an edit is undone unless the undoing was undone in turn', () => {
    const undoing = (...pairs: [version: number, undoes: number | null][]) =>
      [...undoneVersions(pairs.map(([version, undoes]) => ({ version, undoes })))].toSorted()
    expect(undoing([1, null], [2, 1])).toEqual([1])
    expect(undoing([1, null], [2, 1], [3, 2])).toEqual([2])
    expect(undoing([1, null], [2, 1], [3, 2], [4, 3])).toEqual([1, 3])
    expect(undoing([1, null], [2, null])).toEqual([])
  })

  test('each edit is carried over in its turn', () => {
    const history = [edit(1, exchanged(0, 0, 2)), edit(2, wasSplit(4)), edit(3, exchanged(0, 1, 0, 'theirs'))]
    expect(rebaseOverAll(replace(4, 5), history)).toEqual(replace(1, 2, 'theirs'))
  })
})
