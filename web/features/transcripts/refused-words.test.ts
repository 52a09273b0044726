import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptEditsOf } from './kept-edits.ts'
import { RefusedWords } from './refused-words.ts'
import { opened, shown, type } from './testing/opened-session.ts'
import { told } from './testing/remembering-server.ts'
import type { TranscriptSession } from './transcript-session.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const refused = (session: TranscriptSession) => session.view.get().refused

/** A session in which typed text conflicted with another person's edit and was refused. */
async function overwritten() {
  const { session, server, kept } = await opened()
  server.others({ type: 'replaceWords', lineId: 'line-0', from: 3, to: 4, text: 'Lviv' })
  type(session, 'line-0', 'We came to Kyiv')
  session.drafts.close('line-0')
  await vi.advanceTimersByTimeAsync(1_000)
  return { session, server, kept }
}

test('what was typed and refused is told again where the page is opened anew, until somebody has read it', async () => {
  const { server, kept } = await overwritten()

  const next = await opened(server, kept)
  expect(refused(next.session)).toMatchObject([
    { lineId: 'line-0', typed: 'We came to Kyiv', refusal: 'OVERLAP' },
  ])
  expect(server.said()[0]).toBe('We came to Lviv')

  next.session.dismiss(refused(next.session)[0]?.id ?? '')
  expect(refused((await opened(server, kept)).session)).toEqual([])
})

test('what was typed and refused is told no more once it was made over what others wrote', async () => {
  const { server, kept } = await overwritten()
  const next = await opened(server, kept)
  for (const each of refused(next.session)) next.session.insist(each)
  await vi.advanceTimersByTimeAsync(1_000)

  expect(server.said()[0]).toBe('We came to Kyiv')
  expect(refused((await opened(server, kept)).session)).toEqual([])
})

test('what was typed on, and fits no more when its line is answered for, is told again, too', async () => {
  const { session, server, kept } = await opened()
  const answer = server.hold()
  type(session, 'line-1', 'my dear mother caried a red suit case')
  await vi.advanceTimersByTimeAsync(1_000)
  server.others({ type: 'replaceWords', lineId: 'line-1', from: 6, to: 8, text: 'trunk' })
  type(session, 'line-1', 'my dear mother caried a red suitcase')
  await vi.advanceTimersByTimeAsync(1_000)
  answer()
  await vi.advanceTimersByTimeAsync(100)
  session.close()
  expect(refused(session)).toHaveLength(1)

  const next = await opened(server, kept)

  expect(refused(next.session)).toMatchObject([{ typed: 'my dear mother caried a red suitcase' }])
  expect(shown(next.session)[1]).toBe('my dear mother caried a red trunk')
})

test('what nobody typed is told where it happened alone', async () => {
  const { session, server, kept } = await opened()
  server.others({ type: 'join', lineId: 'line-1', nextId: 'line-2' })
  expect(await session.perform({ type: 'join', lineId: 'line-1', nextId: 'line-2' })).toBe(false)
  expect(refused(session)).toMatchObject([{ typed: null }])

  expect(refused((await opened(server, kept)).session)).toEqual([])
  expect(server.said()[0]).toBe(told[0])
})

test('what was typed and is too long for its line stays told where something else of that line is refused', () => {
  const kept = keptEditsOf('me', `the talk ${crypto.randomUUID()}`)
  let ids = 0
  const words = new RefusedWords(kept, () => `refused-${++ids}`)
  const tooLong = { lineId: 'line-0', typed: 'a long tale', refusal: 'TOO_LONG' } as const
  words.add(tooLong)
  words.add({ lineId: 'line-0', typed: null, refusal: 'TOO_LONG' })
  words.add({ lineId: 'line-0', typed: 'We came to Kyiv', refusal: 'OVERLAP' })
  expect(words.all).toMatchObject([{ typed: 'a long tale' }, { typed: null }, { typed: 'We came to Kyiv' }])

  words.add({ ...tooLong, typed: 'a long tale, and more' })

  expect(words.all.map(({ typed }) => typed)).toEqual([null, 'We came to Kyiv', 'a long tale, and more'])
  expect(kept.told()).toHaveLength(2)
})
