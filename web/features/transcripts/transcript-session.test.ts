import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keptEditsOf } from './kept-edits.ts'
import { sendAll } from './send-kept.ts'
import { opened, sessionOn, shown, type } from './testing/opened-session.ts'
import { RememberingServer, told } from './testing/remembering-server.ts'
import type { TranscriptSession } from './transcript-session.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('what is typed', () => {
  test('is sent after a pause, and its words keep their times', async () => {
    const { session, server } = await opened()
    const before = server.model.lines[1]?.words[2]?.startMs
    type(session, 'line-1', 'my mother carried a red suitcase')
    expect(server.sent).toHaveLength(0)

    await vi.advanceTimersByTimeAsync(1_000)

    expect(server.said()[1]).toBe('my mother carried a red suitcase')
    expect(server.model.lines[1]?.words[2]?.startMs).toBe(before)
    expect(session.view.get().saving.state).toBe('saved')
  })

  test('is called saved at no moment before it is, and again where nothing is left of it', async () => {
    const { session, server } = await opened()
    for (const text of ['my mother carried', 'my mother carried a red', 'my mother carried a red suitcase']) {
      type(session, 'line-1', text)
      expect(session.view.get().saving.state).toBe('saving')
      await vi.advanceTimersByTimeAsync(500)
    }
    type(session, 'line-1', told[1] ?? '')
    await vi.advanceTimersByTimeAsync(1_000)

    expect(session.view.get().saving.state).toBe('saved')
    expect(server.sent).toEqual([])

    type(session, 'line-1', 'my mother carried a red suitcase')
    expect(session.view.get().saving.state).toBe('saving')
  })

  test('on while an edit of the same line is on its way is sent after its answer, with what it has seen', async () => {
    const { session, server } = await opened()
    const answer = server.hold()
    type(session, 'line-1', 'my dear mother caried a red suit case')
    await vi.advanceTimersByTimeAsync(1_000)
    type(session, 'line-1', 'my dear mother carried a red suit case')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(server.sent).toHaveLength(1)

    answer()
    await vi.advanceTimersByTimeAsync(1_000)

    expect(server.said()[1]).toBe('my dear mother carried a red suit case')
    expect(server.sent.map((command) => 'baseVersion' in command && command.baseVersion)).toEqual([0, 1])
  })

  test('is kept while nobody answers, and sent by itself when somebody does', async () => {
    const { session, server, kept } = await opened()
    server.isAway = true
    type(session, 'line-0', 'We came to Kyiv')
    session.drafts.close('line-0')
    await vi.advanceTimersByTimeAsync(2_000)

    // The tests run without browser storage, so nothing outlives the page.
    expect(session.view.get().saving).toMatchObject({ state: 'waiting', count: 1, isKept: false })
    expect(kept.all()).toHaveLength(1)
    expect(shown(session)[0]).toBe('We came to Kyiv')
    expect(server.said()[0]).toBe(told[0])

    server.isAway = false
    await vi.advanceTimersByTimeAsync(20_000)

    expect(server.said()[0]).toBe('We came to Kyiv')
    expect(session.view.get().saving.state).toBe('saved')
    expect(kept.all()).toEqual([])
  })

  test('outlives a closed page: the next one sends it, once', async () => {
    const { session, server, kept } = await opened()
    server.loses = true
    type(session, 'line-0', 'We came to Kyiv')
    session.close()
    await vi.advanceTimersByTimeAsync(100)
    server.loses = false

    const next = await opened(server, kept)

    expect(server.said()[0]).toBe('We came to Kyiv')
    expect(server.model.version).toBe(1)
    expect(shown(next.session)[0]).toBe('We came to Kyiv')
    expect(kept.all()).toEqual([])
  })

  test('outlives a closed page, also where lines that were read before it was sent come after it', async () => {
    const { session, server, kept } = await opened()
    server.isAway = true
    type(session, 'line-0', 'We came to Kyiv')
    session.close()
    await vi.advanceTimersByTimeAsync(100)
    server.isAway = false

    const next = sessionOn(server, kept)
    const lines = server.holdLines()
    const loaded = next.loadUntil(() => false)
    next.retry()
    await vi.advanceTimersByTimeAsync(10)
    expect(server.said()[0]).toBe('We came to Kyiv')
    lines()
    await loaded

    expect(shown(next)).toEqual(server.said())
  })

  test('on in a line whose edit is still on its way outlives a closed page, too', async () => {
    const { session, server, kept } = await opened()
    server.isAway = true
    type(session, 'line-1', 'my mother carried a red suit case')
    session.drafts.close('line-1')
    await vi.advanceTimersByTimeAsync(2_000)
    type(session, 'line-1', 'my mother carried a red suitcase')
    session.drafts.close('line-1')
    session.close()
    await vi.advanceTimersByTimeAsync(100)
    server.isAway = false

    const next = await opened(server, kept)
    await vi.advanceTimersByTimeAsync(2_000)

    expect(server.said()[1]).toBe('my mother carried a red suitcase')
    expect(shown(next.session)[1]).toBe('my mother carried a red suitcase')
    expect(kept.all()).toEqual([])
  })

  test('on, too, is told where it cannot be sent, and its own edit was meanwhile overwritten', async () => {
    const { session, server, kept } = await opened()
    server.isAway = true
    type(session, 'line-1', 'my mother carried a red suit case')
    session.drafts.close('line-1')
    type(session, 'line-1', 'my mother carried a red suitcase')
    session.close()
    await vi.advanceTimersByTimeAsync(100)
    server.isAway = false
    server.others({ type: 'replaceWords', lineId: 'line-1', from: 5, to: 7, text: 'trunk' })

    const next = await opened(server, kept)
    await vi.advanceTimersByTimeAsync(2_000)

    expect(server.said()[1]).toBe('my mother carried a red trunk')
    expect(next.session.view.get().refused).toMatchObject([
      { lineId: 'line-1', typed: 'my mother carried a red suitcase' },
    ])
  })

  test('on is told, too, where what was typed first was meanwhile overwritten', async () => {
    const { session, server, kept } = await opened()
    server.isAway = true
    type(session, 'line-1', 'my mother carried a red suit case')
    session.drafts.close('line-1')
    type(session, 'line-1', 'my mother carried a red suitcase')
    session.close()
    await vi.advanceTimersByTimeAsync(100)
    server.isAway = false
    server.others({ type: 'replaceWords', lineId: 'line-1', from: 2, to: 3, text: 'took' })

    const next = await opened(server, kept)

    expect(next.session.view.get().refused).toMatchObject([
      { lineId: 'line-1', typed: 'my mother carried a red suitcase', refusal: 'OVERLAP' },
    ])
  })

  test('on after a page was opened anew, before what the last one left has arrived, is sent after it', async () => {
    const { session, server, kept } = await opened()
    server.isAway = true
    type(session, 'line-1', 'my mother carried a red suit case')
    session.drafts.close('line-1')
    type(session, 'line-1', 'my mother carried a red suitcase')
    session.close()
    const next = await opened(server, kept)
    expect(shown(next.session)[1]).toBe('my mother carried a red suitcase')
    type(next.session, 'line-1', 'my mother carried a small red suitcase')
    await vi.advanceTimersByTimeAsync(2_000)
    const third = await opened(server, kept)
    expect(shown(third.session)[1]).toBe('my mother carried a small red suitcase')

    server.isAway = false
    await vi.advanceTimersByTimeAsync(30_000)

    expect(server.said()[1]).toBe('my mother carried a small red suitcase')
    expect(shown(next.session)[1]).toBe('my mother carried a small red suitcase')
    expect(kept.all()).toEqual([])
  })

  test('on is sent from whatever page is open, where nobody opens the transcript again', async () => {
    const { session, server, kept } = await opened()
    server.isAway = true
    type(session, 'line-1', 'my mother carried a red suit case')
    session.drafts.close('line-1')
    type(session, 'line-1', 'my mother carried a red suitcase')
    session.close()
    await vi.advanceTimersByTimeAsync(100)
    server.isAway = false

    await sendAll(kept, server, () => true)

    expect(server.said()[1]).toBe('my mother carried a red suitcase')
    expect(kept.all()).toEqual([])
  })

  test('on is sent, from there, over what somebody else did to other words of the line meanwhile', async () => {
    const { session, server, kept } = await opened()
    server.isAway = true
    type(session, 'line-1', 'my mother carried a red suit case')
    session.drafts.close('line-1')
    type(session, 'line-1', 'my mother carried a red suitcase')
    session.close()
    await vi.advanceTimersByTimeAsync(100)
    server.isAway = false
    server.others({ type: 'replaceWords', lineId: 'line-1', from: 0, to: 1, text: 'our own dear' })

    await sendAll(kept, server, () => true)

    expect(server.said()[1]).toBe('our own dear mother carried a red suitcase')
    expect(kept.all()).toEqual([])
  })

  test.each([
    ['did to the same words', { type: 'replaceWords', lineId: 'line-1', from: 5, to: 7, text: 'trunk' }],
    ['joined to another', { type: 'join', lineId: 'line-0', nextId: 'line-1' }],
  ] as const)(
    'on is not sent, from there, over what somebody else %s: it stays kept, and is told',
    async (_, theirs) => {
      const { session, server, kept } = await opened()
      server.isAway = true
      type(session, 'line-1', 'my mother carried a red suit case')
      session.drafts.close('line-1')
      type(session, 'line-1', 'my mother carried a red suitcase')
      session.close()
      await vi.advanceTimersByTimeAsync(100)
      server.isAway = false
      server.others(theirs)
      const others = server.said().filter((text) => !told.includes(text)).length

      await expect(sendAll(kept, server, () => true)).rejects.toThrow('does not fit')
      expect(kept.all()).toHaveLength(1)

      const next = await opened(server, kept)
      expect(next.session.view.get().refused).toMatchObject([{ typed: 'my mother carried a red suitcase' }])
      expect(others).toBe(1)
    },
  )

  test('on is kept, or with the server, also in the moment when the answer to what was typed before has come', async () => {
    const { session, server, kept } = await opened()
    const answer = server.hold()
    type(session, 'line-1', 'my mother carried a red suit case')
    await vi.advanceTimersByTimeAsync(1_000)
    type(session, 'line-1', 'my mother carried a red suitcase')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(kept.all()).toMatchObject([{ typedOn: [{ text: 'my mother carried a red suitcase' }] }])

    server.isAway = true
    answer()
    await vi.advanceTimersByTimeAsync(10)

    expect(kept.all()).toMatchObject([{ typed: 'my mother carried a red suitcase' }])
  })

  test('in several lines while nobody answers is all kept, and all sent', async () => {
    const { session, server, kept } = await opened()
    server.isAway = true
    type(session, 'line-0', 'We came to Kyiv')
    type(session, 'line-2', 'and that is all')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(kept.all()).toHaveLength(2)
    expect(session.view.get().saving).toMatchObject({ state: 'waiting', count: 2 })

    server.isAway = false
    await vi.advanceTimersByTimeAsync(20_000)

    expect(server.said()).toEqual(['We came to Kyiv', told[1], 'and that is all'])
    expect(kept.all()).toEqual([])
  })

  test('is not sent any more once its page is closed: somebody else may have signed in by then', async () => {
    const { session, server } = await opened()
    server.isAway = true
    type(session, 'line-0', 'We came to Kyiv')
    session.close()
    await vi.advanceTimersByTimeAsync(100)
    server.isAway = false

    await vi.advanceTimersByTimeAsync(60_000)

    expect(server.sent).toEqual([])
  })

  test('goes together with what somebody else did to other words of the line meanwhile', async () => {
    const { session, server } = await opened()
    let text = session.drafts.open('line-1', (changed) => {
      text = changed
    })
    session.drafts.type('line-1', text.replace('red', 'blue'))
    server.others({ type: 'replaceWords', lineId: 'line-1', from: 0, to: 1, text: 'our' })
    const answer = server.hold()
    await vi.advanceTimersByTimeAsync(1_000)
    session.drafts.type('line-1', 'my mother caried a blue suitcase')
    answer()
    await vi.advanceTimersByTimeAsync(2_000)

    expect(server.said()[1]).toBe('our mother caried a blue suitcase')
    expect(text).toBe('our mother caried a blue suitcase')
  })

  test('against what somebody else did to the same words is told with both, and nothing typed is gone', async () => {
    const { session, server } = await opened()
    server.others({ type: 'replaceWords', lineId: 'line-0', from: 3, to: 4, text: 'Lviv' })
    type(session, 'line-0', 'We came to Kyiv')
    session.drafts.close('line-0')
    await vi.advanceTimersByTimeAsync(1_000)

    const [refused] = session.view.get().refused
    expect(refused).toMatchObject({ lineId: 'line-0', typed: 'We came to Kyiv', refusal: 'OVERLAP' })
    expect(shown(session)[0]).toBe('We came to Lviv')

    if (refused) session.insist(refused)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.said()[0]).toBe('We came to Kyiv')
    expect(session.view.get().refused).toEqual([])
  })

  test('on while the answer is on its way, against what somebody else did to those words, is told, and not gone', async () => {
    const { session, server } = await opened()
    server.others({ type: 'replaceWords', lineId: 'line-1', from: 0, to: 1, text: 'our' })
    const answer = server.hold()
    type(session, 'line-1', 'my mother carried a red suit case')
    await vi.advanceTimersByTimeAsync(1_000)
    session.drafts.type('line-1', 'his mother carried a red suit case')
    answer()
    await vi.advanceTimersByTimeAsync(2_000)

    expect(session.view.get().refused).toMatchObject([
      { lineId: 'line-1', typed: 'his mother carried a red suit case', refusal: 'OVERLAP' },
    ])
    expect(shown(session)[1]).toBe('our mother carried a red suit case')
  })

  test('is made anew over what stands against it also where the person is still in the line', async () => {
    const { session, server } = await opened()
    server.others({ type: 'replaceWords', lineId: 'line-0', from: 3, to: 4, text: 'Lviv' })
    let text = session.drafts.open('line-0', (changed) => {
      text = changed
    })
    session.drafts.type('line-0', 'We came to Kyiv')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(text).toBe('We came to Lviv')

    const [refused] = session.view.get().refused
    if (refused) session.insist(refused)
    await vi.advanceTimersByTimeAsync(1_000)

    expect([text, server.said()[0]]).toEqual(['We came to Kyiv', 'We came to Kyiv'])
    expect(session.view.get()).toMatchObject({ refused: [], saving: { state: 'saved' } })
  })

  test('in a story that somebody deleted meanwhile is told, and goes when the story is restored', async () => {
    const { session, server, kept } = await opened()
    server.isGone = true
    type(session, 'line-0', 'We came to Kyiv')
    session.drafts.close('line-0')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(session.view.get().refused).toMatchObject([{ typed: 'We came to Kyiv' }])
    expect(server.sent).toEqual([])

    server.isGone = false
    const again = await opened(server, kept)
    expect(server.said()[0]).toBe('We came to Kyiv')
    expect([again.session.view.get().refused, kept.all()]).toEqual([[], []])
  })

  test('in a line that somebody joined to another goes where its words went', async () => {
    const { session, server } = await opened()
    server.others({ type: 'join', lineId: 'line-0', nextId: 'line-1' })
    type(session, 'line-1', 'my mother carried a red suit case')
    session.drafts.close('line-1')
    await vi.advanceTimersByTimeAsync(1_000)

    expect(server.said()[0]).toBe('We came to Odesa my mother carried a red suit case')
    expect(shown(session)).toEqual(server.said())
  })
})

describe('others', () => {
  test('who edited are followed as soon as the server speaks of it, also in a line that somebody only looks at', async () => {
    const { session, server } = await opened()
    let text = session.drafts.open('line-0', (changed) => {
      text = changed
    })
    server.others({ type: 'replaceWords', lineId: 'line-0', from: 3, to: 4, text: 'Lviv' })
    server.others({ type: 'split', lineId: 'line-1', at: 3, newId: 'line-new' })

    session.hear(server.figures())
    await vi.advanceTimersByTimeAsync(10)

    expect(shown(session)).toEqual(server.said())
    expect(text).toBe('We came to Lviv')
  })

  test('who edited are shown together with what waits to be sent, at the words for which it is meant', async () => {
    const { session, server } = await opened()
    server.edit = async () => {
      throw new TypeError('nobody answers')
    }
    session.performOrKeep({ type: 'replaceWords', lineId: 'line-0', from: 3, to: 4, text: 'Kyiv' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(shown(session)[0]).toBe('We came to Kyiv')
    server.others({ type: 'replaceWords', lineId: 'line-0', from: 0, to: 1, text: 'In the spring we' })
    session.hear(server.figures())
    await vi.advanceTimersByTimeAsync(10)

    expect(shown(session)[0]).toBe('In the spring we came to Kyiv')
  })

  test('who edited while nobody answered are asked for again, though the server speaks of it once', async () => {
    const { session, server } = await opened()
    server.others({ type: 'replaceWords', lineId: 'line-0', from: 3, to: 4, text: 'Lviv' })
    server.isAway = true
    session.hear(server.figures())
    await vi.advanceTimersByTimeAsync(5_000)
    server.isAway = false
    await vi.advanceTimersByTimeAsync(20_000)

    expect(shown(session)).toEqual(server.said())
  })

  test('who did more than can be told are read anew', async () => {
    const { session, server } = await opened()
    server.others({ type: 'replaceWords', lineId: 'line-2', from: 0, to: 1, text: 'But' })
    server.isTooMuch = true

    session.hear(server.figures())
    await vi.advanceTimersByTimeAsync(10)

    expect(shown(session)).toEqual(server.said())
  })

  test('who did more than can be told are followed in a line that somebody looks at, too', async () => {
    const { session, server } = await opened()
    let text = session.drafts.open('line-0', (changed) => {
      text = changed
    })
    server.others({ type: 'replaceWords', lineId: 'line-0', from: 3, to: 4, text: 'Lviv' })
    server.isTooMuch = true

    session.hear(server.figures())
    await vi.advanceTimersByTimeAsync(10)

    expect(text).toBe('We came to Lviv')
  })

  test('who did too much twice are shown as they are now, whichever reading comes last', async () => {
    const { session, server } = await opened()
    server.isTooMuch = true
    server.others({ type: 'replaceWords', lineId: 'line-2', from: 0, to: 1, text: 'But' })
    const lines = server.holdLines()
    session.hear(server.figures())
    await vi.advanceTimersByTimeAsync(10)
    server.others({ type: 'replaceWords', lineId: 'line-0', from: 3, to: 4, text: 'Lviv' })
    server.holdLines()()
    session.hear(server.figures())
    await vi.advanceTimersByTimeAsync(10)
    lines()
    await vi.advanceTimersByTimeAsync(10)

    expect(shown(session)).toEqual(server.said())
  })

  test('who joined lines that are apart again take no line by an answer that comes late, nor what is typed in it', async () => {
    const { session, server } = await opened()
    server.others({ type: 'join', lineId: 'line-1', nextId: 'line-2' })
    const answer = await server.since(0)
    const { promise: late, resolve: arrives } = Promise.withResolvers<void>()
    const inTime = server.since
    server.since = async () => {
      server.since = inTime
      await late
      return answer
    }
    session.hear(server.figures())
    const [joined] = await server.lastEdits()
    await server.undo({ editId: 'apart', groupId: joined?.groupId ?? '' })
    session.hear(server.figures())
    await vi.advanceTimersByTimeAsync(10)
    session.drafts.open('line-2', () => undefined)

    arrives()
    await vi.advanceTimersByTimeAsync(10)
    session.drafts.type('line-2', 'and that was all we had')
    await vi.advanceTimersByTimeAsync(1_000)

    expect(shown(session)).toEqual([told[0], told[1], 'and that was all we had'])
    expect(server.said()[2]).toBe('and that was all we had')
  })

  test('who edited between one’s own edits are not overlooked', async () => {
    const { session, server } = await opened()
    server.others({ type: 'replaceWords', lineId: 'line-2', from: 0, to: 1, text: 'But' })

    await session.perform({ type: 'setSpeaker', lineId: 'line-0', speaker: '2' })
    await vi.advanceTimersByTimeAsync(10)

    expect(shown(session)[2]).toBe('But that was all')
  })
})

describe('lines that nobody answers for', () => {
  test('are asked for twice more before anybody is told', async () => {
    const server = new RememberingServer()
    server.linesLost = 2
    const { session } = await openedPatiently(server)

    expect(shown(session)).toEqual(told)
    expect(session.view.get().loadFailure).toBeNull()
  })

  test('are read once the server is heard of again', async () => {
    const server = new RememberingServer()
    server.linesLost = 3
    const { session } = await openedPatiently(server)
    expect(shown(session)).toEqual([])
    expect(session.view.get().loadFailure).toBeInstanceOf(TypeError)

    session.retry()
    await vi.advanceTimersByTimeAsync(10)

    expect(shown(session)).toEqual(told.slice(0, 2))
    expect(session.view.get().loadFailure).toBeNull()
  })
})

async function openedPatiently(server: RememberingServer): Promise<{ session: TranscriptSession }> {
  const session = sessionOn(server, keptEditsOf('me', `the talk ${crypto.randomUUID()}`))
  const read = session.loadUntil(() => false)
  await vi.advanceTimersByTimeAsync(10_000)
  await read
  return { session }
}
