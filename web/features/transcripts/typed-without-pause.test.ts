import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeptEdits } from './kept-edits.ts'
import { sendAll } from './send-kept.ts'
import { opened, shown, type } from './testing/opened-session.ts'
import { told } from './testing/remembering-server.ts'
import type { TranscriptSession } from './transcript-session.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const KEY_MS = 200
const whole = 'my mother carried a small red suitcase of leather'

/**
 * Types letter by letter without ever pausing long enough to trigger a save; `after` is called with the time and the text after each
 * letter.
 */
async function typeOn(
  session: TranscriptSession,
  { from = 10, to = whole.length, after = (_ms: number, _text: string): void => undefined } = {},
): Promise<void> {
  for (let letters = from; letters <= to; letters += 1) {
    const text = whole.slice(0, letters)
    type(session, 'line-1', text)
    await vi.advanceTimersByTimeAsync(KEY_MS)
    after((letters - from + 1) * KEY_MS, text)
  }
}

/** The text of the line that would remain on the device if the page were killed now. */
const onDevice = (kept: KeptEdits): string | undefined =>
  kept.typing().at(-1)?.typed ??
  kept.all().at(-1)?.typedOn?.at(-1)?.text ??
  kept.all().at(-1)?.typed ??
  undefined

/** Simulates a killed page: its timers stop, and it gets no chance to save. */
function kill(session: TranscriptSession): void {
  session.drafts.stop()
}

test('what is typed without a pause is on the device a second later, is written there once a second, and is one edit', async () => {
  const { session, server, kept } = await opened()
  const keep = vi.spyOn(kept, 'keep')
  await typeOn(session, {
    after: (ms, text) => {
      if (ms < 1_200) return
      const late = text.length - (onDevice(kept) ?? '').length
      expect(late).toBeLessThanOrEqual(1_200 / KEY_MS)
    },
  })
  const seconds = ((whole.length - 9) * KEY_MS) / 1_000
  expect(keep.mock.calls.length).toBeLessThanOrEqual(seconds + 1)
  expect(server.sent).toEqual([])

  await vi.advanceTimersByTimeAsync(1_000)

  expect(server.said()[1]).toBe(whole)
  expect([kept.typing(), kept.all()]).toEqual([[], []])
  await session.undo()
  expect(server.said()).toEqual(told)
})

test('what a page that was killed has kept of it is sent by the next one, and one Undo takes it back', async () => {
  const { session, server, kept } = await opened()
  await typeOn(session, { to: 30 })
  kill(session)
  const left = onDevice(kept)
  expect(left?.length).toBeGreaterThan(24)

  const next = await opened(server, kept)
  await vi.advanceTimersByTimeAsync(10_000)

  expect(server.said()[1]).toBe(left)
  expect(shown(next.session)).toEqual(server.said())
  expect([kept.typing(), kept.all()]).toEqual([[], []])
  await next.session.undo()
  expect(server.said()).toEqual(told)
})

test('another page of the same transcript leaves what is being typed alone, and sends it when its page is gone', async () => {
  const { session, server, kept } = await opened()
  const other = await opened(server, kept)
  await typeOn(session, { to: 40 })
  other.session.retry()
  await vi.advanceTimersByTimeAsync(100)
  expect([server.sent, other.session.view.get().saving.state]).toEqual([[], 'saved'])

  const left = onDevice(kept)?.trim()
  kill(session)
  await vi.advanceTimersByTimeAsync(10_000)

  expect([server.said()[1], shown(other.session)[1]]).toEqual([left, left])
})

test('a page of something else leaves it alone, too, and sends it when its page is gone', async () => {
  const { session, server, kept } = await opened()
  await typeOn(session, { to: 40 })
  await sendAll(kept, server, () => true)
  expect(server.sent).toEqual([])

  const left = onDevice(kept)?.trim()
  kill(session)
  await vi.advanceTimersByTimeAsync(10_000)
  await sendAll(kept, server, () => true)

  expect([server.said()[1], kept.all(), kept.typing()]).toEqual([left, [], []])
})

test('a page that only slept, and whose words another has sent meanwhile, sends them once', async () => {
  const { session, server, kept } = await opened()
  type(session, 'line-1', whole)
  await vi.advanceTimersByTimeAsync(400)
  type(session, 'line-1', `${whole} `)
  await vi.advanceTimersByTimeAsync(650)
  kill(session)
  expect(onDevice(kept)).toBe(`${whole} `)
  await vi.advanceTimersByTimeAsync(10_000)
  await sendAll(kept, server, () => true)

  session.drafts.saveAll()
  await vi.advanceTimersByTimeAsync(1_000)

  expect(new Set(server.sent.map(({ id }) => id)).size).toBe(1)
  expect([server.said()[1], session.view.get().refused]).toEqual([whole, []])
})

test('what was typed without a pause and taken out again is not on the device any more', async () => {
  const { session, server, kept } = await opened()
  await typeOn(session, { to: 20 })
  expect(kept.typing()).toHaveLength(1)
  for (let keys = 0; keys < 6; keys += 1) {
    type(session, 'line-1', told[1] ?? '')
    await vi.advanceTimersByTimeAsync(KEY_MS)
  }
  expect(kept.typing()).toEqual([])

  await vi.advanceTimersByTimeAsync(1_000)
  expect([server.sent, kept.all()]).toEqual([[], []])
})

test('what is typed on without a pause, while an edit of the same line is on its way, is kept with it', async () => {
  const { session, server, kept } = await opened()
  server.isAway = true
  type(session, 'line-1', whole.slice(0, 20))
  await vi.advanceTimersByTimeAsync(1_000)
  await typeOn(session, { from: 21, to: 40 })
  expect(onDevice(kept)?.length).toBeGreaterThan(40 - 1_200 / KEY_MS - 1)
  kill(session)
  const left = onDevice(kept)

  server.isAway = false
  const next = await opened(server, kept)
  await vi.advanceTimersByTimeAsync(10_000)

  expect(server.said()[1]).toBe(left)
  expect([next.session.view.get().refused, kept.all()]).toEqual([[], []])
})
