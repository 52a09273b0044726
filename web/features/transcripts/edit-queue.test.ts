import { afterEach, expect, test, vi } from 'vitest'
import { EditQueue } from './edit-queue.ts'
import { keptEditsOf } from './kept-edits.ts'
import { RememberingServer } from './testing/remembering-server.ts'

afterEach(() => vi.useRealTimers())

const setSpeaker = (id: string) =>
  [{ type: 'setSpeaker', id, lineId: 'line-0', baseVersion: 0, speaker: '2' }] as const

test('an edit that nobody answers for is sent again soon, and then less and less often', async () => {
  vi.useFakeTimers()
  const server = new RememberingServer()
  const begunAt = Date.now()
  const asked: number[] = []
  server.edit = async () => {
    asked.push(Date.now() - begunAt)
    throw new TypeError('nobody answers')
  }
  const nothing = () => undefined
  const events = { accepted: nothing, refused: nothing, changed: nothing }
  const queue = new EditQueue(server, keptEditsOf('me', `the talk ${crypto.randomUUID()}`), events)
  queue.push(setSpeaker('edit'), null, [])
  queue.send()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  queue.stop()

  const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
  expect(waits[0]).toBeLessThanOrEqual(2_000)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(waits.at(-1)).toBeGreaterThan(10_000)
  expect(waits.at(-1)).toBeLessThanOrEqual(60_000)
})

test('an edit that the server took is not called refused because this page failed to show the answer', async () => {
  const server = new RememberingServer()
  const refused: string[] = []
  const queue = new EditQueue(server, keptEditsOf('me', `the talk ${crypto.randomUUID()}`), {
    accepted: () => {
      throw new Error('the page cannot show this')
    },
    refused: ({ id }) => refused.push(id),
    changed: () => undefined,
  })
  queue.push(setSpeaker('edit'), null, [])

  await expect(queue.send()).rejects.toThrow('the page cannot show this')

  expect(refused).toEqual([])
  expect(queue.pending).toEqual([])
  expect(server.model.lines[0]?.speaker).toBe('2')
})

test('the edits behind one whose answer this page failed to show are sent all the same', async () => {
  const server = new RememberingServer()
  const queue = new EditQueue(server, keptEditsOf('me', `the talk ${crypto.randomUUID()}`), {
    accepted: ({ id }) => {
      if (id === 'first') throw new Error('the page cannot show this')
    },
    refused: () => undefined,
    changed: () => undefined,
  })
  const change = (id: string, lineId: string) =>
    queue.push([{ type: 'setSpeaker', id, lineId, baseVersion: 0, speaker: '2' }], null, [])
  change('first', 'line-0')
  change('second', 'line-1')

  await expect(queue.send()).rejects.toThrow('the page cannot show this')

  expect(queue.saving.state).toBe('saved')
  expect(server.model.lines[1]?.speaker).toBe('2')
})
