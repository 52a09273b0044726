import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { spread } from '#contract/transcript-words.ts'
import { notReplacedWords, refusalWords } from './failure-words.ts'
import { notTakenBackWords } from './saving-words.ts'
import { opened, shown, type } from './testing/opened-session.ts'
import { told } from './testing/remembering-server.ts'
import { wordAtCursor } from './word-at-cursor.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('what is done to lines and speakers', () => {
  test.each([
    ['joined', { type: 'join', lineId: 'line-0', nextId: 'line-1' }],
    ['split', { type: 'split', lineId: 'line-1', at: 3, newId: 'line-new' }],
    ['said by somebody else', { type: 'setSpeaker', lineId: 'line-0', speaker: '2' }],
    ['said by whoever has a name now', { type: 'nameSpeaker', speaker: '1', name: 'Grandmother' }],
    ['said by one instead of two', { type: 'mergeSpeaker', speaker: '2', into: '1' }],
  ] as const)('is shown as it will be before anybody has answered: %s', async (_, intent) => {
    const { session, server } = await opened()
    const answer = server.hold()
    const done = session.perform(intent)
    await vi.advanceTimersByTimeAsync(10)
    const { lines, speakers } = session.view.get()

    answer()
    expect(await done).toBe(true)

    const seen = (all: readonly { version: number }[]) => all.map((each) => ({ ...each, version: 0 }))
    expect(seen(lines)).toEqual(seen(server.model.lines))
    expect(seen(speakers)).toEqual(seen(server.model.speakers))
  })
})

describe('what is done to a line that somebody types in', () => {
  test('comes after what was typed, at the word that it was meant for', async () => {
    const { session, server } = await opened()
    type(session, 'line-1', 'my dear mother caried a red suit case')

    expect(await session.perform({ type: 'split', lineId: 'line-1', at: 2, newId: 'line-new' })).toBe(true)

    expect(server.said().slice(1, 3)).toEqual(['my dear mother', 'caried a red suit case'])
    expect(shown(session)).toEqual(server.said())
  })

  test.each([
    ['We had 12 000 ', 'only looked at'],
    ['We had  12 000 or 13 000 ', 'typed in'],
  ])('is done at the cursor: %s| in a line that was %s', async (typedBefore) => {
    const { session, server } = await opened()
    const within = { startMs: 0, endMs: 900 }
    const words = spread(['We', 'had', '12 000', 'sheep', 'then'], within)
    server.others({ type: 'restoreWords', lineId: 'line-0', from: 0, to: 4, words, isOld: true })
    session.hear(server.figures())
    await vi.advanceTimersByTimeAsync(10)
    type(session, 'line-0', `${typedBefore}sheep then`)

    const at = await wordAtCursor(session, 'line-0', typedBefore)
    await session.perform({ type: 'split', lineId: 'line-0', at, newId: 'line-new' })

    expect(server.said().slice(0, 2)).toEqual([typedBefore.replace('  ', ' ').trim(), 'sheep then'])
  })

  test('is not done, nor undone, while what was typed before cannot be sent', async () => {
    const { session, server } = await opened()
    await session.perform({ type: 'setSpeaker', lineId: 'line-0', speaker: '2' })
    server.isAway = true
    type(session, 'line-1', 'my mother carried a red suitcase')

    expect(await session.perform({ type: 'split', lineId: 'line-1', at: 2, newId: 'line-new' })).toBe(false)
    expect(await session.undo()).toBeNull()
    const [first] = await server.lastEdits()
    await expect(session.undoEdit(first?.groupId ?? '')).rejects.toThrow('nobody answers')

    const words = () => notTakenBackWords('undo', session.view.get().saving)
    expect(words()).toBe('Nothing was undone: Kinora cannot be reached')
    expect(server.model.version).toBe(1)
    expect(shown(session)).toHaveLength(3)

    server.isAway = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(words()).toBe('There is nothing to undo')
  })
})

test('lines that would be too long together are not joined: that is told, and all that is written of them stays', async () => {
  const { session, server } = await opened()
  const readings = ['a', 'b'].map((letter) => letter.repeat(limits.transcriptLineText / 2))
  for (const [index, text] of readings.entries())
    server.others({ type: 'setReading', lineId: `line-${index}`, text })
  session.hear(server.figures())
  await vi.advanceTimersByTimeAsync(10)

  expect(await session.perform({ type: 'join', lineId: 'line-0', nextId: 'line-1' })).toBe(false)

  const { lines, refused } = session.view.get()
  expect(lines.slice(0, 2).map(({ reading }) => reading)).toEqual(readings)
  expect([shown(session), server.said()]).toEqual([told, told])
  expect(refused).toMatchObject([{ lineId: 'line-0', typed: null, refusal: 'TOO_LONG' }])
  expect(refused.map(refusalWords)).toEqual([expect.stringContaining('They stay as they are')])
})

describe('undoing', () => {
  test('can be taken back itself until something else is done, and only once', async () => {
    const { session, server } = await opened()
    const canRedo = () => session.view.get().canRedo
    await session.perform({ type: 'split', lineId: 'line-1', at: 2, newId: 'line-new' })
    await session.undo()
    expect(canRedo()).toBe(true)
    await session.redo()
    expect([canRedo(), await session.redo(), server.said().length]).toEqual([false, null, 4])

    await session.undo()
    await session.perform({ type: 'setSpeaker', lineId: 'line-0', speaker: '2' })

    expect([canRedo(), await session.redo(), server.said().length]).toEqual([false, null, 3])
  })

  test('takes back one’s own edits, last first, however quickly it is pressed, and does them again', async () => {
    const { session, server } = await opened()
    await session.perform({ type: 'split', lineId: 'line-1', at: 2, newId: 'line-new' })
    await session.perform({ type: 'join', lineId: 'line-0', nextId: 'line-1' })
    expect(server.said()).toHaveLength(3)

    const both = [session.undo(), session.undo()]
    await Promise.all(both)
    expect(server.said()).toEqual(told)

    await session.redo()
    expect(server.said()).toHaveLength(4)
    expect(shown(session)).toEqual(server.said())
  })

  test('after the page was opened anew goes on with the newest own edit of the history', async () => {
    const { session, server, kept } = await opened()
    await session.perform({ type: 'split', lineId: 'line-1', at: 2, newId: 'line-new' })
    server.others({ type: 'replaceWords', lineId: 'line-2', from: 0, to: 1, text: 'But' })

    const next = await opened(server, kept)
    await next.session.undo()

    expect(server.said()).toEqual([told[0], told[1], 'But that was all'])
  })

  test('takes back next what was typed while the last Undo was on its way', async () => {
    const { session, server } = await opened()
    type(session, 'line-0', 'We to Odesa')
    await vi.advanceTimersByTimeAsync(1_000)
    const answer = server.hold()
    const undone = session.undo()
    await vi.advanceTimersByTimeAsync(10)
    type(session, 'line-2', 'and that is all')
    await vi.advanceTimersByTimeAsync(1_000)
    answer()
    await undone
    expect(server.said()).toEqual([told[0], told[1], 'and that is all'])

    await session.undo()

    expect(server.said()).toEqual(told)
  })
})

describe('an edit that cannot be taken back, because others changed the same words since', () => {
  test('is told once: Undo then goes on with the edit before it', async () => {
    const { session, server } = await opened()
    await session.perform({ type: 'setSpeaker', lineId: 'line-2', speaker: '2' })
    await session.perform({ type: 'replaceWords', lineId: 'line-0', from: 3, to: 4, text: 'Kyiv' })
    server.others({ type: 'replaceWords', lineId: 'line-0', from: 3, to: 4, text: 'Lviv' })
    await expect(session.undo()).rejects.toMatchObject({ code: 'TRANSCRIPT_CONFLICT' })

    await session.undo()

    expect(server.model.lines.map(({ speaker }) => speaker)).toEqual(['1', '1', '1'])
    expect(server.said()[0]).toBe('We came to Lviv')
    expect(await session.undo()).toBeNull()
  })

  test('is told once also where the page was opened anew', async () => {
    const { session, server, kept } = await opened()
    await session.perform({ type: 'setSpeaker', lineId: 'line-2', speaker: '2' })
    await session.perform({ type: 'replaceWords', lineId: 'line-0', from: 3, to: 4, text: 'Kyiv' })
    server.others({ type: 'replaceWords', lineId: 'line-0', from: 3, to: 4, text: 'Lviv' })
    const next = await opened(server, kept)
    await expect(next.session.undo()).rejects.toMatchObject({ code: 'TRANSCRIPT_CONFLICT' })

    await next.session.undo()

    expect(server.model.lines.map(({ speaker }) => speaker)).toEqual(['1', '1', '1'])
  })
})

describe('what was done and only its answer was lost', () => {
  test('is on its way, and not to be done a second time', async () => {
    const { session, server } = await opened()
    server.isAway = true
    const adding = [
      { type: 'nameSpeaker', speaker: 'new', name: 'Aunt Vera' },
      { type: 'setSpeaker', lineId: 'line-0', speaker: 'new' },
    ] as const

    expect(await session.performOrKeep(...adding)).toBe(true)
    // Here nothing of it is kept: what came before it has to arrive first.
    expect(await session.performOrKeep({ type: 'setSpeaker', lineId: 'line-1', speaker: '2' })).toBe(false)
    server.isAway = false
    await vi.advanceTimersByTimeAsync(20_000)

    expect(server.model.speakers.filter(({ name }) => name === 'Aunt Vera')).toHaveLength(1)
    expect(server.model.lines.map(({ speaker }) => speaker)).toEqual(['new', '1', '1'])
  })

  test('is taken back once, however often Undo is pressed until it is answered', async () => {
    const { session, server } = await opened()
    type(session, 'line-0', 'We to Odesa')
    await vi.advanceTimersByTimeAsync(1_000)
    server.loses = true
    await expect(session.undo()).rejects.toThrow('nobody answers')
    server.loses = false

    await session.undo()

    expect(server.said()).toEqual(told)
    expect(shown(session)).toEqual(told)
  })

  test('is replaced once, however often it is asked for until it is answered', async () => {
    const { session, server } = await opened()
    const toOdesa = { find: 'Odesa', replacement: 'Odesa Odesa', matchCase: true, wholeWords: true }
    server.loses = true
    await expect(session.replaceAll(toOdesa)).rejects.toThrow('nobody answers')
    server.loses = false

    expect(await session.replaceAll(toOdesa)).toBe(1)
    expect(shown(session)[0]).toBe('We came to Odesa Odesa')
    expect(await session.replaceAll({ ...toOdesa, replacement: 'Kyiv' })).toBe(2)
    expect(shown(session)[0]).toBe('We came to Kyiv Kyiv')
  })

  test('is replaced anew where it was taken back meanwhile', async () => {
    const { session, server } = await opened()
    const toKyiv = { find: 'Odesa', replacement: 'Kyiv', matchCase: true, wholeWords: true }
    server.loses = true
    await expect(session.replaceAll(toKyiv)).rejects.toThrow('nobody answers')
    server.loses = false
    await session.undo()
    expect(server.said()).toEqual(told)

    expect(await session.replaceAll(toKyiv)).toBe(1)

    expect(server.said()[0]).toBe('We came to Kyiv')
    await session.undo()
    expect(server.said()).toEqual(told)
  })

  test.each([
    ['was made', false],
    ['never arrived', true],
  ])('is what Undo takes back first where it was replaced everywhere: %s', async (_, losesReplacing) => {
    const { session, server } = await opened()
    await session.perform({ type: 'setSpeaker', lineId: 'line-2', speaker: '2' })
    const toKyiv = { find: 'Odesa', replacement: 'Kyiv', matchCase: true, wholeWords: true }
    Object.assign(server, { loses: true, losesReplacing })
    const failure: unknown = await session.replaceAll(toKyiv).catch((error: unknown) => error)
    expect(notReplacedWords(failure)).toContain('may have been replaced')
    Object.assign(server, { loses: false, losesReplacing: false })

    await session.undo()

    expect(server.said()).toEqual(told)
    expect(server.model.lines[2]?.speaker).toBe(losesReplacing ? '1' : '2')
  })
})
