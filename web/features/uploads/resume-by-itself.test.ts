import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MediaItem } from '#contract/media.ts'
import { resumeByItself } from './resume-by-itself.ts'
import { type SendFile, UploadQueue } from './upload-queue.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a file that failed while the server was away is sent again by itself until it has arrived, and this is said once', () => {
  const { queue, sent, states, said } = bench()
  queue.add([file('a')])
  for (const _ of ['a restart', 'a long restart']) {
    sent('a').failed('Kinora cannot be reached.', true, true)
    expect(states()).toEqual(['failed'])
    vi.advanceTimersByTime(15_000)
    expect(states()).toEqual(['sending'])
  }
  expect(said).toEqual(['Kinora cannot be reached.'])

  sent('a').stored({ id: 'media' } as MediaItem)
  expect(vi.getTimerCount()).toBe(0)
})

test('a file that only a person can help rests until somebody tries it again', () => {
  const { queue, sent, states, said } = bench()
  queue.add([file('a')])
  sent('a').failed('Your storage is full.', true)
  expect(vi.getTimerCount()).toBe(0)
  queue.resumePassing()
  expect(states()).toEqual(['failed'])
  expect(said).toEqual(['Your storage is full.'])

  queue.resume(queue.items.get()[0]?.id ?? '')
  expect(states()).toEqual(['sending'])
})

test('files that have not had their turn come before those that are sent again, and nothing waits for a file that is taken away', () => {
  const { queue, sent, states } = bench()
  queue.add([file('a'), file('b')])
  sent('a').failed('Kinora cannot be reached.', true, true)
  vi.advanceTimersByTime(60_000)
  expect(states()).toEqual(['failed', 'sending'])

  queue.remove(queue.items.get()[1]?.id ?? '')
  expect(vi.getTimerCount()).toBe(1)
  queue.remove(queue.items.get()[0]?.id ?? '')
  expect(vi.getTimerCount()).toBe(0)
})

test('a reason that a person has to know is said also of a file that was sent again by itself', () => {
  const { queue, sent, said } = bench()
  queue.add([file('a')])
  sent('a').failed('Kinora cannot be reached.', true, true)
  vi.advanceTimersByTime(15_000)
  sent('a').failed('Your storage is full.', true)
  expect(said).toEqual(['Kinora cannot be reached.', 'Your storage is full.'])
  expect(queue.items.get()[0]?.isTold).toBe(false)
})

function bench() {
  const calls = new Map<string, Parameters<SendFile>[1]>()
  const said: string[] = []
  const queue = new UploadQueue(
    ({ name }, on) => {
      calls.set(name, on)
      return { start: () => undefined, abort: async () => undefined }
    },
    { stored: () => undefined, refused: (problem) => said.push(problem), together: () => undefined },
  )
  resumeByItself(queue)
  const sent = (name: string) => {
    const on = calls.get(name)
    if (!on) throw new Error(`${name} was never sent`)
    return on
  }
  return { queue, sent, said, states: () => queue.items.get().map(({ state }) => state) }
}

const file = (name: string) => new File(['x'], name, { type: 'video/mp4', lastModified: 0 })
